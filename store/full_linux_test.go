package store

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"
)

// TestAFullDiskSaysSoAndRecovers fills a small file system, on which the write-ahead
// log runs out of space. Mounting it needs privileges.
func TestAFullDiskSaysSoAndRecovers(t *testing.T) {
	t.Parallel()
	onlyFiles(t, "the disk is the server's")
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("no small disk to fill: mounting one: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	ballast := filepath.Join(dir, "ballast")
	must(t, os.WriteFile(ballast, make([]byte, 1<<20), 0o600))
	s := value(Open(t.Context(), filepath.Join(dir, "nonna.db")))(t)
	defer func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}()
	stored := fill(t, s, 0)
	wantFullThenRoom(t, s, stored, func() {
		must(t, os.Remove(ballast))
	})
}
