package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"strings"
)

// wide is how many lengths a wide row of the table lengths counts: texts have it as
// 64.
const wideRow = 64

const (
	// lengthsOf are the rows that count a game, which is shown.
	lengthsOf = `
SELECT board_id, list, period, width, length - length % width, CAST($2 AS BIGINT),
  CASE WHEN random THEN 0 ELSE CAST($2 AS BIGINT) END
FROM game_lengths CROSS JOIN (SELECT 1 AS width UNION ALL SELECT 64) AS widths WHERE game_id = $1`

	// lengthsAdd counts a game $2 times on each of its lists.
	lengthsAdd = `
INSERT INTO lengths (board_id, list, period, width, length, n, n_typed)` + lengthsOf + `
ON CONFLICT (board_id, list, period, width, length) DO UPDATE
SET n = lengths.n + excluded.n, n_typed = lengths.n_typed + excluded.n_typed`

	// lengthsTidy deletes the rows that count no game any more.
	lengthsTidy = `
DELETE FROM lengths WHERE (board_id, list, period, width, length, n, n_typed) IN (` + lengthsOf + `)`

	// boardsAdd counts a shown game $2 times on its board. $3 is left out of the games
	// of which the latest is found.
	boardsAdd = `
UPDATE boards SET minus_n = minus_n - g.n, minus_n_typed = minus_n_typed - g.n_typed,
  latest = COALESCE((
    SELECT l.id FROM games AS l WHERE l.board_id = boards.id AND l.shown AND l.id <> $3 ORDER BY l.id DESC LIMIT 1), 0),
  latest_typed = COALESCE((
    SELECT l.id FROM games AS l WHERE l.board_id = boards.id AND l.shown AND NOT l.random AND l.id <> $3 ORDER BY l.id DESC LIMIT 1), 0)
FROM (
  SELECT board_id, CAST($2 AS BIGINT) AS n, CASE WHEN random THEN 0 ELSE CAST($2 AS BIGINT) END AS n_typed
  FROM games WHERE id = $1 AND shown) AS g
WHERE boards.id = g.board_id`

	// sumOf to sumNear count the games of wide rows that begin above a length, and of
	// single lengths above one and up to another, for each row of VALUES.
	sumOf   = `SELECT CAST(COALESCE(SUM(`
	sumFrom = `), 0) AS BIGINT) FROM lengths WHERE board_id = $1 AND list = $2 AND period = $3`
	sumWide = sumFrom + ` AND width = 64 AND length > asked.column1`
	sumNear = sumFrom + ` AND width = 1 AND length > asked.column2 AND length <= asked.column3`
)

// countIn counts a game wherever it is shown: after its row is stored or shown
// again.
func (tx txn) countIn(ctx context.Context, gameID int64) error {
	if _, err := tx.Exec(ctx, lengthsAdd, gameID, 1); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, boardsAdd, gameID, 1, 0)
	return err
}

// countOut is the opposite of countIn, before the game's row goes or is hidden. It
// does nothing for a game that is hidden already.
func (tx txn) countOut(ctx context.Context, gameID int64) error {
	if _, err := tx.Exec(ctx, lengthsAdd, gameID, -1); err != nil {
		return err
	}
	if _, err := tx.Exec(ctx, lengthsTidy, gameID, 0); err != nil {
		return err
	}
	_, err := tx.Exec(ctx, boardsAdd, gameID, -1, gameID)
	return err
}

// count is a question how many games there are of the 64 lengths each that begin
// above one, and of single lengths above one and up to another; take is told.
type rangeCount struct {
	wideAbove, above, upTo int64
	take                   func(n int64)
}

// longer asks for the games that are longer: those of all wide rows above, and of
// single lengths up to the first of these.
func countLonger(than int64, take func(int64)) rangeCount {
	return rangeCount{than, than, than | (wideRow - 1), take}
}

// total asks for all games.
func countAll(n *int64) rangeCount { return countLonger(-1, func(all int64) { *n = all }) }

// text asks the list for so many counts at once.
func (l boardOrder) text(counts int) string {
	n := "n"
	if l.withoutRandom {
		n = "n_typed"
	}
	var asked strings.Builder
	for i := range counts {
		fmt.Fprintf(&asked, ", (CAST($%d AS BIGINT), CAST($%d AS BIGINT), CAST($%d AS BIGINT))", 3*i+4, 3*i+5, 3*i+6)
	}
	// The column has a name because the driver reads its name each time.
	return `SELECT (` + sumOf + n + sumWide + `) + (` + sumOf + n + sumNear + `) AS n FROM (VALUES ` + asked.String()[2:] + `) AS asked`
}

// ask answers questions about a ranking, in their order.
func (tx txn) countRanges(ctx context.Context, r ranking, all ...rangeCount) error {
	if len(all) == 0 {
		return nil
	}
	args := append(make([]any, 0, 3+3*len(all)), r.board, r.code(), r.period)
	for _, c := range all {
		args = append(args, c.wideAbove, c.above, c.upTo)
	}
	i := 0
	return tx.Each(ctx, r.text(len(all)), args, func(rows *sql.Rows) error {
		var n int64
		err := rows.Scan(&n)
		all[i].take(n)
		i++
		return err
	})
}

// ranks asks for the ranks of entries that are in the ranking's order.
func (l boardOrder) ranks(entries []Entry) []rangeCount {
	var all []rangeCount
	for i := range entries {
		length, before := entries[i].length(l.by), int64(math.MaxInt64)
		if i > 0 {
			before = entries[i-1].length(l.by)
		}
		after := func(n int64) { entries[i].Rank = entries[i-1].Rank + n }
		if before-wideRow <= length {
			all = append(all, rangeCount{math.MaxInt64, length, before, after})
		} else {
			all = append(all, countLonger(length, func(n int64) { entries[i].Rank = n + 1 }))
		}
	}
	return all
}

// rankPage fills in the ranks of a page, and for one of everybody's entries how many
// there are. On such a page all places from the first that begins there are the
// page's own.
func (tx txn) rankPage(ctx context.Context, r ranking, page *Page, everybody bool) error {
	all, asked := page.Entries, len(page.Entries)
	var counts []rangeCount
	if everybody {
		counts, asked = append(counts, countAll(&page.Total)), page.asked(r.by)
	}
	counts = append(counts, r.ranks(all[:asked])...)
	if own := page.Own; own != nil {
		counts = append(counts, countLonger(own.length(r.by), func(n int64) { own.Rank = n + 1 }))
	}
	if err := tx.countRanges(ctx, r, counts...); err != nil {
		return err
	}
	for i := asked; i < len(all); i++ {
		switch {
		case i == 0:
			all[i].Rank = 1
		case all[i].length(r.by) == all[i-1].length(r.by):
			all[i].Rank = all[i-1].Rank
		default:
			first := max(0, asked-1)
			all[i].Rank = all[first].Rank + int64(i-first)
		}
	}
	return nil
}

// asked is how many of a page's entries it takes to know all ranks: up to the first
// whose place begins on the page, none where that is the first of all.
func (p Page) asked(by Measure) int {
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
