//go:build unix

package sqlitefile

import (
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// A process that is forked while the lock is held has the same open file until it
// executes another program. It must not keep the lock after the release.
func TestAReleasedLockIsFreeThoughAForkedProcessHasTheFile(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "nonna.db")
	l, err := lockFile(path)
	must(t, err)
	forked, err := unix.Dup(int(l.file.Fd()))
	must(t, err)
	defer unix.Close(forked)
	must(t, l.release())
	again, err := lockFile(path)
	if err != nil {
		t.Fatalf("after the release: %v", err)
	}
	if err := again.release(); err != nil {
		t.Error(err)
	}
}
