package store

import (
	"context"
	"math"
	"strings"

	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// gameFilter is a condition on games AS g, with its parameters.
type gameFilter struct {
	where string
	args  []any
}

func oneGame(id int64) gameFilter { return gameFilter{"g.id = $1", []any{id}} }

// ids returns a query of the ids of the games.
func (f gameFilter) ids() string { return `(SELECT g.id FROM games AS g WHERE ` + f.where + `)` }

// lengths returns a query of the rows of lengths where the games count.
func (f gameFilter) lengths() string { return table.Lengths + ` AND ` + f.where }

// takeLengths returns the statement that counts the games no more.
func (f gameFilter) takeLengths() string {
	return `
UPDATE lengths SET n = lengths.n - erased.n FROM (
  SELECT a.*, COUNT(*) AS n FROM (` + f.lengths() + `) AS a GROUP BY a.board_id, a.list, a.period, a.width, a.length) AS erased
WHERE lengths.board_id = erased.board_id AND lengths.list = erased.list AND lengths.period = erased.period
  AND lengths.width = erased.width AND lengths.length = erased.length`
}

// deleteEmptyLengths returns the statement that deletes the rows of the games that count no games.
// With n = 0 alone PostgreSQL expects hardly any, and would read all games once for each of them.
func (f gameFilter) deleteEmptyLengths() string {
	return `DELETE FROM lengths WHERE (board_id, list, period, width, length) IN (` + f.lengths() + `) AND n + 0 = 0`
}

const (
	// addLengths counts a game in each of its orders.
	addLengths = `
INSERT INTO lengths (board_id, list, period, width, length, n) SELECT a.*, 1 FROM (` + table.Lengths + ` AND g.id = $1) AS a WHERE TRUE
ON CONFLICT (board_id, list, period, width, length) DO UPDATE SET n = lengths.n + excluded.n`

	// longer counts games for a row of VALUES: those of the list column1 that are longer than
	// column2. It counts single lengths within the same 64, and wide rows above.
	longer  = `(SELECT CAST(COALESCE(SUM(n), 0) AS BIGINT) FROM lengths WHERE board_id = $1 AND period = $2 AND list = asked.column1`
	sumWide = longer + ` AND width = 64 AND length > asked.column2)`
	sumNear = longer + ` AND width = 1 AND length > asked.column2 AND length <= (asked.column2 | 63))`
)

// countGame adds a game to the counts of its board. It must be called after the row of
// the game was stored or shown again.
func (tx Tx) countGame(ctx context.Context, id int64) error {
	_, err := tx.Exec(ctx, addLengths, id)
	return err
}

// uncount removes games from the counts of their boards. It must be called before their rows are
// deleted or hidden.
func (tx Tx) uncount(ctx context.Context, games gameFilter) error {
	for _, text := range []string{games.takeLengths(), games.deleteEmptyLengths()} {
		if _, err := tx.Exec(ctx, text, games.args...); err != nil {
			return err
		}
	}
	return nil
}

// threshold asks for the number of the games of a ranking that are longer by a measure than a
// length.
type threshold struct {
	by   Measure
	than int64
}

// countLongerSQL returns the statement of countLonger for a number of thresholds.
func countLongerSQL(n int) string {
	var asked []string
	for i := range n {
		asked = append(asked, "(CAST("+sqltx.Param(2*i+3)+" AS BIGINT), CAST("+sqltx.Param(2*i+4)+" AS BIGINT))")
	}
	// Without a name of its own the column would have a long one, which the driver reads
	// each time.
	return `SELECT ` + sumWide + ` + ` + sumNear + ` AS n FROM (VALUES ` + strings.Join(asked, ", ") + `) AS asked`
}

// countLonger answers several questions in one statement.
func (tx Tx) countLonger(ctx context.Context, r ranking, all ...threshold) ([]int64, error) {
	args := []any{r.board, r.period}
	for _, c := range all {
		args = append(args, boardOrder{c.by, r.span}.code(), c.than)
	}
	return sqltx.List(ctx, tx, sqltx.Number[int64], countLongerSQL(len(all)), args...)
}

// rankPage sets the ranks of a page and, if it lists the games of everybody, its total. There the
// entries after the first new place are ranked by their position: on the first page, all are.
func (tx Tx) rankPage(ctx context.Context, r ranking, page *Page, everybody bool) error {
	all, own, most := page.Entries, page.Own, len(page.Entries)
	if own == nil {
		own = &Entry{Plays: math.MaxInt32, Takes: math.MaxInt32}
	}
	total := threshold{r.by, math.MaxInt32}
	if everybody {
		most, total.than = 0, -1
	}
	if everybody && page.HasPrev {
		most = 2
	}
	isNew := func(i int) bool { return i == 0 || all[i].length(r.by) < all[i-1].length(r.by) }
	asked := []threshold{total, {r.by, own.length(r.by)}}
	for i, e := range all {
		if isNew(i) && len(asked)-2 < most {
			asked = append(asked, threshold{r.by, e.length(r.by)})
		}
	}
	n, err := tx.countLonger(ctx, r, asked...)
	if err != nil {
		return err
	}
	page.Total, own.Rank = n[0], n[1]+1
	counts, rank, from := n[2:], int64(1), 0
	for i := range all {
		if isNew(i) && len(counts) > 0 {
			rank, counts, from = counts[0]+1, counts[1:], i
		}
		all[i].Rank = rank + int64(i-from)
		if !isNew(i) {
			all[i].Rank = all[i-1].Rank
		}
	}
	return nil
}
