// Package engine opens databases by their names: files of SQLite, and databases on PostgreSQL
// servers. It is the only package of the store that knows both.
package engine

import (
	"context"
	"database/sql"

	"nonna/store/internal/sqltx"
	"nonna/store/postgres"
	"nonna/store/sqlitefile"
)

// Engine is an open database.
type Engine interface {
	sqltx.Dialect
	// Path returns the absolute path of the file, or the URL without its password.
	Path() string
	// Writer returns the connections that write, and Readers those that only read.
	Writer() *sql.DB
	Readers() *sql.DB
	// IsShared reports whether other processes may have the database open too.
	IsShared() bool
	// InPlace returns [nonna/store/internal/errs.ErrMissing] if the file was moved, removed or
	// replaced.
	InPlace() error
	// Fold removes deleted rows from the log of a file.
	Fold(ctx context.Context) error
	Close() error
}

// Open opens the database with a name for writing, and upgrades its schema to the newest
// version. The errors are those of [nonna/store.Open].
func Open(ctx context.Context, name string) (Engine, error) {
	if postgres.IsURL(name) {
		db, err := postgres.Open(ctx, name)
		if err != nil {
			return nil, err // not a nil *Server in an Engine that is not nil
		}
		return db, nil
	}
	file, err := sqlitefile.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	return file, nil
}

// NewPool returns a pool of the transactions of a database that write, or only read.
func NewPool(e Engine, writes bool) *sqltx.Pool {
	db := e.Readers()
	if writes {
		db = e.Writer()
	}
	return sqltx.NewPool(db, e, writes)
}

// View calls use with transactions that read the database with a name, on a number of
// connections. Other processes may have it open. The errors are those of [Open], and
// [nonna/store/internal/errs.ErrNotFound] for a file that does not exist.
func View(ctx context.Context, name string, connections int, use func(*sqltx.Pool) error) error {
	if postgres.IsURL(name) {
		return postgres.View(ctx, name, connections, func(db *sql.DB) error {
			return use(sqltx.NewPool(db, postgres.Dialect{Patient: true}, false))
		})
	}
	return sqlitefile.View(ctx, name, connections, func(db *sql.DB) error {
		return use(sqltx.NewPool(db, sqlitefile.Dialect{}, false))
	})
}
