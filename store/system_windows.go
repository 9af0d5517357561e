package store

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockOffset is the byte that is locked, far behind the text: Windows keeps
// others from reading a locked byte, and the text says who holds the lock.
const lockOffset = 1 << 30

// tryLock takes the file for this open handle until it is closed, and tells
// whether it got it. The system lets go of it when the process dies.
func tryLock(f *os.File) (bool, error) {
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	at := windows.Overlapped{Offset: lockOffset}
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// giveTo does nothing: on Windows a new file has the rights of its folder.
func giveTo(os.FileInfo, string) error { return nil }

// sameOwner is not asked there: see giveTo.
func sameOwner(os.FileInfo, os.FileInfo) bool { return true }

const noFollow = 0

// freeSpace is how many bytes can still be written into a folder.
func freeSpace(folder string) (int64, error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return int64(free), err
}

// syncFolder does nothing: Windows does not take it of a folder that is read.
func syncFolder(string) error { return nil }
