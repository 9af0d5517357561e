package repair

import (
	"context"
	"database/sql"
	"fmt"

	"nonna/store"
	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

const (
	gameToCorrect = `
SELECT g.scope, g.standing, g.shown, g.board_id, g.owner_id,
  b.retired_at IS NOT NULL, COALESCE(b.division, ''), COALESCE(b.kind, '')
FROM games AS g LEFT JOIN boards AS b ON b.id = g.board_id WHERE g.id = $1`

	otherOwner = `SELECT id FROM games WHERE board_id = $1 AND deal_key = $2 AND id <> $3`

	correctGame = `
UPDATE games SET division = $2, deal_key = $3, ending = $4, plays = $5, takes = $6, cycle_plays = $7, cycle_takes = $8,
  standing = $9, shown = $10, board_id = $11, owner_id = $12 WHERE id = $1`
)

// correct replaces wrong results of games with freshly computed ones, in one
// transaction. The games move to the boards where they belong. What is
// derived from them is wrong until [Database.Rebuild]. Games that were deleted meanwhile
// are ignored.
func (d *Database) correct(ctx context.Context, games []Settled) error {
	return d.update(ctx, func(ctx context.Context, tx *sqltx.Tx) error {
		for _, g := range games {
			if err := correct(ctx, tx, g); err != nil {
				return fmt.Errorf("correcting game %d: %w", g.ID, err)
			}
		}
		return nil
	})
}

// place is where a game counts: on a board, or behind the owner of its deal.
type place struct {
	standing     store.Standing
	board, owner sql.NullInt64
}

func correct(ctx context.Context, tx *sqltx.Tx, g Settled) error {
	var scope int64
	var at place
	var shown, retired bool
	var division, kind string
	found, err := tx.Scan(ctx, gameToCorrect, []any{g.ID},
		&scope, &at.standing, &shown, &at.board, &at.owner, &retired, &division, &kind)
	if err != nil || !found {
		return err
	}
	if at.board.Valid {
		if at.standing != store.Ranked && g.Kind == store.Ends { // a search found it
			g.Kind = store.Kind(at.standing)
		}
		fits := division == g.Division && kind == string(g.Kind)
		if at, err = newPlace(ctx, tx, g, scope, at, retired, fits); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, correctGame, g.ID, g.Division, table.Digest(g.Key), g.Ending, g.Plays, g.Takes, g.CyclePlays, g.CycleTakes,
		string(at.standing), shown && at.board.Valid, at.board, at.owner)
	return err
}

// newPlace returns the new place of a game that is on a board. It is unranked if the corrected
// game may not be ranked, or if its board was retired and is not the right one; and taken if
// another game brought the deal to the right board.
func newPlace(ctx context.Context, tx *sqltx.Tx, g Settled, scope int64, was place, retired, fits bool) (place, error) {
	unranked := place{standing: store.Unranked}
	if g.Kind == store.NoBoard || retired && !fits {
		return unranked, nil
	}
	on := was.board
	if !retired {
		var ok bool
		var err error
		board := table.Board{Scope: scope, Game: g.Name, Division: g.Division, Kind: string(g.Kind)}
		if on.Int64, ok, err = board.Ensure(ctx, tx); err != nil {
			return unranked, err
		}
		if !ok {
			return place{standing: store.Crowded}, nil
		}
	}
	at := place{standing: store.Taken}
	taken, err := tx.Scan(ctx, otherOwner, []any{on.Int64, table.Digest(g.Key), g.ID}, &at.owner)
	if !taken {
		at = place{standing: was.standing, board: on}
	}
	return at, err
}
