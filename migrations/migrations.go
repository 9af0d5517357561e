package migrations

import (
	"database/sql"
	"embed"
	"fmt"
	"io/fs"

	"github.com/pressly/goose/v3"
)

// files is set by the compiler and never changed.
//
//go:embed *.sql
var files embed.FS

// Latest returns the newest schema version that this program knows.
func Latest() int64 {
	names, _ := fs.Glob(files, "*.sql")                 // sorted; the pattern is valid
	v, _ := goose.NumericComponent(names[len(names)-1]) // a test checks all names
	return v
}

// New returns the provider that migrates db between schema versions, each step in its own
// transaction. New itself does not use db, and the provider need not be closed.
func New(db *sql.DB) (*goose.Provider, error) {
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, fmt.Errorf("reading the embedded migrations: %w", err)
	}
	return p, nil
}
