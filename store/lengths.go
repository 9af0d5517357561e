package store

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"math"
	"strings"

	"nonna/store/internal/table"
)

// wideWidth is the number of lengths that a wide row of the table lengths counts. The
// statements have it as 64.
const wideWidth = 64

// set is a condition on games, in which G is their alias, with its parameters.
type set struct {
	where string
	args  []any
}

func oneGame(id int64) set { return set{"G.id = $1", []any{id}} }

// on returns a statement with the condition in place of SET_G, SET_L and SET_, on games with the
// alias g or l, or without one.
func (s set) on(text string) string {
	as := func(alias string) string { return strings.ReplaceAll(s.where, "G.", alias) }
	return strings.NewReplacer("SET_G", as("g."), "SET_L", as("l."), "SET_", as("")).Replace(text)
}

const (
	// addLengths counts games in each of their orders.
	addLengths = `
INSERT INTO lengths (board_id, list, period, width, length, n) SELECT a.*, 1 FROM (` + table.Lengths + ` AND SET_G) AS a WHERE TRUE
ON CONFLICT (board_id, list, period, width, length) DO UPDATE SET n = lengths.n + excluded.n`

	takeLengths = `
UPDATE lengths SET n = lengths.n - erased.n FROM (
  SELECT a.*, COUNT(*) AS n FROM (` + table.Lengths + ` AND SET_G) AS a GROUP BY a.board_id, a.list, a.period, a.width, a.length) AS erased
WHERE lengths.board_id = erased.board_id AND lengths.list = erased.list AND lengths.period = erased.period
  AND lengths.width = erased.width AND lengths.length = erased.length`

	// deleteEmptyLengths deletes the rows of games that count no games.
	deleteEmptyLengths = `
DELETE FROM lengths WHERE (board_id, list, period, width, length) IN (` + table.Lengths + ` AND SET_G) AND n = 0`

	// addToBoard counts a shown game on its board.
	addToBoard = `
UPDATE boards SET minus_n = minus_n - 1, latest = CASE WHEN latest < $1 THEN $1 ELSE latest END
WHERE id = (SELECT g.board_id FROM games AS g WHERE g.id = $1 AND g.shown)`

	// takeFromBoards counts shown games on their boards no more.
	takeFromBoards = `
UPDATE boards SET minus_n = minus_n + erased.n, latest = COALESCE((
    SELECT l.id FROM games AS l WHERE l.board_id = boards.id AND l.shown AND NOT (SET_L) ORDER BY l.id DESC LIMIT 1), 0)
FROM (SELECT g.board_id, COUNT(*) AS n FROM games AS g WHERE SET_G AND g.shown IS TRUE GROUP BY g.board_id) AS erased
WHERE boards.id = erased.board_id`

	// sumWide and sumNear make the statement of countRanges: for each row of VALUES it adds
	// the games of wide rows above a length and those of a range of single lengths.
	sumFrom = `SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM lengths WHERE board_id = $1 AND period = $2 AND list = asked.column1`
	sumWide = sumFrom + ` AND width = 64 AND length > asked.column2`
	sumNear = sumFrom + ` AND width = 1 AND length > asked.column3 AND length <= asked.column4`
)

// countGame adds a game to the counts of its board. It must be called after the row of
// the game was stored or shown again.
func (tx Tx) countGame(ctx context.Context, id int64) error {
	game := oneGame(id)
	if _, err := tx.Exec(ctx, game.on(addLengths), game.args...); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, addToBoard, id)
	return err
}

// uncount removes games from the counts of their boards. It must be called before their rows are
// deleted or hidden.
func (tx Tx) uncount(ctx context.Context, games set) error {
	for _, text := range []string{takeLengths, deleteEmptyLengths, takeFromBoards} {
		if _, err := tx.Exec(ctx, games.on(text), games.args...); err != nil {
			return err
		}
	}
	return nil
}

// rangeCount asks for the number of games in wide rows above one length and in single
// lengths of a range, and hands it to take.
type rangeCount struct {
	by                     Measure // 0 for that of the ranking
	wideAbove, above, upTo int64
	take                   func(n int64)
}

// in returns the same question about lengths by a measure.
func (c rangeCount) in(by Measure) rangeCount {
	c.by = by
	return c
}

// countLonger asks for the number of longer games: those in all wide rows above, and in
// the single lengths up to the first of these.
func countLonger(than int64, take func(int64)) rangeCount {
	return rangeCount{0, than, than, than | (wideWidth - 1), take}
}

// countBetween asks for the number of games that are longer than above, up to upTo.
func countBetween(above, upTo int64, take func(int64)) rangeCount {
	return rangeCount{0, math.MaxInt64, above, upTo, take}
}

// countAll asks for the number of all games.
func countAll(n *int64) rangeCount { return countLonger(-1, func(all int64) { *n = all }) }

// counting returns the statement for a number of counts.
func counting(counts int) string {
	var asked strings.Builder
	for i := range counts {
		fmt.Fprintf(&asked, ", (CAST($%d AS BIGINT), CAST($%d AS BIGINT), CAST($%d AS BIGINT), CAST($%d AS BIGINT))", 4*i+3, 4*i+4, 4*i+5, 4*i+6)
	}
	// Without a name of its own the column would have a long one, which the driver reads
	// each time.
	return `SELECT (` + sumWide + `) + (` + sumNear + `) AS n FROM (VALUES ` + asked.String()[2:] + `) AS asked`
}

// countRanges answers several counts in one statement.
func (tx Tx) countRanges(ctx context.Context, r ranking, all ...rangeCount) error {
	if len(all) == 0 {
		return nil
	}
	args := append(make([]any, 0, 2+4*len(all)), r.board, r.period)
	for _, c := range all {
		o := r.boardOrder
		o.by = cmp.Or(c.by, o.by)
		args = append(args, o.code(), c.wideAbove, c.above, c.upTo)
	}
	i := 0
	return tx.Each(ctx, counting(len(all)), args, func(rows *sql.Rows) error {
		var n int64
		err := rows.Scan(&n)
		all[i].take(n)
		i++
		return err
	})
}

// ranks returns the counts from which the ranks of consecutive entries follow.
func (o boardOrder) ranks(entries []Entry) []rangeCount {
	var all []rangeCount
	for i := range entries {
		length, before := entries[i].length(o.by), int64(math.MaxInt64)
		if i > 0 {
			before = entries[i-1].length(o.by)
		}
		after := func(n int64) { entries[i].Rank = entries[i-1].Rank + n }
		if before-wideWidth <= length {
			all = append(all, countBetween(length, before, after))
		} else {
			all = append(all, countLonger(length, func(n int64) { entries[i].Rank = n + 1 }))
		}
	}
	return all
}

// rankPage sets the ranks of a page and, if it lists the games of everybody, its total.
// On such a page the entries after the first new place are ranked by their position.
func (tx Tx) rankPage(ctx context.Context, r ranking, page *Page, everybody bool) error {
	all, counted := page.Entries, len(page.Entries)
	var counts []rangeCount
	if everybody {
		counts, counted = append(counts, countAll(&page.Total)), page.toCount(r.by)
	}
	counts = append(counts, r.ranks(all[:counted])...)
	if own := page.Own; own != nil {
		counts = append(counts, countLonger(own.length(r.by), func(n int64) { own.Rank = n + 1 }))
	}
	if err := tx.countRanges(ctx, r, counts...); err != nil {
		return err
	}
	for i := counted; i < len(all); i++ {
		switch {
		case i == 0:
			all[i].Rank = 1
		case all[i].length(r.by) == all[i-1].length(r.by):
			all[i].Rank = all[i-1].Rank
		default:
			first := max(0, counted-1)
			all[i].Rank = all[first].Rank + int64(i-first)
		}
	}
	return nil
}

// toCount returns the number of entries whose ranks have to be counted: up to the first
// entry with a new place, and none on the first page.
func (p Page) toCount(by Measure) int {
	if !p.HasPrev {
		return 0
	}
	for i, e := range p.Entries {
		if e.length(by) < p.Entries[0].length(by) {
			return i + 1
		}
	}
	return len(p.Entries)
}
