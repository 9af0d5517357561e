package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"nonna/bot/discordtest"
)

// The doctor warns of a database on a network, or what may be one: here a file system of another
// user that answers nothing.
func TestDoctorOnANetworkFileSystem(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	device, err := os.OpenFile("/dev/fuse", os.O_RDWR, 0)
	if err == nil {
		t.Cleanup(func() { _ = device.Close() })
		err = unix.Mount("remote", dir, "fuse", 0, fmt.Sprintf("fd=%d,rootmode=40000,user_id=12345,group_id=12345", device.Fd()))
	}
	if err != nil {
		t.Skipf("no file system in user space: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, unix.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	srv := discordtest.New(t, discordtest.Options{})
	for db, want := range map[string]bool{filepath.Join(dir, "nonna.db"): true, filepath.Join(t.TempDir(), "nonna.db"): false} {
		_, said := runAt(t, srv, nil, "doctor", "--db", db)
		if got := strings.Contains(said, "PROBLEM  file system: the folder of the database is on FUSE, "); got != want {
			t.Errorf("%s: warned %t, want %t:\n%s", db, got, want, said)
		}
	}
}

// The doctor says how little room there is, and how much a backup takes only where that is
// known and worth saying. Mounting a small file system needs privileges.
func TestDoctorOnASmallDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	if err := unix.Mount("tmpfs", dir, "tmpfs", 0, "size=9m"); err != nil {
		t.Skipf("no small disk: mounting one: %v", err)
	}
	t.Cleanup(func() {
		if err := unix.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	srv, db := discordtest.New(t, discordtest.Options{}), filepath.Join(dir, "nonna.db")
	for _, c := range []struct {
		size int
		want string
	}{
		{0, "PROBLEM  disk: only 9 MB are free beside the database: make room\n"},
		{1 << 19, "PROBLEM  disk: only 8 MB are free beside the database: make room\n"},
		{3 << 20, "PROBLEM  disk: 6 MB are free beside the database, and a backup alone takes 3: make room\n"},
	} {
		if err := os.WriteFile(db, make([]byte, c.size), 0o600); err != nil {
			t.Fatal(err)
		}
		if status, said := runAt(t, srv, nil, "doctor", "--db", db); status != 1 || !strings.Contains(said, c.want) {
			t.Errorf("%d bytes: status %d, %s, want %s", c.size, status, said, c.want)
		}
	}
}
