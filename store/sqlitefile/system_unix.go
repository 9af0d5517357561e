//go:build unix

package sqlitefile

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"
)

// tryLock locks the whole file for this open handle, and reports whether it could.
// The lock ends with unlock, and when the process dies.
func tryLock(f *os.File) (bool, error) {
	err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// unlock ends the lock, also for processes that inherited the handle.
func unlock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_UN) }

// giveTo sets the owner and group of a file to those of another. It changes nothing that is
// right already: the service may not change owners, not even to what they are.
func giveTo(other os.FileInfo, path string) error {
	file, err := os.Lstat(path)
	if err != nil {
		return err
	}
	want, ok := other.Sys().(*syscall.Stat_t)
	have, too := file.Sys().(*syscall.Stat_t)
	if !ok || !too || have.Uid == want.Uid && have.Gid == want.Gid {
		return nil
	}
	return os.Lchown(path, int(want.Uid), int(want.Gid))
}

// noFollow makes opening a symbolic link fail.
const noFollow = unix.O_NOFOLLOW

// FreeSpace returns the number of bytes that can be written beside the file at path.
func FreeSpace(path string) (int64, error) {
	var disk unix.Statfs_t
	err := unix.Statfs(filepath.Dir(path), &disk)
	return int64(disk.Bavail) * int64(disk.Bsize), err //nolint:unconvert // not on every Unix
}

// syncFolder writes the directory entries of a folder to disk.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}
