package sqlitefile

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"nonna/migrations"
	"nonna/store/internal/errs"
	"nonna/store/internal/laws"
)

// edit runs statements on a database that is not open.
func edit(t *testing.T, path string, texts ...string) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path, nil))
	must(t, err)
	for _, text := range texts {
		if _, err := db.Exec(text); err != nil {
			t.Fatalf("%s: %v", text, err)
		}
	}
	must(t, db.Close())
}

// olderFile returns a database with a row whose schema version is the one before the
// newest. With whole, it has the tables of the newest version all the same, so that
// migrating fails.
func olderFile(t *testing.T, whole bool) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nonna.db")
	if whole {
		path = newFile(t)
		edit(t, path, "DELETE FROM goose_db_version WHERE version_id = (SELECT MAX(version_id) FROM goose_db_version)")
	} else {
		db, err := sql.Open("sqlite", dsn(path, nil))
		must(t, err)
		defer db.Close()
		must(t, up(t.Context(), db, -1, migrations.Latest()-1))
	}
	edit(t, path, fmt.Sprintf("PRAGMA application_id = %d; CREATE TABLE old_people AS SELECT 1 AS person", applicationID))
	return path
}

// wantOldRow fails the test unless a copy has the row and the version of olderFile.
func wantOldRow(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite", dsn(path, nil))
	must(t, err)
	defer db.Close()
	var games, version int64
	err = db.QueryRow("SELECT (SELECT COUNT(*) FROM old_people), (SELECT MAX(version_id) FROM goose_db_version)").Scan(&games, &version)
	if err != nil || games != 1 || version != migrations.Latest()-1 {
		t.Errorf("%s: %d games at version %d (%v), want 1 at %d", path, games, version, err, migrations.Latest()-1)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the copy: %v (%v), want mode 600", info, err)
	}
}

func TestADatabaseIsCopiedBeforeItIsMigrated(t *testing.T) {
	t.Parallel()
	path := olderFile(t, false)
	kept := versionName(path, migrations.Latest()-1)
	must(t, os.WriteFile(kept, []byte("of an earlier attempt"), 0o600))
	put(t, openAt(t, path), 1)
	wantOldRow(t, kept)
}

func TestAMigrationThatFailsLeavesTheDatabaseAndItsCopy(t *testing.T) {
	t.Parallel()
	path := olderFile(t, true)
	for range 2 { // a service starts again
		_, err := Open(t.Context(), path, laws.Verify, false)
		if err == nil || !strings.Contains(err.Error(), path) {
			t.Errorf("got %v, want a failure that names %s and may pass", err, path)
		}
		wantOldRow(t, versionName(path, migrations.Latest()-1))
		wantOldRow(t, path)
	}
}

// Neither a new database nor an up-to-date one is copied.
func TestNoCopyIsMadeWithoutNeed(t *testing.T) {
	t.Parallel()
	path := newFile(t)
	openAt(t, path)
	openAt(t, path+".new-one")
	if copies, err := filepath.Glob(path + "*.version-*"); err != nil || len(copies) > 0 {
		t.Errorf("there are copies: %q (%v)", copies, err)
	}
}

// Damage that a rebuild mends keeps nobody from an upgrade, nor from a backup.
func TestWhatARebuildMendsIsCopied(t *testing.T) {
	t.Parallel()
	path := olderFile(t, false)
	edit(t, path, "CREATE TABLE odd (a, b); INSERT INTO odd VALUES (1, 9), (2, 8), (3, 7); CREATE INDEX odd_a ON odd (a)",
		"PRAGMA writable_schema = 1; UPDATE sqlite_schema SET sql = 'CREATE INDEX odd_a ON odd (b)' WHERE name = 'odd_a'")
	closeFile(t, openAt(t, path))
	wantOldRow(t, versionName(path, migrations.Latest()-1))
	to := filepath.Join(t.TempDir(), "copy.db")
	if err := Backup(t.Context(), path, to, laws.Verify, false); !errors.Is(err, errs.ErrRepairable) || !strings.Contains(err.Error(), "odd_a") {
		t.Errorf("backed up with %v, want ErrRepairable with the name of the index", err)
	}
	restored := filepath.Join(t.TempDir(), "nonna.db")
	if _, err := Restore(t.Context(), to, restored, laws.Verify, noon()); !errors.Is(err, errs.ErrRepairable) {
		t.Errorf("restored with %v, want ErrRepairable", err)
	}
	wantRows(t, openAt(t, restored), 0)
}

// The error for a newer database says what to do, and doing it works.
func TestANewerDatabaseIsRefusedWithWhatToDo(t *testing.T) {
	t.Parallel()
	path := newFile(t)
	must(t, os.WriteFile(path, futureFile(t), 0o600))
	kept := versionName(path, migrations.Latest())
	must(t, os.WriteFile(kept, sampleFile(t), 0o600))
	_, err := Open(t.Context(), path, laws.Verify, false)
	if !errors.Is(err, errs.ErrNewer) || !strings.Contains(err.Error(), "install the newer version") || !strings.Contains(err.Error(), "nonna --db "+path+" restore "+kept) {
		t.Error(err)
	}
	if _, err := Restore(t.Context(), kept, path, laws.Verify, noon()); err != nil {
		t.Fatal(err)
	}
	wantRows(t, openAt(t, path), 50)
}
