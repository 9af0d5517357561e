package migrations

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// files is written by the compiler alone.
//
//go:embed *.sql
var files embed.FS

// Files returns the migrations' texts, one file a version.
func Files() fs.FS { return files }

// Latest returns the newest schema version this program knows.
func Latest() (int64, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return 0, fmt.Errorf("listing the embedded migrations: %w", err)
	}
	var latest int64
	for _, name := range names {
		v, err := goose.NumericComponent(name)
		if err != nil {
			return 0, fmt.Errorf("the embedded migration %q has no number: %w", name, err)
		}
		latest = max(latest, v)
	}
	return latest, nil
}

// Dialect names the database engine a schema is applied to.
type Dialect = goose.Dialect

// SQLite is SQLite in a file.
const SQLite Dialect = goose.DialectSQLite3

// Migrator moves one database between schema versions. It is made by [New] and
// needs no closing; the database stays its owner's.
type Migrator struct {
	provider *goose.Provider
}

// New returns a migrator for db, which must be of the given dialect. It reads
// and changes nothing yet.
func New(db *sql.DB, dialect Dialect) (*Migrator, error) {
	p, err := goose.NewProvider(dialect, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, fmt.Errorf("reading the embedded migrations: %w", err)
	}
	return &Migrator{provider: p}, nil
}

// Version returns the version the database is at, 0 for an empty one. It
// creates goose's own table where that is missing.
func (m *Migrator) Version(ctx context.Context) (int64, error) {
	v, err := m.provider.GetDBVersion(ctx)
	if err != nil {
		return 0, fmt.Errorf("reading the schema version: %w", err)
	}
	return v, nil
}

// Up brings the database to the newest version, each step in a transaction of
// its own: an error leaves it at the last version that succeeded.
func (m *Migrator) Up(ctx context.Context) error {
	if _, err := m.provider.Up(ctx); err != nil {
		return fmt.Errorf("migrating up: %w", err)
	}
	return nil
}

// UpTo brings the database up to the given version.
func (m *Migrator) UpTo(ctx context.Context, version int64) error {
	if _, err := m.provider.UpTo(ctx, version); err != nil {
		return fmt.Errorf("migrating up to version %d: %w", version, err)
	}
	return nil
}

// DownTo brings the database back down to the given version, 0 for empty. What
// an older version has no place for is lost.
func (m *Migrator) DownTo(ctx context.Context, version int64) error {
	if _, err := m.provider.DownTo(ctx, version); err != nil {
		return fmt.Errorf("migrating down to version %d: %w", version, err)
	}
	return nil
}
