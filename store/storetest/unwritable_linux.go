package storetest

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"

	"golang.org/x/sys/unix"
)

// Unwritable makes the system refuse all writes to an open database at path, as it does
// once a file system has become read-only: the write-ahead log is opened again for reading
// alone, in place of what the process has open. [Writable] ends that.
func Unwritable(path string) error { return reopenLog(path, unix.O_RDONLY) }

// Writable lets a database be written to after [Unwritable].
func Writable(path string) error { return reopenLog(path, unix.O_RDWR) }

// reopenLog opens the write-ahead log in place of each of its open files.
func reopenLog(path string, mode int) error {
	const open = "/proc/self/fd"
	files, err := os.ReadDir(open)
	if err != nil {
		return err
	}
	for _, f := range files {
		if target, readErr := os.Readlink(filepath.Join(open, f.Name())); readErr != nil || target != path+"-wal" {
			continue // some have been closed meanwhile
		}
		old, convErr := strconv.Atoi(f.Name())
		log, openErr := unix.Open(path+"-wal", mode|unix.O_CLOEXEC, 0)
		if err := errors.Join(convErr, openErr); err != nil {
			return err
		}
		if err := errors.Join(unix.Dup3(log, old, unix.O_CLOEXEC), unix.Close(log)); err != nil {
			return err
		}
	}
	return nil
}
