// Package database opens databases by their names: files of SQLite, and databases on PostgreSQL
// servers. A caller need not know which it is.
package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"nonna/store/internal/errs"
	"nonna/store/internal/laws"
	"nonna/store/internal/schema"
	"nonna/store/internal/sqltx"
	"nonna/store/postgres"
	"nonna/store/sqlitefile"
)

// DB is an open database.
type DB interface {
	sqltx.Dialect
	// Path returns the absolute path of the file, or the URL without its password.
	Path() string
	// Writer returns the connections that write, and Readers those that only read.
	Writer() *sql.DB
	Readers() *sql.DB
	// IsShared reports whether other processes may have the database open too.
	IsShared() bool
	// InPlace returns [nonna/store/internal/errs.ErrVanished] if the file was moved, removed or
	// replaced.
	InPlace() error
	// Superseded returns [nonna/store/internal/errs.ErrNewer] or
	// [nonna/store/internal/errs.ErrMoved] if another process has upgraded the schema, or has moved
	// the database.
	Superseded(ctx context.Context) error
	// Damaged records that the database was found damaged, for the next Open.
	Damaged() error
	// Fold removes deleted rows from the log of a file.
	Fold(ctx context.Context) error
	Close() error
}

// Open opens the database with a name for writing, and upgrades its schema to the newest
// version. The errors are those of [nonna/store.Open], for whoever mends it without what a rebuild
// mends.
func Open(ctx context.Context, name string, mends bool) (db DB, err error) {
	if postgres.IsURL(name) {
		db, err = postgres.Open(ctx, name, true)
	} else {
		db, err = sqlitefile.Open(ctx, name, laws.Verify, mends)
	}
	if err != nil {
		return nil, err
	}
	if err = requireTables(ctx, db); err != nil {
		return nil, errors.Join(db.Classify(err), db.Close())
	}
	return db, nil
}

// requireTables returns [errs.ErrCorrupt] if a table is missing, as in a database of an unfinished
// version.
func requireTables(ctx context.Context, db DB) error {
	p := NewPool(db, false)
	p.Limit = AttemptTime // a frozen server keeps its connections
	return p.Run(ctx, func(ctx context.Context, tx *sqltx.Tx) error {
		missing, err := schema.Missing(ctx, tx)
		for _, o := range missing {
			if !o.IsIndex {
				return fmt.Errorf("%w: %s: %s; restore a backup", errs.ErrCorrupt, db.Path(), o)
			}
		}
		return err
	})
}

// AttemptTime bounds an attempt of what users wait for, where a server may freeze.
const AttemptTime = postgres.AttemptTime

// NewPool returns a pool of the transactions of a database that write, or only read.
func NewPool(d DB, writes bool) *sqltx.Pool {
	db := d.Readers()
	if writes {
		db = d.Writer()
	}
	return sqltx.NewPool(db, d, writes)
}

// View calls use with transactions that read the database with a name, on a number of
// connections. Other processes may have it open. The errors are those of [Open], and
// [nonna/store/internal/errs.ErrNotFound] for a file that does not exist.
func View(ctx context.Context, name string, connections int, use func(context.Context, *sqltx.Pool) error) error {
	if postgres.IsURL(name) {
		return postgres.View(ctx, name, connections, func(db *sql.DB, d postgres.Dialect) error {
			return use(ctx, sqltx.NewPool(db, d, false))
		})
	}
	return sqlitefile.View(ctx, name, connections, func(db *sql.DB) error {
		return use(ctx, sqltx.NewPool(db, sqlitefile.Dialect{}, false))
	})
}
