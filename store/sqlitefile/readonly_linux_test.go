package sqlitefile

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"golang.org/x/sys/unix"

	"nonna/store/internal/errs"
)

// A database that cannot be written to is not opened. Writing to one that becomes so
// fails.
func TestAReadOnlyDatabaseIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, "nonna.db")
	s := openAt(t, path)
	put(t, s, 1)
	run(t, s, "PRAGMA query_only = 1")
	if _, err := s.Writer().Exec(`DELETE FROM people`); !errors.Is(Classify(err), errs.ErrReadOnly) {
		t.Errorf("writing: %v, want ErrReadOnly", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Chmod(filepath.Dir(dir), 0o755), os.Chmod(dir, 0o777), os.Chmod(path+lockSuffix, 0o666), os.Chmod(path, 0o444)); err != nil {
		t.Fatal(err)
	}
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
		s, err := Open(t.Context(), path)
		if err == nil {
			err = s.Close()
		}
		opened <- err
	}()
	if err := <-opened; !errors.Is(err, errs.ErrReadOnly) {
		t.Errorf("opening: %v, want ErrReadOnly", err)
	}
}
