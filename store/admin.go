package store

import (
	"context"
	"fmt"
)

const (
	entryToAct = `
SELECT g.shown, b.game, b.division, b.kind
FROM games AS g JOIN boards AS b ON b.id = g.board_id
WHERE g.id = $1 AND b.scope = $2 AND ` + isThere

	setShown = `UPDATE games SET shown = $2 WHERE id = $1 AND shown <> $2`
)

// Hide removes an entry from its board. A hidden entry still owns its deal. It returns the
// number of changed entries, 0 if the entry was hidden already, and [ErrNotFound] if no
// board of the server has the entry.
func (s *Store) Hide(ctx context.Context, a AdminAction, gameID int64) (int64, error) {
	return s.setShown(ctx, a, gameID, false)
}

// Restore undoes [Store.Hide].
func (s *Store) Restore(ctx context.Context, a AdminAction, gameID int64) (int64, error) {
	return s.setShown(ctx, a, gameID, true)
}

func (s *Store) setShown(ctx context.Context, a AdminAction, gameID int64, show bool) (int64, error) {
	return s.act(ctx, a, func(ctx context.Context, tx Tx, scope int64) (AuditLine, error) {
		d := AuditLine{Action: HideAction, GameID: gameID}
		if show {
			d.Action = RestoreAction
		}
		var shown bool
		found, err := tx.Scan(ctx, entryToAct, []any{gameID, scope}, &shown, &d.Game, &d.Division, &d.Kind)
		if err == nil && !found {
			err = fmt.Errorf("%w: no entry %d on the boards here", ErrNotFound, gameID)
		}
		if err != nil || shown == show {
			return AuditLine{}, err
		}
		if !show {
			if err := tx.uncount(ctx, oneGame(gameID)); err != nil {
				return d, err
			}
		}
		if d.Entries, err = tx.Exec(ctx, setShown, gameID, show); err != nil {
			return d, err
		}
		if show {
			err = tx.countGame(ctx, gameID)
		}
		return d, err
	})
}
