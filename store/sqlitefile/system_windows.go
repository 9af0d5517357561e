package sqlitefile

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// lockOffset is the position of the locked byte, far behind the text: on Windows
// others cannot read a locked byte, and the text names the holder of the lock.
const lockOffset = 1 << 30

// tryLock locks the file for this open handle, and reports whether it could. The lock
// ends with unlock, and when the process dies.
func tryLock(f *os.File) (bool, error) {
	const how = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	at := windows.Overlapped{Offset: lockOffset}
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0, &at)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// unlock ends the lock.
func unlock(f *os.File) error {
	at := windows.Overlapped{Offset: lockOffset}
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &at)
}

// giveTo does nothing: on Windows a new file inherits the rights of its folder.
func giveTo(os.FileInfo, string) error { return nil }

// noFollow is not needed: on Windows creating links is privileged.
const noFollow = 0

// FreeSpace returns the number of bytes that can be written beside the file at path.
func FreeSpace(path string) (int64, error) {
	name, err := windows.UTF16PtrFromString(filepath.Dir(path))
	if err != nil {
		return 0, err
	}
	var free uint64
	err = windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
	return int64(free), err
}

// syncFolder does nothing: Windows cannot sync a folder that is opened for reading.
func syncFolder(string) error { return nil }
