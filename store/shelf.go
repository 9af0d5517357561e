package store

import (
	"context"
	"math"
)

// shelf is one list of one board in one period: an order of games, cut into
// blocks.
type shelf struct {
	list
	board, period int64
}

// place is a position on a shelf: the order of games is that of (key, id).
type place struct{ key, id int64 }

func (p place) less(q place) bool {
	return p.key < q.key || p.key == q.key && p.id < q.id
}

// firstPlace is before every game.
func firstPlace() place { return place{math.MinInt64, 0} }

// lastPlace is behind every game.
func lastPlace() place { return place{math.MaxInt64, math.MaxInt64} }

// afterAll is the place behind every game, so far, of the same key.
func afterAll(key int64) place { return place{key, math.MaxInt64} }

const (
	// countBetween counts the games from one place up to, and without, another.
	countBetween = `
SELECT COUNT(*) FROM games AS g
WHERE LIST AND (KEY, g.id) >= ($3, $4) AND (KEY, g.id) < ($5, $6)`

	// placeAt finds the game a number of steps behind a place.
	placeAt = `
SELECT KEY, g.id FROM games AS g
WHERE LIST AND (KEY, g.id) >= ($3, $4) ORDER BY KEY, g.id LIMIT 1 OFFSET $5`
)

// total counts the games on a shelf.
func (t session) total(ctx context.Context, s shelf) (int64, error) {
	return t.sum(ctx, s, levels-1, firstPlace(), lastPlace())
}

// countBefore counts the games on a shelf that come before a place: whole blocks
// from the coarsest level down, then what is left, game by game.
func (t session) countBefore(ctx context.Context, s shelf, p place) (int64, error) {
	var before int64
	from := firstPlace()
	for level := levels - 1; level >= 0; level-- {
		start, err := t.block(ctx, s, level, p)
		if err != nil {
			return 0, err
		}
		n, err := t.sum(ctx, s, level, from, start)
		if err != nil {
			return 0, err
		}
		before, from = before+n, start
	}
	n, err := t.between(ctx, s, from, p)
	return before + n, err
}

// between counts the games from one place up to, and without, another, game by
// game.
func (t session) between(ctx context.Context, s shelf, from, to place) (int64, error) {
	var n int64
	_, err := t.scan(ctx, s.query(countBetween), []any{s.board, s.period, from.key, from.id, to.key, to.id}, &n)
	return n, err
}

// maxNear is how many games may lie from the first of some places to the last for
// them to be counted game by game: that is less work than to add up blocks for
// each, and a page of a keen player's games is closer together.
const maxNear = 2 * maxBlock

// countBeforeEach is countBefore for several places in their order.
func (t session) countBeforeEach(ctx context.Context, s shelf, places []place) ([]int64, error) {
	if len(places) == 0 {
		return nil, nil
	}
	first, last := places[0], places[len(places)-1]
	far, err := t.step(ctx, s, first, maxNear)
	if err != nil {
		return nil, err
	}
	near := far == first || last.less(far) // nothing is that far behind, or it is farther
	before := make([]int64, len(places))
	for i, p := range places {
		var n int64
		if i > 0 && near {
			n, err = t.between(ctx, s, places[i-1], p)
			n += before[i-1]
		} else {
			n, err = t.countBefore(ctx, s, p)
		}
		if err != nil {
			return nil, err
		}
		before[i] = n
	}
	return before, nil
}

// seek returns the place of the game at an offset, which must be there: it passes
// over whole blocks first, and then over games in the index alone.
func (t session) seek(ctx context.Context, s shelf, offset int64) (place, error) {
	at := firstPlace()
	for level := levels - 1; level >= 0; level-- {
		passed, next, err := t.pass(ctx, s, level, at, offset)
		if err != nil {
			return at, err
		}
		at, offset = next, offset-passed
	}
	return t.step(ctx, s, at, offset)
}

// step returns the place of the game a number of steps behind a place.
func (t session) step(ctx context.Context, s shelf, from place, n int64) (place, error) {
	_, err := t.scan(ctx, s.query(placeAt), []any{s.board, s.period, from.key, from.id, n}, &from.key, &from.id)
	return from, err
}
