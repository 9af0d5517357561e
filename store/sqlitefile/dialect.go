package sqlitefile

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"nonna/store/internal/errs"
	"nonna/store/internal/sqltx"
)

// Dialect is what transactions must know of SQLite. There is one writer at a time, who waits
// for nobody and is alone with everything.
type Dialect struct{}

const (
	nextID = `UPDATE counters SET value = value + 1 WHERE name = $1 RETURNING value`

	// raiseID never lowers a counter.
	raiseID = `
INSERT INTO counters (name, value) SELECT '%[1]s', COALESCE(MAX(id), 0) FROM %[1]s WHERE TRUE
ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE counters.value < excluded.value`
)

// Options returns nil: the parameters of the connections say how transactions begin.
func (Dialect) Options(bool) *sql.TxOptions { return nil }

// Hold does nothing.
func (Dialect) Hold(context.Context, *sql.Tx, []sqltx.Hold) error { return nil }

// NextID counts in the table counters.
func (Dialect) NextID(ctx context.Context, tx *sqltx.Tx, table string) (int64, error) {
	var id int64
	found, err := tx.Scan(ctx, nextID, []any{table}, &id)
	if err == nil && !found {
		err = fmt.Errorf("%w: there is no counter of %s", errs.ErrCorrupt, table)
	}
	return id, err
}

// RaiseID raises the counter of a table to its largest id.
func (Dialect) RaiseID(ctx context.Context, tx *sqltx.Tx, table string) error {
	_, err := tx.Exec(ctx, fmt.Sprintf(raiseID, table))
	return err
}

// Classify is the function [Classify].
func (Dialect) Classify(err error) error { return Classify(err) }

// Retry returns [sqltx.Never]: SQLite waits by itself for what is worth it.
func (Dialect) Retry(error) sqltx.Retry { return sqltx.Never }

// AttemptTime returns 0: a file does not go away.
func (Dialect) AttemptTime() time.Duration { return 0 }

// CheckFile is the function [Check].
func (Dialect) CheckFile(ctx context.Context, tx *sqltx.Tx) (damage, indexes []string, err error) {
	return Check(ctx, tx)
}

// Reindex is the function [Reindex].
func (Dialect) Reindex(ctx context.Context, tx *sqltx.Tx) error { return Reindex(ctx, tx) }

// reading returns a pool of transactions that only read, on the connections of db.
func reading(db *sql.DB) *sqltx.Pool { return sqltx.NewPool(db, Dialect{}, false) }
