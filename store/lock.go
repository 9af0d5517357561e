package store

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// The lock file stands beside the database and stays there: removing it would
// let two processes lock two files of one name. Its first line says who holds
// it; the second, once there is a database, says so, because SQLite takes an
// empty file for a new database and would begin anew where a copy went wrong.
const (
	lockSuffix = ".lock"
	lockMarker = "database created"
)

// fileLock is a lock file that is held.
type fileLock struct {
	file *os.File
	// known says that the database had been created when the lock was taken.
	known bool
}

// resolve returns the absolute path of the database, symbolic links resolved,
// so that one file has one lock whatever it is called.
func resolve(path string) (string, error) {
	if path == "" || strings.ContainsRune(path, 0) {
		return "", fmt.Errorf("%w: %q is no path of a file", ErrInvalid, path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("finding %s: %w", path, err)
	}
	target, err := filepath.EvalSymlinks(abs)
	if err == nil {
		return target, nil
	}
	// The file may be about to be created; its folder must be there.
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return "", fmt.Errorf("the folder of %s: %w", abs, err)
	}
	return filepath.Join(dir, filepath.Base(abs)), nil
}

// lockFile takes the lock of the database at path, or fails with [ErrLocked].
func lockFile(path string) (*fileLock, error) {
	name := path + lockSuffix
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the database's lock file: %w", err)
	}
	held, err := tryLock(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("locking %s: %w", name, err), f.Close())
	}
	text, readErr := io.ReadAll(io.LimitReader(f, 1024))
	if !held {
		return nil, errors.Join(lockedError(path, string(text)), f.Close())
	}
	l := &fileLock{file: f, known: strings.Contains(string(text), lockMarker)}
	if len(text) == 0 && os.Geteuid() == 0 { // made just now, and not for root alone
		readErr = errors.Join(readErr, adopt(name, path))
	}
	if err := errors.Join(readErr, l.write()); err != nil {
		return nil, errors.Join(fmt.Errorf("the database's lock file: %w", err), l.release())
	}
	return l, nil
}

func lockedError(path, text string) error {
	holder, _, _ := strings.Cut(text, "\n")
	if holder == "" {
		holder = "unknown"
	}
	return fmt.Errorf("%w: %s is in use by %s; stop it first, or give this one another file", ErrLocked, path, holder)
}

// remember notes that the database exists.
func (l *fileLock) remember() error {
	if l.known {
		return nil
	}
	l.known = true
	if err := l.write(); err != nil {
		return err
	}
	return l.file.Sync()
}

func (l *fileLock) write() error {
	text := fmt.Sprintf("process %d\n", os.Getpid())
	if l.known {
		text += lockMarker + "\n"
	}
	// Overwriting first and cutting after: the marker is never missing between.
	if _, err := l.file.WriteAt([]byte(text), 0); err != nil {
		return err
	}
	return l.file.Truncate(int64(len(text)))
}

func (l *fileLock) release() error { return l.file.Close() }
