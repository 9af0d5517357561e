package store

import (
	"context"
	"math"
)

// maxBlock is the most games a block counts. With n games on a list there are
// about 1.5 n/maxBlock blocks to add up and at most maxBlock games to count, so
// at ten million both are a few thousand rows: a millisecond.
const maxBlock = 8192

// shelf is one list of one board in one period: what blocks cut up.
type shelf struct {
	list
	board, period int64
}

// place is a position on a shelf: the order of games is that of (key, id).
type place struct{ key, id int64 }

// firstPlace is before every game.
func firstPlace() place { return place{math.MinInt64, 0} }

// afterAll is the place behind every game, so far, of the same key.
func afterAll(key int64) place { return place{key, math.MaxInt64} }

const (
	blockOf = `
SELECT first_key, first_id FROM blocks
WHERE board_id = $1 AND list = $2 AND period = $3 AND (first_key, first_id) <= ($4, $5)
ORDER BY first_key DESC, first_id DESC LIMIT 1`

	blockNew = `
INSERT INTO blocks (board_id, list, period, first_key, first_id, n) VALUES ($1, $2, $3, $4, $5, $6)`

	blockAdd = `
UPDATE blocks SET n = n + $6
WHERE board_id = $1 AND list = $2 AND period = $3 AND first_key = $4 AND first_id = $5
RETURNING n`

	blocksTotal = `
SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM blocks
WHERE board_id = $1 AND list = $2 AND period = $3`

	blocksBefore = blocksTotal + ` AND (first_key, first_id) < ($4, $5)`

	// blockAt finds the block that holds the game at an offset.
	blockAt = `
SELECT first_key, first_id, before FROM (
  SELECT first_key, first_id, n, CAST(SUM(n) OVER (ORDER BY first_key, first_id) - n AS BIGINT) AS before FROM blocks
  WHERE board_id = $1 AND list = $2 AND period = $3) AS cut
WHERE before <= $4 AND before + n > $4`

	// countBetween counts the games from one place up to, and without, another.
	countBetween = `
SELECT COUNT(*) FROM games AS g
WHERE LIST AND (KEY, g.id) >= ($3, $4) AND (KEY, g.id) < ($5, $6)`

	// placeAt finds the game a number of steps behind a place.
	placeAt = `
SELECT KEY, g.id FROM games AS g
WHERE LIST AND (KEY, g.id) >= ($3, $4) ORDER BY KEY, g.id LIMIT 1 OFFSET $5`
)

// blockTexts are the statements for keeping and reading blocks.
func blockTexts() []string {
	texts := []string{blockOf, blockNew, blockAdd, blocksTotal, blocksBefore, blockAt}
	for _, l := range allLists() {
		texts = append(texts, l.query(countBetween), l.query(placeAt))
	}
	return texts
}

// total counts the games on a shelf.
func (t session) total(ctx context.Context, s shelf) (int64, error) {
	var n int64
	_, err := t.scan(ctx, blocksTotal, []any{s.board, s.code(), s.period}, &n)
	return n, err
}

// countBefore counts the games on a shelf that come before a place.
func (t session) countBefore(ctx context.Context, s shelf, p place) (int64, error) {
	start, err := t.block(ctx, s, p)
	if err != nil {
		return 0, err
	}
	var blocks, within int64
	if _, err := t.scan(ctx, blocksBefore, []any{s.board, s.code(), s.period, start.key, start.id}, &blocks); err != nil {
		return 0, err
	}
	args := []any{s.board, s.period, start.key, start.id, p.key, p.id}
	_, err = t.scan(ctx, s.query(countBetween), args, &within)
	return blocks + within, err
}

// block returns where the block that a place belongs to begins. An empty shelf
// has one block, which is not stored yet.
func (t session) block(ctx context.Context, s shelf, p place) (place, error) {
	start := firstPlace()
	_, err := t.scan(ctx, blockOf, []any{s.board, s.code(), s.period, p.key, p.id}, &start.key, &start.id)
	return start, err
}

// seek returns a place on a shelf and how many games to step over from there to
// the game at an offset. Far down a long shelf it starts at that game's block.
func (t session) seek(ctx context.Context, s shelf, offset, blockSize int64) (place, int64, error) {
	start, before := firstPlace(), int64(0)
	if offset < blockSize {
		return start, offset, nil
	}
	_, err := t.scan(ctx, blockAt, []any{s.board, s.code(), s.period, offset}, &start.key, &start.id, &before)
	return start, offset - before, err
}

// count changes the number of games in the block of a place by delta, 1 for a
// game just inserted or -1 for one about to go, and cuts the block in half when
// it grows over blockSize.
func (t session) count(ctx context.Context, s shelf, p place, delta, blockSize int64) error {
	start, err := t.block(ctx, s, p)
	if err != nil {
		return err
	}
	n, err := t.grow(ctx, s, start, delta)
	if err != nil || n <= blockSize {
		return err
	}
	return t.split(ctx, s, start, n)
}

// grow adds delta to the block beginning at start and returns what it then
// holds. Where there is no block yet it makes one.
func (t session) grow(ctx context.Context, s shelf, start place, delta int64) (int64, error) {
	args := []any{s.board, s.code(), s.period, start.key, start.id, delta}
	var n int64
	found, err := t.scan(ctx, blockAdd, args, &n)
	if err != nil || found {
		return n, err
	}
	_, err = t.exec(ctx, blockNew, args...)
	return delta, err
}

// split moves the later half of a block of n games into a block of its own.
func (t session) split(ctx context.Context, s shelf, start place, n int64) error {
	var middle place
	args := []any{s.board, s.period, start.key, start.id, n / 2}
	if _, err := t.scan(ctx, s.query(placeAt), args, &middle.key, &middle.id); err != nil {
		return err
	}
	moved := n - n/2
	if _, err := t.grow(ctx, s, start, -moved); err != nil {
		return err
	}
	_, err := t.grow(ctx, s, middle, moved)
	return err
}
