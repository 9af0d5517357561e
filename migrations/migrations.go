package migrations

import (
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"strings"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"
)

// files is set by the compiler and never changed.
//
//go:embed *.sql
var files embed.FS

// Version is the statement that selects the schema version of a database.
const Version = `SELECT MAX(version_id) FROM goose_db_version WHERE is_applied`

// Latest returns the newest schema version that this program knows.
func Latest() int64 {
	names, _ := fs.Glob(files, "*.sql")                 // sorted; the pattern is valid
	v, _ := goose.NumericComponent(names[len(names)-1]) // a test checks all names
	return v
}

// New returns the provider that migrates an SQLite database between schema versions, each step
// in its own transaction. New itself does not use db, and the provider need not be closed.
func New(db *sql.DB) (*goose.Provider, error) {
	return provider(goose.DialectSQLite3, db, variables{
		"{{WITHOUT_ROWID}}": " WITHOUT ROWID",
		"{{LAST_IDS}}":      "SELECT name, value FROM counters",
	})
}

// NewPostgres is [New] for PostgreSQL. Several processes may migrate at once: one works, the
// others wait.
func NewPostgres(db *sql.DB) (*goose.Provider, error) {
	locker, err := lock.NewPostgresSessionLocker()
	if err != nil {
		return nil, fmt.Errorf("preparing to migrate: %w", err)
	}
	return provider(goose.DialectPostgres, db, variables{
		"{{WITHOUT_ROWID}}": "",
		// Texts compare by their bytes, as in SQLite: the order of lists is not that of the
		// server's locale, and no index is wrong after an upgrade of the system's locales.
		"TEXT": `TEXT COLLATE "C"`,
		"{{LAST_IDS}}": `SELECT substr(sequencename::text, 5) AS name, COALESCE(last_value, 0) AS value FROM pg_sequences
WHERE schemaname = current_schema() AND sequencename LIKE 'ids\_%'`,
	}, goose.WithSessionLocker(locker))
}

func provider(d goose.Dialect, db *sql.DB, v variables, opts ...goose.ProviderOption) (*goose.Provider, error) {
	p, err := goose.NewProvider(d, db, v, append(opts, goose.WithDisableGlobalRegistry(true))...)
	if err != nil {
		return nil, fmt.Errorf("reading the embedded migrations: %w", err)
	}
	return p, nil
}

// variables are the files with the words in which the engines differ, by what stands for them
// in the files.
type variables map[string]string

// Open opens a file.
func (v variables) Open(name string) (fs.File, error) {
	f, err := files.Open(name)
	if err != nil || !strings.HasSuffix(name, ".sql") {
		return f, err
	}
	content, err := files.ReadFile(name)
	text := string(content)
	for stand, word := range v {
		text = strings.ReplaceAll(text, stand, word)
	}
	return script{f, strings.NewReader(text)}, err
}

// script is a file whose variables are replaced.
type script struct {
	fs.File
	text *strings.Reader
}

// Read reads the text.
func (s script) Read(p []byte) (int, error) { return s.text.Read(p) }
