package repair

import (
	"context"
	"database/sql"
)

const (
	// wrongFinds selects the finds that differ from their games.
	wrongFinds = `
SELECT f.game_id FROM finds AS f JOIN games AS g ON g.id = f.game_id
WHERE g.scope <> f.scope OR g.game <> f.game OR g.division <> f.division OR g.deal_key <> f.deal_key
  OR g.standing <> f.kind OR g.minus_plays <> f.minus_plays OR g.minus_takes <> f.minus_takes`

	// missingFinds selects the games of searches without a find.
	missingFinds = `
SELECT g.id FROM games AS g
WHERE g.standing IN ('hunted', 'walked') AND NOT EXISTS (SELECT 1 FROM finds AS f WHERE f.game_id = g.id)`

	// setFinds leaves those whose place another find has.
	setFinds = `
UPDATE finds SET scope = g.scope, game = g.game, division = g.division, deal_key = g.deal_key, kind = g.standing,
  minus_plays = g.minus_plays, minus_takes = g.minus_takes
FROM games AS g WHERE g.id = finds.game_id AND g.standing IN ('hunted', 'walked') AND NOT EXISTS (
  SELECT 1 FROM finds AS o WHERE o.scope = g.scope AND o.game = g.game AND o.division = g.division
    AND o.deal_key = g.deal_key AND COALESCE(o.game_id, 0) <> g.id)`

	deleteFinds = `DELETE FROM finds WHERE game_id IN (` + wrongFinds + `)`

	// insertFinds takes the place of finds whose games are deleted. Of two games of one
	// deal the first is the find.
	insertFinds = `
INSERT INTO finds (scope, game, division, deal_key, kind, game_id, minus_plays, minus_takes, shown, found_at)
SELECT g.scope, g.game, g.division, g.deal_key, g.standing, g.id, g.minus_plays, g.minus_takes, TRUE, g.played_at
FROM games AS g WHERE g.id IN (` + missingFinds + `) ORDER BY g.id
ON CONFLICT (scope, game, division, deal_key) DO UPDATE SET kind = excluded.kind, game_id = excluded.game_id,
  minus_plays = excluded.minus_plays, minus_takes = excluded.minus_takes WHERE finds.game_id IS NULL`

	// unfound takes the games off the list that are no find all the same.
	unfound = `UPDATE games SET standing = 'unranked' WHERE id IN (` + missingFinds + `)`
)

// checkFinds compares the finds of searches with the games that are stored of them.
func (tx txn) checkFinds(ctx context.Context, r *Report) error {
	for _, c := range []struct{ text, problem string }{
		{wrongFinds + " LIMIT 20", "the find of game %d differs from the game"},
		{missingFinds + " LIMIT 20", "game %d was found by a search, and there is no find of it"},
	} {
		err := tx.Each(ctx, c.text, nil, func(rows *sql.Rows) error {
			var game int64
			err := rows.Scan(&game)
			r.problem(c.problem, game)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
