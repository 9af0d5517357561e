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
	log, err := unix.Open(path+"-wal", mode|unix.O_CLOEXEC, 0)
	if err != nil {
		return err
	}
	var all []error
	for _, f := range files {
		if target, err := os.Readlink(filepath.Join(open, f.Name())); err != nil || target != path+"-wal" {
			continue // some have been closed meanwhile
		}
		if old, err := strconv.Atoi(f.Name()); err != nil || old != log {
			all = append(all, err, unix.Dup3(log, old, unix.O_CLOEXEC))
		}
	}
	return errors.Join(append(all, unix.Close(log))...)
}
