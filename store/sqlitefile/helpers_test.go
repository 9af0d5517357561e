package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"nonna/store/internal/laws"
	"nonna/store/internal/sqltx"
)

// noon is the time of the restores in these tests.
func noon() time.Time { return time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC) }

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// newFile returns the path of an empty database in a folder of its own.
func newFile(t testing.TB) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nonna.db")
	closeFile(t, openAt(t, path))
	return path
}

// openTest opens a database in a folder of its own and closes it with the test.
func openTest(t testing.TB) *File {
	t.Helper()
	return openAt(t, filepath.Join(t.TempDir(), "nonna.db"))
}

// openAt opens the database at path and closes it with the test, unless the test does.
func openAt(t testing.TB, path string) *File {
	t.Helper()
	f, err := Open(t.Context(), path, laws.Verify, false)
	must(t, err)
	t.Cleanup(func() {
		if err := f.Close(); err != nil && !errors.Is(err, os.ErrClosed) {
			t.Errorf("Close: %v", err)
		}
	})
	return f
}

func closeFile(t testing.TB, f *File) {
	t.Helper()
	must(t, f.Close())
}

// put stores n rows.
func put(t testing.TB, f *File, n int) {
	t.Helper()
	for range n {
		run(t, f, `INSERT INTO people (scope, user_id) SELECT 0, COUNT(*) + 1 FROM people`)
	}
}

func run(t testing.TB, f *File, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if _, err := f.Writer().Exec(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
}

// wantRows fails the test unless the rows that put stored can be read.
func wantRows(t testing.TB, f *File, want int) {
	t.Helper()
	var got int
	if err := f.Readers().QueryRow(`SELECT COUNT(*) FROM people`).Scan(&got); err != nil || got != want {
		t.Errorf("%s has %d rows (%v), want %d", f.Path(), got, err, want)
	}
}

// wantSound fails the test if a check of the database at path finds a problem.
func wantSound(t testing.TB, path string) {
	t.Helper()
	err := View(t.Context(), path, 1, func(db *sql.DB) error {
		return reading(db).Run(t.Context(), func(ctx context.Context, tx *sqltx.Tx) error {
			r, err := laws.Check(ctx, tx)
			if !r.OK() {
				t.Errorf("%s: %q", path, r.Problems)
			}
			return err
		})
	})
	if err != nil {
		t.Error(err)
	}
}
