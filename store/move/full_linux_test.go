package move_test

import (
	"errors"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/sys/unix"

	"nonna/store"
	"nonna/store/move"
	"nonna/store/storetest"
)

// A move onto a full disk leaves nothing there, and the source as it was. Mounting a small disk
// needs privileges.
func TestAFullDisk(t *testing.T) {
	if storetest.OnServer() {
		t.Skip("the disk is the server's")
	}
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=600k"); err != nil {
		t.Skipf("no small disk to fill: mounting one: %v", err)
	}
	t.Cleanup(func() { must(t, unix.Unmount(dir, 0)) })
	file, _ := fixture(t)
	exec(t, file, `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000) INSERT INTO people SELECT i, TRUE, FALSE FROM n`)
	to := filepath.Join(dir, "nonna.db")
	if _, err := move.Move(t.Context(), plan(file, to)); !errors.Is(err, store.ErrFull) {
		t.Errorf("%v, want ErrFull", err)
	}
	left, err := filepath.Glob(to + "*")
	if want := []string{to + ".lock"}; err != nil || !slices.Equal(left, want) {
		t.Errorf("%q is left, %v, want %q", left, err, want)
	}
	opens(t, file, nil)
}
