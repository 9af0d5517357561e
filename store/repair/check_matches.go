package repair

import (
	"context"
	"database/sql"
)

// The queries for matches that no play leads to. What they report names no hand.
const (
	// wrongSeats selects the matches with other seats than the first ones, or a wrong number.
	wrongSeats = `
SELECT m.id FROM matches AS m LEFT JOIN match_seats AS s ON s.match_id = m.id
GROUP BY m.id, m.seats HAVING COUNT(s.seat) NOT BETWEEN 1 AND m.seats OR MIN(s.seat) <> 0 OR MAX(s.seat) <> COUNT(s.seat) - 1 LIMIT 20`

	// wrongRounds selects the matches whose round does not follow from those that were
	// played: it is one more while the match goes on.
	wrongRounds = `
SELECT m.id FROM matches AS m
WHERE (SELECT COUNT(*) FROM match_rounds AS r WHERE r.match_id = m.id) <>
    m.round - CASE WHEN m.reason IN ('won', 'drawn') THEN 0 ELSE 1 END
  OR (SELECT COALESCE(MAX(r.round), 0) FROM match_rounds AS r WHERE r.match_id = m.id) >
    m.round - CASE WHEN m.reason IN ('won', 'drawn') THEN 0 ELSE 1 END LIMIT 20`

	// wrongWins selects the matches with a seat whose wins differ from the rounds.
	wrongWins = `
SELECT DISTINCT s.match_id FROM match_seats AS s
WHERE s.wins <> (SELECT COUNT(*) FROM match_rounds AS r WHERE r.match_id = s.match_id AND r.winner = s.seat) LIMIT 20`

	// keptHands selects the matches that are over, with hands that are kept.
	keptHands = `
SELECT DISTINCT m.id FROM matches AS m JOIN match_seats AS s ON s.match_id = m.id WHERE m.reason <> '' AND s.hand <> '' LIMIT 20`
)

// checkMatches finds matches that no play leads to.
func (tx txn) checkMatches(ctx context.Context, r *Report) error {
	for _, c := range []struct{ text, problem string }{
		{wrongSeats, "match %d has a wrong number of players"},
		{wrongRounds, "match %d has other rounds than were played"},
		{wrongWins, "match %d counts other wins than its rounds"},
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
	return nil
}
