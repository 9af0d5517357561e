// Package storetest creates databases for the tests of packages that use the store.
//
// # Goals
//
// A database of its own costs a test no more than copying a small file: the schema is
// created once in a process. The tests of a package that calls [Main] run a second time with
// their databases on a PostgreSQL server, where there is one for tests.
//
// # Non-goals
//
// The package is not part of the program.
package storetest

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync"
	"testing"

	"nonna/store"
	"nonna/store/postgres/postgrestest"
)

// server is where new databases are made, nil for files.
//
//nolint:gochecknoglobals // set by Main between two runs of all tests
var server *postgrestest.Server

// Main runs the tests of a package, with files and, if [postgrestest.Variable] is set, again
// with databases on that server. It returns the exit status.
func Main(run func() int) int {
	debug.SetGCPercent(400) // the tests hold little, and would spend a sixth of their time on it
	return postgrestest.Main(run, func(s *postgrestest.Server) { server = s })
}

// OnServer reports whether new databases are on a server.
func OnServer() bool { return server != nil }

// New opens a new, empty database, in a temporary folder or on the server, and closes it when
// the test ends.
func New(t testing.TB, opts ...store.Option) *store.Store {
	t.Helper()
	s, err := Open(t.Context(), filepath.Join(t.TempDir(), "nonna.db"), opts...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := Close(s); err != nil {
			t.Error(err)
		}
	})
	return s
}

// Open opens a new, empty database: at path, or on the server. The error is that of
// [store.Open], or of writing the file.
func Open(ctx context.Context, path string, opts ...store.Option) (*store.Store, error) {
	if server != nil {
		url, err := server.Take(ctx)
		if err != nil {
			return nil, err
		}
		return store.Open(ctx, url, opts...)
	}
	content, err := empty()
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return nil, err
	}
	return store.Open(ctx, path, opts...)
}

// Close closes a store that Open opened. A database on the server may be used again.
func Close(s *store.Store) error {
	err := s.Close()
	if server != nil && err == nil {
		err = server.Give(context.Background(), s.Path())
	}
	return err
}

// Must fails the test if err is not nil.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Done returns [Must] for calls that return a value that does not matter.
func Done(t testing.TB) func(_ any, err error) {
	return func(_ any, err error) { t.Helper(); Must(t, err) }
}

// Value returns what a call returned that must succeed.
func Value[T any](v T, err error) func(testing.TB) T {
	return func(t testing.TB) T { t.Helper(); Must(t, err); return v }
}

// Damage runs statements that no code of the store would, on a database that is closed, without
// looking at foreign keys.
func Damage(ctx context.Context, name string, texts ...string) (err error) {
	driver, before := "sqlite", "PRAGMA foreign_keys = 0; PRAGMA ignore_check_constraints = 1"
	if server != nil {
		driver, before = "pgx", "SET session_replication_role = replica"
	}
	db, err := sql.Open(driver, name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	db.SetMaxOpenConns(1) // the settings are those of a connection
	for _, text := range append([]string{before}, texts...) {
		if _, err := db.ExecContext(ctx, text); err != nil {
			return fmt.Errorf("%s: %w", text, err)
		}
	}
	return nil
}

//nolint:gochecknoglobals // created once in a process, and never changed
var empty = sync.OnceValues(func() (_ []byte, err error) {
	dir, err := os.MkdirTemp("", "nonna")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "nonna.db")
	s, err := store.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})
