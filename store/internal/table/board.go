package table

import (
	"context"

	"nonna/store/internal/sqltx"
)

const (
	openBoard = `
SELECT id FROM boards
WHERE scope = $1 AND game = $2 AND division = $3 AND kind = $4 AND retired_at IS NULL`

	countBoards = `SELECT COUNT(*) FROM boards WHERE scope = $1 AND retired_at IS NULL AND ` + BroughtBoards

	insertBoard = `INSERT INTO boards (scope, game, division, kind) VALUES ($1, $2, $3, $4) RETURNING id`
)

// MaxBoards is the maximum number of open boards of a scope that [BroughtBoards] selects.
const MaxBoards = 5000

// BroughtBoards selects the boards of what members brought, and not those of what searches
// found.
const BroughtBoards = `kind IN ('ends', 'loops')`

// Board identifies an open board.
type Board struct {
	Scope                int64
	Game, Division, Kind string
}

// Ensure returns the id of the board. It creates the board if it does not exist, and
// reports whether there is one: a scope has at most [MaxBoards].
func (b Board) Ensure(ctx context.Context, tx *sqltx.Tx) (id int64, ok bool, err error) {
	ok, err = tx.Scan(ctx, openBoard, []any{b.Scope, b.Game, b.Division, b.Kind}, &id)
	if err != nil || ok {
		return id, ok, err
	}
	return b.Create(ctx, tx)
}

// Create creates the board, which must not exist, and returns its id. It reports whether there
// was room for it in its scope.
func (b Board) Create(ctx context.Context, tx *sqltx.Tx) (id int64, ok bool, err error) {
	var n int64
	if _, err := tx.Scan(ctx, countBoards, []any{b.Scope}, &n); err != nil {
		return 0, false, err
	}
	if isBrought := b.Kind == "ends" || b.Kind == "loops"; isBrought && n >= MaxBoards {
		return 0, false, nil
	}
	_, err = tx.Scan(ctx, insertBoard, []any{b.Scope, b.Game, b.Division, b.Kind}, &id)
	return id, err == nil, err
}
