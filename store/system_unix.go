//go:build unix

package store

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// tryLock takes the whole file for this open handle until it is closed, and
// reports whether it got it. The kernel lets go of it when the process dies.
func tryLock(f *os.File) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// giveTo gives a file the owner and the group of another.
func giveTo(other os.FileInfo, path string) error {
	owner, ok := other.Sys().(*syscall.Stat_t)
	if !ok {
		return nil
	}
	return os.Lchown(path, int(owner.Uid), int(owner.Gid))
}

// freeSpace is how many bytes can still be written into a folder.
func freeSpace(folder string) (int64, error) {
	var disk unix.Statfs_t
	err := unix.Statfs(folder, &disk)
	return int64(disk.Bavail) * int64(disk.Bsize), err //nolint:unconvert // not on every Unix
}
