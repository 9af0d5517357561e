package sqlitefile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"nonna/store/internal/errs"
	"nonna/store/internal/laws"
)

// A database that may not be written to is refused with what to do, whichever of its files
// is the reason. Writing to one that becomes so fails.
func TestAReadOnlyDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	for name, mode := range map[string]struct {
		file string
		mode os.FileMode
	}{
		"for reading alone":        {"nonna.db", 0o444},
		"not permitted":            {"nonna.db", 0},
		"a log not permitted":      {"nonna.db-wal", 0},
		"an index not permitted":   {"nonna.db-shm", 0},
		"a lock not permitted":     {"nonna.db" + lockSuffix, 0},
		"a lock for reading alone": {"nonna.db" + lockSuffix, 0o444},
		"a folder for reading":     {".", 0o555},
		"a folder not permitted":   {".", 0},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			path := filepath.Join(dir, "nonna.db")
			s := openAt(t, path)
			put(t, s, 1)
			run(t, s, "PRAGMA query_only = 1")
			if _, err := s.Writer().Exec(`DELETE FROM people`); !errors.Is(Classify(err), errs.ErrReadOnly) {
				t.Errorf("writing: %v, want ErrReadOnly", err)
			}
			must(t, s.Close())
			everybody := errors.Join(
				os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o777), os.Chmod(path+lockSuffix, 0o666), os.Chmod(path, 0o666),
				os.WriteFile(path+"-wal", nil, 0o666), os.WriteFile(path+"-shm", nil, 0o666),
			)
			must(t, errors.Join(everybody, os.Chmod(filepath.Join(dir, mode.file), mode.mode)))
			if err := openAsNobody(t, path); !errors.Is(err, errs.ErrReadOnly) || !strings.Contains(err.Error(), "check owner and mode of "+path) {
				t.Errorf("opening: %v, want ErrReadOnly and what to do", err)
			}
			if err := os.Chmod(dir, 0o777); err != nil { // so that it can be removed
				t.Error(err)
			}
		})
	}
}

// openAsNobody opens a database as a user whom root's rights do not help.
func openAsNobody(t *testing.T, path string) error {
	t.Helper()
	opened := make(chan error)
	go func() {
		// Root may write whatever the mode; this thread becomes another user and ends.
		runtime.LockOSThread()
		if os.Geteuid() == 0 {
			if err := unix.Setfsuid(65534); err != nil {
				opened <- err
				return
			}
		}
		s, err := Open(t.Context(), path, laws.Verify, false)
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	return <-opened
}
