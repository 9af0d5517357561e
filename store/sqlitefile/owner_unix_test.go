//go:build unix

package sqlitefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"nonna/store/internal/laws"
)

// Files that root restores, backs up or locks belong to the service, which could not
// open files of root's.
func TestWhatRootMakesBelongsToTheService(t *testing.T) {
	t.Parallel()
	if os.Geteuid() != 0 {
		t.Skip("only root can give files away")
	}
	const service = 4321
	for name, old := range map[string]fs.FileMode{"over a database": 0o640, "into an empty folder": 0} {
		backup := backedUp(t)
		dir := t.TempDir()
		path := filepath.Join(dir, "nonna.db")
		want := fs.FileMode(0o600)
		if old != 0 {
			want = old
			err := errors.Join(os.WriteFile(path, []byte("what was there"), old), os.Chown(path, service, service))
			must(t, err)
		} else if err := os.Chown(dir, service, service); err != nil {
			t.Fatal(err)
		}
		if _, err := Restore(t.Context(), backup, path, laws.Verify, noon()); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got, want := ownerOf(t, path), fmt.Sprint(service, " ", want); got != want {
			t.Errorf("%s: the database is of %s, want %s", name, got, want)
		}
		if got, want := ownerOf(t, path+lockSuffix), fmt.Sprint(service, " -rw-------"); old == 0 && got != want {
			t.Errorf("%s: the lock file is of %s, want %s", name, got, want)
		}
	}
}

// ownerOf returns the owner and the mode of a file.
func ownerOf(t *testing.T, path string) string {
	t.Helper()
	info, err := os.Stat(path)
	must(t, err)
	return fmt.Sprint(info.Sys().(*syscall.Stat_t).Uid, " ", info.Mode())
}
