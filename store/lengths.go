package store

import (
	"context"
	"fmt"
	"math"
)

// wide is how many lengths a wide row of the table lengths counts: texts have it as
// 64.
const wide = 64

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

	// lengthsSum counts the games of the wide rows that begin above $4, and those of
	// single lengths above $5, up to $6.
	// The column has a name because the driver reads its name each time.
	lengthsSum      = `SELECT (` + sumOf + `n` + sumWide + `) + (` + sumOf + `n` + sumNear + `) AS n`
	lengthsSumTyped = `SELECT (` + sumOf + `n_typed` + sumWide + `) + (` + sumOf + `n_typed` + sumNear + `) AS n`

	sumOf   = `SELECT CAST(COALESCE(SUM(`
	sumFrom = `), 0) AS BIGINT) FROM lengths WHERE board_id = $1 AND list = $2 AND period = $3`
	sumWide = sumFrom + ` AND width = 64 AND length > $4`
	sumNear = sumFrom + ` AND width = 1 AND length > $5 AND length <= $6`

	// checkLengths counts everything anew, and finds where the counts differ.
	checkLengths = `
SELECT board_id, list, period, length, SUM(n), SUM(n_typed) FROM (
  SELECT board_id, list, period, length, n, n_typed FROM lengths WHERE width = 1
  UNION ALL
  SELECT board_id, list, period, length, -1, CASE WHEN random THEN 0 ELSE -1 END FROM game_lengths) AS counted
GROUP BY board_id, list, period, length HAVING SUM(n) <> 0 OR SUM(n_typed) <> 0 LIMIT 20`

	checkEmpty = `SELECT COUNT(*) FROM lengths WHERE n = 0`

	// checkWide compares the rows of 64 lengths with the others.
	checkWide = `
SELECT board_id, list, period, first, SUM(n), SUM(n_typed) FROM (
  SELECT board_id, list, period, length - length % 64 AS first,
    CASE width WHEN 1 THEN -n ELSE n END AS n, CASE width WHEN 1 THEN -n_typed ELSE n_typed END AS n_typed
  FROM lengths) AS counted
GROUP BY board_id, list, period, first HAVING SUM(n) <> 0 OR SUM(n_typed) <> 0 LIMIT 20`

	rebuildLengths = `
INSERT INTO lengths (board_id, list, period, width, length, n, n_typed)
SELECT board_id, list, period, 1, length, COUNT(*), SUM(CASE WHEN random THEN 0 ELSE 1 END)
FROM game_lengths GROUP BY board_id, list, period, length`

	rebuildWide = `
INSERT INTO lengths (board_id, list, period, width, length, n, n_typed)
SELECT board_id, list, period, 64, first, SUM(n), SUM(n_typed) FROM (
  SELECT board_id, list, period, length - length % 64 AS first, n, n_typed FROM lengths WHERE width = 1) AS counted
GROUP BY board_id, list, period, first`
)

// countIn counts a game wherever it is shown: after its row is stored or shown
// again.
func (t session) countIn(ctx context.Context, gameID int64) error {
	_, err := t.exec(ctx, lengthsAdd, gameID, 1)
	return err
}

// countOut is the opposite of countIn, before the game's row goes or is hidden. It
// does nothing for a game that is hidden already.
func (t session) countOut(ctx context.Context, gameID int64) error {
	if _, err := t.exec(ctx, lengthsAdd, gameID, -1); err != nil {
		return err
	}
	_, err := t.exec(ctx, lengthsTidy, gameID, 0)
	return err
}

// longer counts the games that are longer: those of all wide rows above, and of
// single lengths up to the first of these.
func (t session) longer(ctx context.Context, r ranking, than int64) (int64, error) {
	return t.sum(ctx, r, than, than, than|(wide-1))
}

// between counts the games above one length, up to another, which is to be near.
func (t session) between(ctx context.Context, r ranking, above, upTo int64) (int64, error) {
	return t.sum(ctx, r, math.MaxInt64, above, upTo)
}

func (t session) total(ctx context.Context, r ranking) (int64, error) {
	return t.longer(ctx, r, -1)
}

func (t session) sum(ctx context.Context, r ranking, wideAbove, above, upTo int64) (int64, error) {
	var n int64
	text := lengthsSum
	if r.typed {
		text = lengthsSumTyped
	}
	_, err := t.scan(ctx, text, []any{r.board, r.code(), r.period, wideAbove, above, upTo}, &n)
	return n, err
}

// rank fills in the ranks of entries that are in the ranking's order.
func (t session) rank(ctx context.Context, r ranking, entries []Entry) (err error) {
	var longer, n int64
	for i := range entries {
		length := entries[i].length(r.by)
		switch {
		case i > 0 && entries[i-1].length(r.by) == length:
		case i > 0 && entries[i-1].length(r.by) <= length+wide:
			n, err = t.between(ctx, r, length, entries[i-1].length(r.by))
			longer += n
		default:
			longer, err = t.longer(ctx, r, length)
		}
		if err != nil {
			return err
		}
		entries[i].Rank = longer + 1
	}
	return nil
}

// rankPage is rank for a page of everybody's entries. From the first place that
// begins on it, all places are those of the page.
func (t session) rankPage(ctx context.Context, r ranking, page Page) error {
	all, begins := page.Entries, 0
	if len(all) == 0 {
		return nil
	}
	if all[0].Rank = 1; page.Before {
		for begins < len(all)-1 && all[begins].length(r.by) == all[0].length(r.by) {
			begins++
		}
		if err := t.rank(ctx, r, all[:begins+1]); err != nil {
			return err
		}
	}
	for i := begins + 1; i < len(all); i++ {
		all[i].Rank = all[i-1].Rank
		if all[i].length(r.by) < all[i-1].length(r.by) {
			all[i].Rank = all[begins].Rank + int64(i-begins)
		}
	}
	return nil
}

// Rebuild computes what is kept beside the games anew from the games themselves:
// indexes, how many there are of each length, whose best in a challenge a game is,
// what users' games come to, and which ids were given away. It mends what
// [Store.Check] finds wrong there, in one transaction; on millions of games it takes
// minutes, during which nothing else is written.
func (s *Store) Rebuild(ctx context.Context) error {
	return transact(ctx, s.writer, nil, func(t session) error {
		texts := []string{`REINDEX`, `DELETE FROM lengths`, rebuildLengths, rebuildWide, rebuildClearBest, rebuildSetBest}
		for _, table := range counted() {
			texts = append(texts, fmt.Sprintf(rebuildCounter, table))
		}
		for _, text := range texts {
			if _, err := t.exec(ctx, text); err != nil {
				return fmt.Errorf("rebuilding: %w", err)
			}
		}
		return t.rebuildSums(ctx)
	})
}
