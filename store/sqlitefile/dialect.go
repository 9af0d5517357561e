package sqlitefile

import (
	"context"
	"database/sql"

	"nonna/store/internal/sqltx"
)

// Dialect is what transactions must know of SQLite. There is one writer at a time, who waits
// for nobody and is alone with everything.
type Dialect struct{}

// Options returns nil: the parameters of the connections say how transactions begin.
func (Dialect) Options(bool) *sql.TxOptions { return nil }

// Hold does nothing.
func (Dialect) Hold(context.Context, *sql.Tx, []sqltx.Hold) error { return nil }

// Classify is the function [Classify].
func (Dialect) Classify(err error) error { return Classify(err) }

// Retry returns [sqltx.Never]: SQLite waits by itself for what is worth it.
func (Dialect) Retry(error) sqltx.Retry { return sqltx.Never }

// Reindex rebuilds all indexes.
func (Dialect) Reindex(ctx context.Context, tx *sqltx.Tx) error {
	_, err := tx.Exec(ctx, "REINDEX")
	return err
}

// reading returns a pool of transactions that only read, on the connections of db.
func reading(db *sql.DB) *sqltx.Pool { return sqltx.NewPool(db, Dialect{}, false) }
