package store

import (
	"context"
	"fmt"
	"math"
)

const (
	// lengthsAdd counts a game that is shown, $2 times on each of its lists.
	lengthsAdd = `
INSERT INTO lengths (board_id, list, period, length, n, n_typed)
SELECT board_id, list, period, length, CAST($2 AS BIGINT), CASE WHEN random THEN 0 ELSE CAST($2 AS BIGINT) END
FROM game_lengths WHERE game_id = $1
ON CONFLICT (board_id, list, period, length) DO UPDATE
SET n = lengths.n + excluded.n, n_typed = lengths.n_typed + excluded.n_typed`

	// lengthsTidy deletes what no game is left of.
	lengthsTidy = `
DELETE FROM lengths WHERE n = 0 AND (board_id, list, period, length) IN (
  SELECT board_id, list, period, length FROM game_lengths WHERE game_id = $1)`

	// lengthsSum counts the games longer than $4, up to $5.
	lengthsSum = `
SELECT CAST(COALESCE(SUM(COUNTED), 0) AS BIGINT) FROM lengths
WHERE board_id = $1 AND list = $2 AND period = $3 AND length > $4 AND length <= $5`

	// checkLengths counts everything anew, and finds where the sums differ.
	checkLengths = `
SELECT board_id, list, period, length, SUM(n), SUM(n_typed) FROM (
  SELECT board_id, list, period, length, n, n_typed FROM lengths
  UNION ALL
  SELECT board_id, list, period, length, -1, CASE WHEN random THEN 0 ELSE -1 END FROM game_lengths) AS counted
GROUP BY board_id, list, period, length HAVING SUM(n) <> 0 OR SUM(n_typed) <> 0 LIMIT 20`

	rebuildLengths = `
INSERT INTO lengths (board_id, list, period, length, n, n_typed)
SELECT board_id, list, period, length, COUNT(*), SUM(CASE WHEN random THEN 0 ELSE 1 END)
FROM game_lengths GROUP BY board_id, list, period, length`
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
	_, err := t.exec(ctx, lengthsTidy, gameID)
	return err
}

// count counts the games that are longer than one length, up to another.
func (t session) count(ctx context.Context, r ranking, above, upTo int64) (int64, error) {
	var n int64
	_, err := t.scan(ctx, r.query(lengthsSum), []any{r.board, r.code(), r.period, above, upTo}, &n)
	return n, err
}

// total counts all games of a ranking.
func (t session) total(ctx context.Context, r ranking) (int64, error) {
	return t.count(ctx, r, -1, math.MaxInt64)
}

// rank fills in the ranks of entries that are in the ranking's order.
func (t session) rank(ctx context.Context, r ranking, entries []Entry) error {
	var longer int64
	last := int64(math.MaxInt64)
	for i := range entries {
		if length := entries[i].length(r.by); length != last {
			n, err := t.count(ctx, r, length, last)
			if err != nil {
				return err
			}
			longer, last = longer+n, length
		}
		entries[i].Rank = longer + 1
	}
	return nil
}

// Rebuild computes what is kept beside the games anew from the games themselves:
// how many there are of each length, and whose best in a challenge a game is. It
// mends what [Store.Check] finds wrong there, in one transaction; on millions of
// games it takes minutes, during which nothing else is written.
func (s *Store) Rebuild(ctx context.Context) error {
	return transact(ctx, s.writer, nil, func(t session) error {
		for _, text := range []string{`DELETE FROM lengths`, rebuildLengths, rebuildClearBest, rebuildSetBest} {
			if _, err := t.exec(ctx, text); err != nil {
				return fmt.Errorf("rebuilding: %w", err)
			}
		}
		return nil
	})
}
