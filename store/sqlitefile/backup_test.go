package sqlitefile

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/store/internal/errs"
	"nonna/store/internal/laws"
)

func TestABackupTakenDuringWritesIsWholeAndSound(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	put(t, s, 20)
	stop := make(chan struct{})
	var writing sync.WaitGroup
	writing.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				put(t, s, 1)
			}
		}
	})
	to := filepath.Join(t.TempDir(), "backup.db")
	for range 3 { // each replaces the one before
		if err := Backup(t.Context(), s.Path(), to, laws.Verify, true); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	writing.Wait()
	put(t, s, 1) // the database is still locked for its process
	wantSound(t, to)
	if left, err := os.ReadDir(filepath.Dir(to)); err != nil || len(left) != 1 {
		t.Errorf("beside the backup: %v (%v)", left, err)
	}
}

func TestARestoredBackupTakesThePlaceOfTheOldDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path, backup := filepath.Join(dir, "nonna.db"), filepath.Join(dir, "backup.db")
	s := openAt(t, path)
	put(t, s, 1)
	must(t, Backup(t.Context(), path, backup, laws.Verify, true))
	put(t, s, 1)
	if _, err := Restore(t.Context(), backup, path, laws.Verify, noon()); !errors.Is(err, errs.ErrLocked) {
		t.Fatalf("restoring under an open store: %v, want ErrLocked", err)
	}
	crash(t, s)

	kept, err := Restore(t.Context(), backup, path, laws.Verify, noon())
	must(t, err)
	if want := path + ".before-restore-20261118T120000.000Z"; kept != want {
		t.Errorf("kept as %q, want %q", kept, want)
	}
	for file, want := range map[string]int{path: 1, kept: 2, backup: 1} {
		wantRows(t, openAt(t, file), want)
	}
}

// crash closes a database and restores its files as they were before, as if the process
// had been killed: the last writes are only in the write-ahead log.
func crash(t *testing.T, s *File) {
	t.Helper()
	files := map[string][]byte{}
	for _, suffix := range []string{"", "-wal"} {
		content, err := os.ReadFile(s.Path() + suffix)
		must(t, err)
		files[s.Path()+suffix] = content
	}
	must(t, s.Close())
	for name, content := range files {
		must(t, os.WriteFile(name, content, 0o600))
	}
}

// backedUp returns the path of a backup with a row.
func backedUp(t *testing.T) string {
	t.Helper()
	s := openTest(t)
	put(t, s, 1)
	must(t, Backup(t.Context(), s.Path(), s.Path()+".backup", laws.Verify, false))
	return s.Path() + ".backup"
}

func TestRestoreReplacesABrokenDatabaseButNoOther(t *testing.T) {
	t.Parallel()
	backup := backedUp(t)
	path := filepath.Join(t.TempDir(), "nonna.db")
	must(t, os.WriteFile(path, otherFile(t), 0o600))
	if kept, err := Restore(t.Context(), backup, path, laws.Verify, noon()); !errors.Is(err, errs.ErrNotNonna) || kept != "" {
		t.Errorf("over another program's: kept %q, %v, want ErrNotNonna", kept, err)
	}
	for suffix, content := range map[string]string{"": "eggs and flour", "-wal": "milk", lockSuffix: "process 1\n" + lockMarker} {
		must(t, os.WriteFile(path+suffix, []byte(content), 0o600))
	}
	kept, err := Restore(t.Context(), backup, path, laws.Verify, noon())
	must(t, err)
	if got, err := os.ReadFile(kept); err != nil || string(got) != "eggs and flour" {
		t.Errorf("the old file is kept as %q (%v)", got, err)
	}
	wantRows(t, openAt(t, path), 1)
}

func TestABadBackupIsNotRestored(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "nonna.db")
	s := openAt(t, path)
	put(t, s, 1)
	closeFile(t, s)
	damaged := sampleFile(t)
	copy(damaged[8192:], strings.Repeat("eggs", 2048))
	orphan := editedFile(t, func(f *File) {
		run(t, f, `PRAGMA foreign_keys = 0`, `INSERT INTO announcements (game_id) VALUES (1)`)
	})
	for _, c := range []struct {
		name    string
		content []byte
		want    error
	}{
		{"a text", []byte("J---/----"), errs.ErrNotNonna},
		{"another program's", otherFile(t), errs.ErrNotNonna},
		{"from the future", futureFile(t), errs.ErrNewer},
		{"damaged", damaged, errs.ErrCorrupt},
		{"with rows that refer to nothing", orphan, errs.ErrCorrupt},
		{"nothing", nil, errs.ErrNotFound},
	} {
		from := filepath.Join(dir, "backup.db")
		must(t, os.WriteFile(from, c.content, 0o600))
		if _, err := Restore(t.Context(), from, path, laws.Verify, noon()); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", c.name, err, c.want)
		}
		if err := Backup(t.Context(), from, filepath.Join(dir, "copy.db"), laws.Verify, true); !errors.Is(err, c.want) {
			t.Errorf("backing up %s: got %v, want %v", c.name, err, c.want)
		}
	}
	for _, pattern := range []string{"nonna.db?*", "copy.db*"} {
		left, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(left) > 0 && !cmp.Equal(left, []string{path + lockSuffix}) {
			t.Errorf("left behind: %v (%v)", left, err)
		}
	}
	wantRows(t, openAt(t, path), 1)
}

// A check, a backup and a restore agree about a file of which one bit is wrong, wherever it is.
func TestWhereverABitIsWrongAllAgree(t *testing.T) {
	t.Parallel()
	whole, random := sampleFile(t), rand.New(rand.NewPCG(1, 2))
	wrong, wanted := 0, 20
	if testing.Short() {
		wanted = 5
	}
	for wrong < wanted {
		path := filepath.Join(t.TempDir(), "nonna.db")
		bit := 4096 + random.IntN(len(whole)-4096)
		if whole[bit] == 0 {
			continue // most of a page is not used
		}
		damaged := bytes.Clone(whole)
		damaged[bit] ^= 1 << random.IntN(8)
		must(t, os.WriteFile(path, damaged, 0o600))
		checked := fullCheck(t.Context(), path, laws.Verify)
		saved := Backup(t.Context(), path, path+".backup", laws.Verify, false)
		_, restored := Restore(t.Context(), path, filepath.Join(t.TempDir(), "nonna.db"), laws.Verify, noon())
		if (checked == nil) != (saved == nil) || (saved == nil) != (restored == nil) {
			t.Errorf("with the bit at %d wrong: checked %v; saved %v; restored %v", bit, checked, saved, restored)
		}
		if errors.Is(restored, errs.ErrRepairable) && !strings.Contains(restored.Error(), "check --rebuild") {
			t.Errorf("an index is wrong, and what helps is %v", restored)
		}
		if checked != nil {
			wrong++
		}
		if left, err := filepath.Glob(path + "-*"); err != nil || len(left) > 0 {
			t.Errorf("beside the file are %v (%v)", left, err)
		}
	}
}

func TestADatabaseIsNotBackedUpOverItself(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	put(t, s, 1)
	link := filepath.Join(t.TempDir(), "link.db")
	must(t, os.Link(s.Path(), link))
	for _, to := range []string{s.Path(), link, t.TempDir()} {
		if err := Backup(t.Context(), s.Path(), to, laws.Verify, true); !errors.Is(err, errs.ErrInvalid) {
			t.Errorf("Backup to %s: %v, want ErrInvalid", to, err)
		}
	}
	wantSound(t, s.Path())
}

func TestABackupIsReplacedOnlyWhereThatIsAskedFor(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	to := filepath.Join(t.TempDir(), "backup.db")
	must(t, os.WriteFile(to, []byte("an older one"), 0o640))
	if err := Backup(t.Context(), s.Path(), to, laws.Verify, false); !errors.Is(err, errs.ErrExists) || !strings.Contains(err.Error(), to) {
		t.Errorf("got %v, want ErrExists with the name", err)
	}
	if kept, err := os.ReadFile(to); err != nil || string(kept) != "an older one" {
		t.Errorf("now it holds %.20q, %v", kept, err)
	}
	if err := Backup(t.Context(), s.Path(), to, laws.Verify, true); err != nil {
		t.Error(err)
	}
	if info, err := os.Stat(to); err != nil || info.Mode() != 0o640 {
		t.Errorf("replaced: %v, %v, want the mode it had", info.Mode(), err)
	}
}

// killed leaves a database at path as a process leaves it that is killed: with a row more in its
// write-ahead log.
func killed(t *testing.T, path string) {
	t.Helper()
	f := openAt(t, path)
	put(t, f, 1)
	crash(t, f)
}

// A copy has nothing of what it replaces: SQLite would apply a log that is left to it.
func TestACopyHasNothingOfWhatItReplaces(t *testing.T) {
	t.Parallel()
	path, to := newFile(t), filepath.Join(t.TempDir(), "copy.db")
	put(t, openAt(t, path), 7)
	must(t, Backup(t.Context(), path, to, laws.Verify, false))
	killed(t, to)
	must(t, os.WriteFile(to+"-journal", []byte("of another program"), 0o600))
	must(t, Backup(t.Context(), path, to, laws.Verify, true))
	wantRows(t, openAt(t, to), 7)

	alone := filepath.Join(t.TempDir(), "copy.db")
	must(t, Backup(t.Context(), path, alone, laws.Verify, false))
	killed(t, alone)
	must(t, os.Remove(alone))
	if err := Backup(t.Context(), path, alone, laws.Verify, false); !errors.Is(err, errs.ErrExists) || !strings.Contains(err.Error(), alone+"-wal") {
		t.Errorf("where a log is left of a copy: %v, want ErrExists with its name", err)
	}
	must(t, Backup(t.Context(), path, alone, laws.Verify, true))
	wantRows(t, openAt(t, alone), 7)
}

// What a copy is to replace is whole until the copy has its name, also if that fails.
func TestACopyThatIsNotReplacedIsWhole(t *testing.T) {
	t.Parallel()
	to := newFile(t)
	killed(t, to)
	lock, err := lockFile(to)
	must(t, err)
	must(t, os.Mkdir(to+newSuffix, 0o700)) // which no file's name is given to
	if err := lock.place(t.Context(), to+newSuffix); err == nil {
		t.Error("a folder has the name of a database")
	}
	must(t, lock.release())
	f := openAt(t, to)
	wantRows(t, f, 1)
	closeFile(t, f)

	killed(t, to) // and where its log cannot be read
	made := newFile(t)
	lock, err = lockFile(to)
	must(t, err)
	ended, end := context.WithCancel(t.Context())
	end()
	if err := lock.place(ended, made); !errors.Is(err, context.Canceled) {
		t.Errorf("a copy has its name though the log beside was not looked at: %v", err)
	}
	must(t, lock.release())
	wantRows(t, openAt(t, to), 2)
}

// A file that is only called like the lock of a copy is left as it is.
func TestTheLockOfAnotherProgramStays(t *testing.T) {
	t.Parallel()
	to := filepath.Join(t.TempDir(), "yarn")
	const text = "# yarn lockfile v1\n"
	must(t, os.WriteFile(to+lockSuffix, []byte(text), 0o600))
	if err := Backup(t.Context(), newFile(t), to, laws.Verify, false); !errors.Is(err, errs.ErrInvalid) || !strings.Contains(err.Error(), "name another file") {
		t.Errorf("got %v, want ErrInvalid", err)
	}
	if now, err := os.ReadFile(to + lockSuffix); err != nil || string(now) != text {
		t.Errorf("it is %q now (%v)", now, err)
	}
}

// None replaces a database that is open, nor one that another copy is made of.
func TestNoCopyReplacesADatabaseInUse(t *testing.T) {
	t.Parallel()
	path, to := newFile(t), filepath.Join(t.TempDir(), "copy.db")
	must(t, Backup(t.Context(), path, to, laws.Verify, false))
	open := openAt(t, to)
	put(t, open, 3)
	if err := Backup(t.Context(), path, to, laws.Verify, true); !errors.Is(err, errs.ErrLocked) {
		t.Errorf("over a database that is open: %v, want ErrLocked", err)
	}
	must(t, open.InPlace())
	closeFile(t, open)
	wantRows(t, openAt(t, to), 3)

	fresh := filepath.Join(t.TempDir(), "copy.db")
	first, err := lockFile(fresh)
	must(t, err)
	if err := Backup(t.Context(), path, fresh, laws.Verify, true); !errors.Is(err, errs.ErrLocked) {
		t.Errorf("while another copy is made: %v, want ErrLocked", err)
	}
	must(t, first.releaseCopy())
	if left, err := os.ReadDir(filepath.Dir(fresh)); err != nil || len(left) > 0 {
		t.Errorf("beside a copy that was not made: %v, %v", left, err)
	}
}

// Who waited for a lock file that was removed does not take it for the lock.
func TestALockFileThatWasRemovedIsNoLock(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nonna.db")
	first, err := lockFile(path)
	must(t, err)
	late, err := os.OpenFile(path+lockSuffix, os.O_RDWR, 0)
	must(t, err)
	must(t, first.releaseCopy())
	if l, err := takeLock(late, path); !errors.Is(err, errs.ErrLocked) {
		t.Errorf("got %v, %v, want ErrLocked", l, err)
	}
	again, err := lockFile(path)
	must(t, err)
	must(t, again.release())
}

// What a restore keeps replaces nothing that was kept before.
func TestWhatIsKeptReplacesNothing(t *testing.T) {
	t.Parallel()
	backup, path := backedUp(t), newFile(t)
	kept, err := Restore(t.Context(), backup, path, laws.Verify, noon())
	must(t, err)
	before, err := os.ReadFile(kept)
	must(t, err)
	closeFile(t, openAt(t, path))
	must(t, os.WriteFile(path+"-wal", []byte("a log"), 0o600))
	if _, err := Restore(t.Context(), backup, path, laws.Verify, noon()); !errors.Is(err, errs.ErrExists) {
		t.Errorf("kept under a name that is taken: %v, want ErrExists", err)
	}
	if after, err := os.ReadFile(kept); err != nil || !bytes.Equal(after, before) {
		t.Errorf("what was kept before has changed (%v)", err)
	}
}

func TestTheNamesOfADatabaseAreKnown(t *testing.T) {
	t.Parallel()
	path := newFile(t)
	for suffix, want := range map[string]bool{"": true, "-wal": true, lockSuffix: true, newSuffix: true, ".txt": false} {
		if got := IsDatabase(path + suffix); got != want {
			t.Errorf("%s: %t, want %t", suffix, got, want)
		}
	}
}
