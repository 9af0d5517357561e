package store

import (
	"context"
	"database/sql"
)

const (
	// wrongParts finds games in challenges that they do not count in.
	wrongParts = `
SELECT e.challenge_id, e.game_id
FROM challenge_games AS e JOIN challenges AS c ON c.id = e.challenge_id
  JOIN games AS g ON g.id = e.game_id LEFT JOIN boards AS b ON b.id = g.board_id
WHERE (e.user_id <> g.user_id OR e.minus_count <> CASE WHEN c.by_takes THEN g.minus_takes ELSE g.minus_plays END
  OR b.id IS NULL OR b.scope <> c.guild_id OR b.game <> c.game OR b.division <> c.division OR b.kind <> c.kind
  OR g.id <= c.after_game OR g.id > c.last_game OR g.played_at < c.opened_at OR g.played_at >= c.ends_at
  OR g.random AND NOT c.random)`

	// missingParts are the games that count in a challenge and are not in it. Those
	// of boards that were reset may be or not.
	missingParts = `
FROM challenges AS c JOIN boards AS b ON b.scope = c.guild_id AND b.game = c.game AND b.division = c.division
  AND b.kind = c.kind AND b.retired_at IS NULL JOIN games AS g ON g.board_id = b.id
WHERE g.id > c.after_game AND (c.last_game IS NULL OR g.id <= c.last_game) AND g.played_at >= c.opened_at
  AND g.played_at < c.ends_at AND (c.random OR NOT g.random)
  AND NOT EXISTS (SELECT 1 FROM challenge_games AS e WHERE e.challenge_id = c.id AND e.game_id = g.id)`

	// checkBest works the standings out anew, and finds where they are otherwise.
	checkBest = `
SELECT challenge_id, game_id FROM (
  SELECT e.challenge_id, e.game_id, e.best, g.shown,
    ROW_NUMBER() OVER (PARTITION BY e.challenge_id, e.user_id, g.shown ORDER BY e.minus_count, e.game_id) AS nth
  FROM challenge_games AS e JOIN games AS g ON g.id = e.game_id) AS counted
WHERE best <> (shown AND nth = 1) LIMIT 20`

	rebuildClearBest = `UPDATE challenge_games SET best = FALSE WHERE best`

	rebuildSetBest = `
UPDATE challenge_games SET best = TRUE WHERE game_id = (
  SELECT e.game_id FROM challenge_games AS e JOIN games AS g ON g.id = e.game_id
  WHERE e.challenge_id = challenge_games.challenge_id AND e.user_id = challenge_games.user_id AND g.shown
  ORDER BY e.minus_count, e.game_id LIMIT 1)`
)

// checkChallenges works out anew which games count in which challenges, and
// which are their players' best.
func (t session) checkChallenges(ctx context.Context, r *Report) error {
	for _, c := range []struct{ text, problem string }{
		{wrongParts + " LIMIT 20", "challenge %d: game %d does not count in it"},
		{"SELECT c.id, g.id" + missingParts + " LIMIT 20", "challenge %d: game %d counts in it and is not there"},
		{checkBest, "challenge %d: whether game %d is its player's best is wrong"},
	} {
		err := t.each(ctx, c.text, nil, func(rows *sql.Rows) error {
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
