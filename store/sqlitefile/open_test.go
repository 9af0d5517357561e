package sqlitefile

import (
	"bytes"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"nonna/store/internal/errs"
	"nonna/store/internal/laws"
)

func TestOpeningAgainFindsWhatWasStored(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"nonna.db", "it's 100% #1?&x=y.db", "nonna à l'œuf 🥚"} {
		path := filepath.Join(t.TempDir(), name)
		s := openAt(t, path)
		put(t, s, 1)
		closeFile(t, s)
		if _, err := os.Stat(path); err != nil {
			t.Errorf("the database is not in the file that was named: %v", err)
		}
		wantRows(t, openAt(t, path), 1)
	}
}

func TestASecondOpenIsRefusedWhateverTheFileIsCalled(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	put(t, s, 1)
	link := filepath.Join(t.TempDir(), "link.db")
	must(t, os.Symlink(s.Path(), link))
	for _, path := range []string{s.Path(), link} {
		_, err := Open(t.Context(), path, laws.Verify, false)
		if !errors.Is(err, errs.ErrLocked) || !strings.Contains(err.Error(), "process ") {
			t.Errorf("Open(%s): %v, want ErrLocked naming the process", path, err)
		}
	}
	put(t, s, 1)
}

func TestFilesThatCannotBeUsedAreRefusedAndLeftAsTheyWere(t *testing.T) {
	t.Parallel()
	whole := sampleFile(t)
	half := len(whole) / 2
	damaged := bytes.Clone(whole)
	copy(damaged[8192:], bytes.Repeat([]byte("eggs"), 2048))
	broken := editedFile(t, func(f *File) {
		run(t, f, "PRAGMA ignore_check_constraints = 1", `INSERT INTO posts (guild_id, kind, period) VALUES (1, 'yearly', 2)`)
	})
	exchanged := editedFile(t, func(f *File) {
		put(t, f, 50)
		run(t, f, "PRAGMA writable_schema = 1", `UPDATE sqlite_master SET rootpage = (
			SELECT SUM(rootpage) FROM sqlite_master WHERE name IN ('people_user', 'hunts_request')) - rootpage WHERE name IN ('people_user', 'hunts_request')`)
	})
	missing := editedFile(t, func(f *File) { run(t, f, "DROP TABLE goose_db_version") })
	for _, c := range []struct {
		name    string
		content []byte
		want    error
		says    string
	}{
		{"a text", []byte("deals\nJ---/----\n"), errs.ErrNotNonna, "name another file"},
		{"a long text", bytes.Repeat([]byte("J---/----\n"), 10000), errs.ErrNotNonna, "name another file"},
		{"another program's", otherFile(t), errs.ErrNotNonna, "another program"},
		{"cut short", whole[:half], errs.ErrCorrupt, "restore a backup"},
		{"only a header", whole[:100], errs.ErrCorrupt, "restore a backup"},
		{"with a broken rule", broken, errs.ErrCorrupt, "CHECK constraint failed in posts"},
		{"damaged inside", damaged, errs.ErrCorrupt, "restore a backup"},
		{"without a table", missing, errs.ErrCorrupt, "no such table: goose_db_version"},
		{"with the pages of two indexes exchanged", exchanged, errs.ErrRepairable, "nonna --db FILE check --rebuild"},
		{"from the future", futureFile(t), errs.ErrNewer, "schema version 9999"},
	} {
		path := filepath.Join(t.TempDir(), "nonna.db")
		must(t, os.WriteFile(path, c.content, 0o600))
		_, err := Open(t.Context(), path, laws.Verify, false)
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.says) || !strings.Contains(err.Error(), path) {
			t.Errorf("%s: got %v, want %v with %q and the path", c.name, err, c.want, c.says)
		}
		after, err := os.ReadFile(path)
		if err != nil || !bytes.Equal(after, c.content) {
			t.Errorf("%s: the file changed (%v)", c.name, err)
		}
		if left, err := os.ReadDir(filepath.Dir(path)); err != nil || len(left) != 2 {
			t.Errorf("%s: want the file and its lock, there are %v (%v)", c.name, left, err)
		}
	}
}

// sampleFile returns the content of a database with some rows.
func sampleFile(t *testing.T) []byte {
	t.Helper()
	return editedFile(t, func(f *File) { put(t, f, 50) })
}

// futureFile returns a database of a later schema version.
func futureFile(t *testing.T) []byte {
	t.Helper()
	return editedFile(t, func(f *File) {
		run(t, f, `INSERT INTO goose_db_version (version_id, is_applied) VALUES (9999, TRUE)`)
	})
}

func editedFile(t *testing.T, edit func(*File)) []byte {
	t.Helper()
	f := openTest(t)
	edit(f)
	closeFile(t, f)
	content, err := os.ReadFile(f.Path())
	must(t, err)
	return content
}

// otherFile returns a database of another program.
func otherFile(t *testing.T) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), "other.db")
	edit(t, path, `CREATE TABLE games (id INTEGER PRIMARY KEY)`)
	content, err := os.ReadFile(path)
	must(t, err)
	return content
}

func TestAMissingDatabaseIsNotReplacedByAnEmptyOne(t *testing.T) {
	t.Parallel()
	for name, lose := range map[string]func(path string) error{
		"removed": os.Remove,
		"emptied": func(path string) error { return os.Truncate(path, 0) },
	} {
		path := newFile(t)
		must(t, lose(path))
		for range 2 { // asking twice changes nothing
			if _, err := Open(t.Context(), path, laws.Verify, false); !errors.Is(err, errs.ErrVanished) {
				t.Errorf("%s: got %v, want ErrVanished", name, err)
			}
		}
		// The error message names the file to remove.
		must(t, os.Remove(path+lockSuffix))
		openAt(t, path)
	}
}

func TestAnEmptyFileIsANewDatabaseUnlessItHasALog(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nonna.db")
	must(t, os.WriteFile(path+"-wal", []byte("frames"), 0o600))
	if _, err := Open(t.Context(), path, laws.Verify, false); !errors.Is(err, errs.ErrVanished) {
		t.Errorf("with a log alone: got %v, want ErrVanished", err)
	}
	if _, err := Free(path); !errors.Is(err, errs.ErrExists) || !strings.Contains(err.Error(), path+"-wal") {
		t.Errorf("creating with a log alone: got %v, want ErrExists with its name", err)
	}
	path = filepath.Join(t.TempDir(), "nonna.db")
	must(t, os.WriteFile(path, nil, 0o600))
	put(t, openAt(t, path), 1)
}

func TestAnUnfinishedDatabaseIsCreatedAgain(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nonna.db")
	for _, suffix := range []string{"", "-journal", "-wal"} {
		must(t, os.WriteFile(path+newSuffix+suffix, []byte("half"), 0o600))
	}
	put(t, openAt(t, path), 1)
	if left, _ := filepath.Glob(path + newSuffix + "*"); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func TestPlacesWhereNoDatabaseCanBe(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for path, want := range map[string]error{
		"": errs.ErrInvalid, "a\x00b": errs.ErrInvalid, dir: errs.ErrNotNonna, filepath.Join(dir, "no", "nonna.db"): os.ErrNotExist,
	} {
		if _, err := Open(t.Context(), path, laws.Verify, false); !errors.Is(err, want) {
			t.Errorf("Open(%q): got %v, want %v", path, err, want)
		}
	}
}

// All connections of a pool have the pragmas, not only one.
func TestEveryConnectionIsSetUp(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for _, c := range []struct {
		name  string
		db    *sql.DB
		conns int
		want  map[string]string
	}{
		{"writer", s.Writer(), 1, map[string]string{
			"journal_mode": "wal", "synchronous": "2", "foreign_keys": "1", "busy_timeout": "5000",
			"query_only": "0", "secure_delete": "1",
		}},
		{"readers", s.Readers(), max(2, runtime.GOMAXPROCS(0)), map[string]string{
			"journal_mode": "wal", "foreign_keys": "1", "busy_timeout": "5000", "query_only": "1",
		}},
	} {
		for n := range c.conns { // all held at once, so that they are different
			conn, err := c.db.Conn(t.Context())
			must(t, err)
			defer conn.Close()
			for pragma, want := range c.want {
				var got string
				if err := conn.QueryRowContext(t.Context(), "PRAGMA "+pragma).Scan(&got); err != nil || got != want {
					t.Errorf("%s %d: %s is %q (%v), want %q", c.name, n, pragma, got, err, want)
				}
			}
		}
		if most := c.db.Stats().MaxOpenConnections; most != c.conns {
			t.Errorf("%s: up to %d connections, want %d", c.name, most, c.conns)
		}
	}
}

func TestNobodyElseCanReadTheFile(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	put(t, s, 1)
	for _, suffix := range []string{"", "-wal", "-shm", lockSuffix} {
		info, err := os.Stat(s.Path() + suffix)
		must(t, err)
		if mode := info.Mode().Perm(); mode != 0o600 {
			t.Errorf("%s has mode %o, want 600", info.Name(), mode)
		}
	}
}
