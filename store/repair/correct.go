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
	gameToCorrect = `SELECT scope, standing, shown, board_id, owner_id FROM games WHERE id = $1`

	boardOf = `
SELECT (SELECT COUNT(*) FROM boards AS o WHERE o.scope = $1 AND o.` + table.BroughtBoards + `),
  (SELECT b.id FROM boards AS b WHERE b.scope = $1 AND b.game = $2 AND b.division = $3 AND b.kind = $4)`

	addBoard = `INSERT INTO boards (scope, game, division, kind) VALUES ($1, $2, $3, $4) RETURNING id`

	otherOwner = `SELECT id FROM games WHERE board_id = $1 AND deal_key = $2 AND id <> $3`

	correctGame = `
UPDATE games SET division = $2, deal_key = $3, ending = $4, plays = $5, takes = $6, cycle_plays = $7, cycle_takes = $8,
  standing = $9, shown = $10, board_id = $11, owner_id = $12 WHERE id = $1`
)

// correct replaces wrong results of games with freshly computed ones, in one
// transaction. The games move to the boards where they belong. All that is
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
	var shown bool
	found, err := tx.Scan(ctx, gameToCorrect, []any{g.ID}, &scope, &at.standing, &shown, &at.board, &at.owner)
	if err != nil || !found {
		return err
	}
	if at.board.Valid {
		if at.standing != store.Ranked && g.Kind == store.Ends { // a search found it
			g.Kind = store.Kind(at.standing)
		}
		if at, err = newPlace(ctx, tx, g, scope, at); err != nil {
			return err
		}
	}
	_, err = tx.Exec(ctx, correctGame, g.ID, g.Division, table.Digest(g.Key), g.Ending, g.Plays, g.Takes, g.CyclePlays, g.CycleTakes,
		string(at.standing), shown && at.board.Valid, at.board, at.owner)
	return err
}

// newPlace returns the new place of a game that is on a board. It is unranked if the corrected
// game may not be ranked, and taken if another game brought the deal to the right board.
func newPlace(ctx context.Context, tx *sqltx.Tx, g Settled, scope int64, was place) (place, error) {
	if g.Kind == store.NoBoard {
		return place{standing: store.Unranked}, nil
	}
	var boards int64
	var board sql.NullInt64
	key := []any{scope, g.Name, g.Division, string(g.Kind)}
	_, err := tx.Scan(ctx, boardOf, key, &boards, &board)
	if isBrought := g.Kind == store.Ends || g.Kind == store.Loops; err == nil && !board.Valid && isBrought && boards >= table.MaxBoards {
		return place{standing: store.Crowded}, nil
	}
	if err == nil && !board.Valid {
		_, err = tx.Scan(ctx, addBoard, key, &board)
	}
	if err != nil {
		return place{}, err
	}
	at := place{standing: store.Taken}
	taken, err := tx.Scan(ctx, otherOwner, []any{board, table.Digest(g.Key), g.ID}, &at.owner)
	if !taken {
		at = place{standing: was.standing, board: board}
	}
	return at, err
}
