package repair

import (
	"context"
	"database/sql"

	"nonna/store/internal/table"
)

// The queries for matches that no play leads to. What they report names no hand.
const (
	// wrongSeats selects the matches with other seats than the first ones, or a wrong number.
	wrongSeats = `
SELECT m.id FROM matches AS m LEFT JOIN match_seats AS s ON s.match_id = m.id
GROUP BY m.id, m.seats HAVING COUNT(s.seat) NOT BETWEEN 1 AND m.seats OR MIN(s.seat) <> 0 OR MAX(s.seat) <> COUNT(s.seat) - 1 LIMIT 20`

	allRounds = `SELECT id, rounds, reason = 'won', COALESCE(winner, -1) FROM matches WHERE rounds <> '[]' OR reason = 'won'`

	// keptHands selects the matches that are over, with hands that are kept.
	keptHands = `
SELECT DISTINCT m.id FROM matches AS m JOIN match_seats AS s ON s.match_id = m.id WHERE m.reason <> '' AND s.hand <> '' LIMIT 20`
)

// checkMatches finds matches that no play leads to.
func (tx txn) checkMatches(ctx context.Context, r *Report) error {
	for _, c := range []struct{ text, problem string }{
		{wrongSeats, "match %d has a wrong number of players"},
		{keptHands, "match %d is over, and keeps sealed hands"},
	} {
		err := tx.Each(ctx, c.text, nil, func(rows *sql.Rows) error {
			var match int64
			err := rows.Scan(&match)
			r.damage(c.problem, match)
			return err
		})
		if err != nil {
			return err
		}
	}
	return tx.Each(ctx, allRounds, nil, func(rows *sql.Rows) error {
		var match int64
		var text string
		var won bool
		var winner int
		if err := rows.Scan(&match, &text, &won, &winner); err != nil {
			return err
		}
		rounds, err := table.ParseRounds(text)
		want := -1
		if won && len(rounds) > 0 {
			want = rounds[len(rounds)-1].Winner
		}
		if err != nil || winner != want || won && winner < 0 {
			r.damage("match %d has another winner than its rounds", match)
		}
		return nil
	})
}
