package store

import (
	"context"
	"database/sql"
	"errors"
)

const (
	// levels is the number of levels of blocks.
	levels int64 = 2
	// maxBlock is the most games a block of level 0 holds, and maxBlocks the most
	// such blocks that go into one of level 1, were they full. At ten million
	// games a rank adds up some 200 blocks of level 1, 100 of level 0, and 250
	// games; each is a tenth of a microsecond or so.
	maxBlock  = 512
	maxBlocks = 128
)

const (
	blockOf = `
SELECT first_key, first_id FROM blocks
WHERE board_id = $1 AND list = $2 AND period = $3 AND level = $4 AND (first_key, first_id) <= ($5, $6)
ORDER BY first_key DESC, first_id DESC LIMIT 1`

	blockNew = `
INSERT INTO blocks (board_id, list, period, level, first_key, first_id, n) VALUES ($1, $2, $3, $4, $5, $6, $7)`

	// blockAdd changes the block that holds a place.
	blockAdd = `
UPDATE blocks SET n = n + $7
WHERE board_id = $1 AND list = $2 AND period = $3 AND level = $4 AND (first_key, first_id) = (
  SELECT first_key, first_id FROM blocks
  WHERE board_id = $1 AND list = $2 AND period = $3 AND level = $4 AND (first_key, first_id) <= ($5, $6)
  ORDER BY first_key DESC, first_id DESC LIMIT 1)
RETURNING first_key, first_id, n`

	blocksSum = `
SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM blocks
WHERE board_id = $1 AND list = $2 AND period = $3 AND level = $4
  AND (first_key, first_id) >= ($5, $6) AND (first_key, first_id) < ($7, $8)`

	blocksFrom = `
SELECT first_key, first_id, n FROM blocks
WHERE board_id = $1 AND list = $2 AND period = $3 AND level = $4 AND (first_key, first_id) >= ($5, $6)
ORDER BY first_key, first_id`
)

// blockTexts are the statements for keeping and reading blocks.
func blockTexts() []string {
	return []string{blockOf, blockNew, blockAdd, blocksSum, blocksFrom}
}

// at is the arguments that name a place at a level of a shelf.
func (s shelf) at(level int64, p place) []any {
	return []any{s.board, s.code(), s.period, level, p.key, p.id}
}

// block returns where the block that holds a place begins. An empty shelf is one
// block, which is not stored yet.
func (t session) block(ctx context.Context, s shelf, level int64, p place) (place, error) {
	start := firstPlace()
	_, err := t.scan(ctx, blockOf, s.at(level, p), &start.key, &start.id)
	return start, err
}

// sum adds up the blocks that begin at from or later, but before to.
func (t session) sum(ctx context.Context, s shelf, level int64, from, to place) (int64, error) {
	var n int64
	_, err := t.scan(ctx, blocksSum, append(s.at(level, from), to.key, to.id), &n)
	return n, err
}

// pass walks over the blocks that begin at from or later, as long as they hold
// no more than n games together. It returns how many games it passed, and the
// start of the block it stopped at.
func (t session) pass(ctx context.Context, s shelf, level int64, from place, n int64) (int64, place, error) {
	var passed int64
	stop := errors.New("enough")
	err := t.each(ctx, blocksFrom, s.at(level, from), func(rows *sql.Rows) error {
		var size int64
		if err := rows.Scan(&from.key, &from.id, &size); err != nil {
			return err
		}
		if passed+size > n {
			return stop
		}
		passed += size
		return nil
	})
	if errors.Is(err, stop) {
		err = nil
	}
	return passed, from, err
}

// count changes the number of games in the blocks of a place by delta, 1 for a
// game just inserted or -1 for one about to go, and cuts those in half that grow
// too large. Level 0 goes first: a block of level 1 is cut where one of level 0
// begins.
func (s *Store) count(ctx context.Context, t session, on shelf, p place, delta int64) error {
	for level, most := range []int64{s.blockSize, s.blockSize * maxBlocks} {
		start, n, err := t.grow(ctx, on, int64(level), p, delta)
		if err != nil {
			return err
		}
		if n <= most {
			continue
		}
		if err := t.split(ctx, on, int64(level), start, n); err != nil {
			return err
		}
	}
	return nil
}

// grow adds delta to the block that holds a place and returns where the block
// begins and how many games it then holds. Where there is no block it makes the
// shelf's first.
func (t session) grow(ctx context.Context, s shelf, level int64, p place, delta int64) (place, int64, error) {
	start, n := firstPlace(), int64(0)
	found, err := t.scan(ctx, blockAdd, append(s.at(level, p), delta), &start.key, &start.id, &n)
	if err != nil || found {
		return start, n, err
	}
	_, err = t.exec(ctx, blockNew, append(s.at(level, start), delta)...)
	return start, delta, err
}

// split moves the later half of a block of n games into a block of its own.
func (t session) split(ctx context.Context, s shelf, level int64, start place, n int64) error {
	kept, middle, err := t.middle(ctx, s, level, start, n/2)
	if err != nil || kept == 0 {
		return err
	}
	if _, _, err := t.grow(ctx, s, level, start, kept-n); err != nil {
		return err
	}
	_, err = t.exec(ctx, blockNew, append(s.at(level, middle), n-kept)...)
	return err
}

// middle finds where to cut a block, at about half its games, and how many stay
// before the cut.
func (t session) middle(ctx context.Context, s shelf, level int64, start place, half int64) (int64, place, error) {
	if level > 0 {
		return t.pass(ctx, s, level-1, start, half)
	}
	p, err := t.step(ctx, s, start, half)
	return half, p, err
}
