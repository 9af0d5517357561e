package store

import (
	"context"
	"database/sql"
)

// checkBlocks counts every list of every board anew, shelf by shelf and block by
// block.
func (t session) checkBlocks(ctx context.Context, r *Report) error {
	for _, l := range allLists() {
		for _, part := range []func(context.Context, list, *Report) error{t.checkShelves, t.checkEmpty, t.checkCuts} {
			if r.full() {
				return nil
			}
			if err := part(ctx, l, r); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t session) checkShelves(ctx context.Context, l list, r *Report) error {
	return t.each(ctx, l.everyShelf(checkShelves), []any{l.code()}, func(rows *sql.Rows) error {
		var board, period, counted int64
		var said [levels]int64
		err := rows.Scan(&board, &period, &counted, &said[0], &said[1])
		for level, n := range said {
			if n != counted {
				r.problem("board %d, list %d, period %d: blocks of level %d hold %d games, there are %d",
					board, l.code(), period, level, n, counted)
			}
		}
		return err
	})
}

func (t session) checkEmpty(ctx context.Context, l list, r *Report) error {
	return t.each(ctx, l.everyShelf(checkEmpty), []any{l.code()}, func(rows *sql.Rows) error {
		var board, period, n int64
		err := rows.Scan(&board, &period, &n)
		r.problem("board %d, list %d, period %d: a block holds %d games, there are none", board, l.code(), period, n)
		return err
	})
}

// block is one row of blocks.
type block struct {
	shelf
	level int64
	start place
	n     int64
}

// checkCuts compares each block of a list with the games, or the blocks of the
// level below, between its start and the next one's.
func (t session) checkCuts(ctx context.Context, l list, r *Report) error {
	var all []block
	err := t.each(ctx, checkStarts, []any{l.code()}, func(rows *sql.Rows) error {
		b := block{shelf: shelf{list: l}}
		err := rows.Scan(&b.board, &b.period, &b.level, &b.start.key, &b.start.id, &b.n)
		all = append(all, b)
		return err
	})
	if err != nil {
		return err
	}
	for i, b := range all {
		if r.full() {
			return nil
		}
		end := lastPlace()
		if i+1 < len(all) && all[i+1].shelf == b.shelf && all[i+1].level == b.level {
			end = all[i+1].start
		}
		n, err := t.within(ctx, b, end)
		if err != nil {
			return err
		}
		if n != b.n {
			r.problem("board %d, list %d, period %d: the block of level %d at %d/%d says %d games, has %d",
				b.board, l.code(), b.period, b.level, b.start.key, b.start.id, b.n, n)
		}
	}
	return nil
}

// within counts what a block up to end holds, from the level below.
func (t session) within(ctx context.Context, b block, end place) (int64, error) {
	if b.level > 0 {
		return t.sum(ctx, b.shelf, b.level-1, b.start, end)
	}
	var n int64
	args := []any{b.board, b.period, b.start.key, b.start.id, end.key, end.id}
	_, err := t.scan(ctx, b.query(countBetween), args, &n)
	return n, err
}
