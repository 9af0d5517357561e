package table

import (
	"context"
	"fmt"

	"nonna/store/internal/errs"
	"nonna/store/internal/sqltx"
)

// Numbered returns the tables whose ids [NextID] hands out.
func Numbered() []string { return []string{"boards", "games", "challenges", "audit"} }

const (
	nextID = `UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value`

	openBoard = `
SELECT id FROM boards
WHERE scope = $1 AND game = $2 AND division = $3 AND kind = $4 AND retired_at IS NULL`

	insertBoard = `INSERT INTO boards (id, scope, game, division, kind) VALUES ($1, $2, $3, $4, $5)`
)

// NextID returns the next id for a row of a table.
func NextID(ctx context.Context, tx *sqltx.Tx, table string) (int64, error) {
	var id int64
	found, err := tx.Scan(ctx, nextID, []any{table}, &id)
	if err == nil && !found {
		err = fmt.Errorf("%w: there is no counter of %s", errs.ErrCorrupt, table)
	}
	return id, err
}

// Board identifies an open board.
type Board struct {
	Scope                int64
	Game, Division, Kind string
}

// Find returns the id of the board, and reports whether it exists.
func (b Board) Find(ctx context.Context, tx *sqltx.Tx) (id int64, found bool, err error) {
	found, err = tx.Scan(ctx, openBoard, []any{b.Scope, b.Game, b.Division, b.Kind}, &id)
	return id, found, err
}

// Ensure returns the id of the board, and creates the board if it does not exist.
func (b Board) Ensure(ctx context.Context, tx *sqltx.Tx) (int64, error) {
	id, found, err := b.Find(ctx, tx)
	if err != nil || found {
		return id, err
	}
	if id, err = NextID(ctx, tx, "boards"); err != nil {
		return 0, err
	}
	_, err = tx.Exec(ctx, insertBoard, id, b.Scope, b.Game, b.Division, b.Kind)
	return id, err
}
