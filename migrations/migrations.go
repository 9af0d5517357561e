package migrations

import (
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

// Latest returns the newest schema version this program knows.
func Latest() int64 {
	names, _ := fs.Glob(files, "*.sql")                 // in order; a pattern as it should be
	v, _ := goose.NumericComponent(names[len(names)-1]) // a test looks at all names
	return v
}

// New returns what moves db between schema versions, each step in a transaction of
// its own. It reads and changes nothing yet, and needs no closing.
func New(db *sql.DB) (*goose.Provider, error) {
	p, err := goose.NewProvider(goose.DialectSQLite3, db, files, goose.WithDisableGlobalRegistry(true))
	if err != nil {
		return nil, fmt.Errorf("reading the embedded migrations: %w", err)
	}
	return p, nil
}
