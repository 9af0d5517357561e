package store

import (
	"context"
	"fmt"
	"strings"
)

// Rebuild computes all that is kept beside the games anew from the games
// themselves: the boards' sizes, the blocks that ranks are added up from, and
// whose best in a challenge a game is. It mends what [Store.Check] finds wrong there, in one transaction; on millions of
// games it takes minutes, during which nothing else is written.
func (s *Store) Rebuild(ctx context.Context) error {
	return s.update(ctx, func(t session) error {
		if _, err := t.exec(ctx, `DELETE FROM blocks`); err != nil {
			return fmt.Errorf("emptying the blocks: %w", err)
		}
		// Blocks start half full, as after a split.
		size := max(1, s.blockSize/2)
		for _, l := range allLists() {
			args := []any{l.code(), firstPlace().key, size}
			if _, err := t.exec(ctx, l.everyShelf(rebuildGames), args...); err != nil {
				return fmt.Errorf("rebuilding list %d: %w", l.code(), err)
			}
		}
		if _, err := t.exec(ctx, rebuildBlocks, maxBlocks); err != nil {
			return fmt.Errorf("rebuilding the blocks of blocks: %w", err)
		}
		if _, err := t.exec(ctx, rebuildEntries); err != nil {
			return fmt.Errorf("counting the boards' entries: %w", err)
		}
		for _, text := range []string{rebuildUnchosen, rebuildChosen} {
			if _, err := t.exec(ctx, text); err != nil {
				return fmt.Errorf("finding the best games of challenges: %w", err)
			}
		}
		return nil
	})
}

const (
	// rebuildGames numbers the games of every shelf of a list and keeps each
	// block's first one, the very first as the place before every game.
	rebuildGames = `
INSERT INTO blocks (board_id, list, period, level, first_key, first_id, n)
SELECT board_id, $1, period, 0,
  CASE WHEN nth = 0 THEN $2 ELSE key END,
  CASE WHEN nth = 0 THEN 0 ELSE id END,
  CASE WHEN of - nth < $3 THEN of - nth ELSE $3 END
FROM (
  SELECT g.board_id, PERIOD AS period, KEY AS key, g.id,
    ROW_NUMBER() OVER (PARTITION BY g.board_id, PERIOD ORDER BY KEY, g.id) - 1 AS nth,
    COUNT(*) OVER (PARTITION BY g.board_id, PERIOD) AS of
  FROM games AS g WHERE LIST) AS numbered
WHERE nth % $3 = 0`

	// rebuildBlocks does the same with the blocks of level 0.
	rebuildBlocks = `
INSERT INTO blocks (board_id, list, period, level, first_key, first_id, n)
SELECT board_id, list, period, 1, first_key, first_id, n FROM (
  SELECT board_id, list, period, first_key, first_id, nth,
    SUM(n) OVER (PARTITION BY board_id, list, period, nth / $1) AS n
  FROM (
    SELECT board_id, list, period, first_key, first_id, n,
      ROW_NUMBER() OVER (PARTITION BY board_id, list, period ORDER BY first_key, first_id) - 1 AS nth
    FROM blocks WHERE level = 0) AS numbered) AS summed
WHERE nth % $1 = 0`

	rebuildEntries = `
UPDATE boards SET entries = (SELECT COUNT(*) FROM games AS g WHERE g.board_id = boards.id AND g.shown)`

	rebuildUnchosen = `UPDATE challenge_games SET best = FALSE WHERE best`

	rebuildChosen = `
UPDATE challenge_games SET best = TRUE WHERE game_id = (
  SELECT e.game_id FROM challenge_games AS e JOIN games AS g ON g.id = e.game_id
  WHERE e.challenge_id = challenge_games.challenge_id AND e.user_id = challenge_games.user_id AND g.shown
  ORDER BY e.minus_count, e.game_id LIMIT 1)`
)

// everyShelf fills in a text about a list on all boards and in all periods.
func (l list) everyShelf(text string) string {
	where, period := "g.shown", "0"
	if l.typed {
		where += " AND NOT g.random"
	}
	switch l.span {
	case Month:
		period = "g.month"
	case Week:
		period = "g.week"
	case AllTime:
	}
	return strings.NewReplacer("LIST", where, "KEY", "g."+l.key(), "PERIOD", period).Replace(text)
}
