package repair

import (
	"context"
	"database/sql"
)

const (
	// wrongEntries selects games that are in a challenge and do not count in it.
	wrongEntries = `
SELECT e.challenge_id, e.game_id
FROM challenge_games AS e JOIN challenges AS c ON c.id = e.challenge_id
  JOIN games AS g ON g.id = e.game_id LEFT JOIN boards AS b ON b.id = g.board_id
WHERE (e.user_id <> g.user_id OR e.minus_count <> CASE WHEN c.by_takes THEN g.minus_takes ELSE g.minus_plays END
  OR b.id IS NULL OR b.scope <> c.guild_id OR b.game <> c.game OR b.division <> c.division OR b.kind <> c.kind
  OR g.id <= c.after_game OR g.id > c.last_game OR g.played_at < c.opened_at OR g.played_at >= c.ends_at
  OR g.random AND NOT c.random)`

	// missingEntries are the games that count in a challenge and are not in it. Games on
	// boards that were reset may or may not be in it.
	missingEntries = `
FROM challenges AS c JOIN boards AS b ON b.scope = c.guild_id AND b.game = c.game AND b.division = c.division
  AND b.kind = c.kind AND b.retired_at IS NULL JOIN games AS g ON g.board_id = b.id
WHERE g.id > c.after_game AND (c.last_game IS NULL OR g.id <= c.last_game) AND g.played_at >= c.opened_at
  AND g.played_at < c.ends_at AND (c.random OR NOT g.random)
  AND NOT EXISTS (SELECT 1 FROM challenge_games AS e WHERE e.challenge_id = c.id AND e.game_id = g.id)`

	// wrongBest selects the games that are wrongly marked as their player's best, or
	// wrongly not.
	wrongBest = `
SELECT challenge_id, game_id FROM (
  SELECT e.challenge_id, e.game_id, e.best, g.shown,
    ROW_NUMBER() OVER (PARTITION BY e.challenge_id, e.user_id, g.shown ORDER BY e.minus_count, e.game_id) AS nth
  FROM challenge_games AS e JOIN games AS g ON g.id = e.game_id) AS counted
WHERE best <> (shown AND nth = 1) LIMIT 20`

	clearBest = `UPDATE challenge_games SET best = FALSE WHERE best`

	setBest = `
UPDATE challenge_games SET best = TRUE WHERE game_id = (
  SELECT e.game_id FROM challenge_games AS e JOIN games AS g ON g.id = e.game_id
  WHERE e.challenge_id = challenge_games.challenge_id AND e.user_id = challenge_games.user_id AND g.shown
  ORDER BY e.minus_count, e.game_id LIMIT 1)`
)

// checkChallenges checks which games count in which challenges, and which of them are
// their players' best.
func (tx txn) checkChallenges(ctx context.Context, r *Report) error {
	for _, c := range []struct{ text, problem string }{
		{wrongEntries + " LIMIT 20", "challenge %d: game %d does not count in it"},
		{"SELECT c.id, g.id" + missingEntries + " LIMIT 20", "challenge %d: game %d counts in it and is missing"},
		{wrongBest, "challenge %d: game %d is wrongly marked, or not marked, as its player's best"},
	} {
		err := tx.Each(ctx, c.text, nil, func(rows *sql.Rows) error {
			var challenge, game int64
			err := rows.Scan(&challenge, &game)
			r.problem(c.problem, challenge, game)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
