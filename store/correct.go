package store

import (
	"context"
	"database/sql"
	"fmt"

	"nonna/store/internal/table"
)

const (
	placeToCorrect = `
SELECT g.scope, g.standing, g.shown, g.board_id, g.owner_id,
  b.retired_at IS NOT NULL, COALESCE(b.division = $2 AND b.kind = $3, FALSE)
FROM games AS g LEFT JOIN boards AS b ON b.id = g.board_id WHERE g.id = $1`

	otherOwner = dealOwner + ` AND id <> $3`

	correctGame = `
UPDATE games SET division = $2, deal_key = $3, ending = $4, plays = $5, takes = $6, cycle_plays = $7, cycle_takes = $8,
  standing = $9, shown = $10, board_id = $11, owner_id = $12 WHERE id = $1`

	correctCounts = `
UPDATE challenge_games SET minus_count = (
  SELECT CASE WHEN c.by_takes THEN g.minus_takes ELSE g.minus_plays END
  FROM games AS g CROSS JOIN challenges AS c WHERE g.id = challenge_games.game_id AND c.id = challenge_games.challenge_id)
WHERE game_id = $1`

	correctWrongParts = `
DELETE FROM challenge_games WHERE (challenge_id, game_id) IN (` + wrongParts + ` AND e.game_id = $1)`

	// Nobody was told of the game's place.
	correctMissingParts = `
INSERT INTO challenge_games (challenge_id, game_id, user_id, minus_count, best, was_best, rank, places)
SELECT c.id, g.id, g.user_id, CASE WHEN c.by_takes THEN g.minus_takes ELSE g.minus_plays END, FALSE, FALSE, 0, 0` +
		missingParts + ` AND g.id = $1`
)

// Correct stores what the deals of games come to, where it was found to be
// otherwise: all of it, or nothing. The games move to where they belong; what is
// kept beside them is wrong until [Store.Rebuild]. Games that were deleted since are
// passed over.
func (s *Store) Correct(ctx context.Context, games []Settled) error {
	return s.update(ctx, func(t session) error {
		for _, g := range games {
			if err := t.correct(ctx, g); err != nil {
				return fmt.Errorf("correcting game %d: %w", g.ID, err)
			}
		}
		return nil
	})
}

func (t session) correct(ctx context.Context, g Settled) error {
	r := row{Game: g.Game, id: g.ID}
	var shown, retired, fits bool
	found, err := t.scan(ctx, placeToCorrect, []any{g.ID, g.Division, string(g.Kind)},
		&r.scope, &r.standing, &shown, &r.board, &r.owner, &retired, &fits)
	if err != nil || !found {
		return err
	}
	if err := t.forgetSum(ctx, g.ID); err != nil {
		return err
	}
	if r.standing == Ranked {
		if err := t.move(ctx, &r, retired, fits); err != nil {
			return err
		}
	}
	_, err = t.exec(ctx, correctGame, r.id, r.Division, table.Digest(r.Key), r.Ending, r.Plays, r.Takes, r.CyclePlays, r.CycleTakes,
		string(r.standing), shown && r.standing == Ranked, r.board, r.owner)
	for _, text := range []string{correctCounts, correctWrongParts, correctMissingParts} {
		if err == nil {
			_, err = t.exec(ctx, text, r.id)
		}
	}
	return err
}

// move finds the board that a ranked game belongs on. There is none for a deal that
// another game has brought there, or that is not up for a board, nor for a game
// that was reset together with another board.
func (t session) move(ctx context.Context, r *row, retired, fits bool) (err error) {
	on := r.board
	r.standing, r.board = Unranked, sql.NullInt64{}
	switch {
	case r.Kind == NoBoard || retired && !fits:
		return nil
	case !retired:
		on.Int64, err = t.board(ctx, r)
	}
	if err != nil {
		return err
	}
	taken, err := t.scan(ctx, otherOwner, []any{on.Int64, table.Digest(r.Key), r.id}, &r.owner)
	if r.standing = Taken; !taken {
		r.standing, r.board = Ranked, on
	}
	return err
}
