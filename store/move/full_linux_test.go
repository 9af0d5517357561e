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
	there := target(t)
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=600k"); err != nil {
		t.Skipf("no small disk to fill: mounting one: %v", err)
	}
	t.Cleanup(func() { storetest.Must(t, unix.Unmount(dir, 0)) })
	storetest.Must(t, open(t, there).Close())
	exec(t, there, `INSERT INTO people (scope, user_id) SELECT 0, i FROM generate_series(1, 20000) AS i`)
	to := filepath.Join(dir, "nonna.db")
	if _, err := move.Move(t.Context(), there, to, silent); !errors.Is(err, store.ErrFull) {
		t.Errorf("%v, want ErrFull", err)
	}
	left, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || slices.ContainsFunc(left, func(name string) bool { return name != to+".lock" }) {
		t.Errorf("%q is left, %v, want a lock alone", left, err)
	}
	opens(t, there, nil)
}
