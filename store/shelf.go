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

// countBefore counts the games on a shelf that come before a place.
func (t session) countBefore(ctx context.Context, s shelf, p place) (int64, error) {
	c := counter{t: t, s: s}
	return c.before(ctx, p)
}

// counter counts the games on a shelf before one place after another. What it
// added up for a place it need not add up again for one further on.
type counter struct {
	t      session
	s      shelf
	blocks [levels]stretch
	games  stretch
}

// stretch is a part of a shelf, and how many games it holds.
type stretch struct {
	from, to place
	n        int64
}

// before counts the games before a place: whole blocks from the coarsest level
// down, then what is left, game by game.
func (c *counter) before(ctx context.Context, p place) (int64, error) {
	var before int64
	from := firstPlace()
	for level := levels - 1; level >= 0; level-- {
		start, err := c.t.block(ctx, c.s, level, p)
		if err != nil {
			return 0, err
		}
		n, err := c.blocks[level].extend(from, start, func(from place) (int64, error) {
			return c.t.sum(ctx, c.s, level, from, start)
		})
		if err != nil {
			return 0, err
		}
		before, from = before+n, start
	}
	n, err := c.games.extend(from, p, func(from place) (n int64, err error) {
		args := []any{c.s.board, c.s.period, from.key, from.id, p.key, p.id}
		_, err = c.t.scan(ctx, c.s.query(countBetween), args, &n)
		return n, err
	})
	return before + n, err
}

// extend makes the stretch that between two places and returns how many games it
// holds: it counts those that it did not hold already.
func (s *stretch) extend(from, to place, count func(from place) (int64, error)) (int64, error) {
	if s.from != from || to.less(s.to) {
		*s = stretch{from: from, to: from}
	}
	if s.to == to {
		return s.n, nil
	}
	n, err := count(s.to)
	s.to, s.n = to, s.n+n
	return s.n, err
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
