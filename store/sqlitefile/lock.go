package sqlitefile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"nonna/store/internal/errs"
)

// The lock file is beside the database and stays there. Only that of a copy is removed by who holds
// the lock; whoever locked the removed file meanwhile notices. Its first line names the process
// that holds the lock. The second line is written once the database exists, because SQLite treats
// an empty file as a new database, and would silently start an empty one if copying a file failed.
const (
	lockSuffix = ".lock"
	lockMarker = "database created\n"
	// damagedMarker is a line that asks the next process to check the whole file.
	damagedMarker = "found damaged\n"
)

// fileLock is the lock of the database at path, and is held.
type fileLock struct {
	path string
	file *os.File
	// notes are the lines behind the first.
	notes string
	// isNew says that the lock file was created for this lock.
	isNew bool
}

// resolve returns the absolute path of the database with symbolic links resolved, so that a file
// has the same lock under all its names. The error is [errs.ErrInvalid] for what SQLite, a lock, or
// an unfinished copy makes beside a database.
func resolve(path string) (string, error) {
	for _, suffix := range append(besideSuffixes(), lockSuffix, newSuffix) {
		if strings.HasSuffix(path, suffix) {
			return "", fmt.Errorf("%w: %s belongs to the database without the %s; name another file", errs.ErrInvalid, path, suffix)
		}
	}
	if path == "" || strings.ContainsRune(path, 0) {
		return "", fmt.Errorf("%w: %q is not a path of a file", errs.ErrInvalid, path)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return "", fmt.Errorf("finding %s: %w", path, err)
	}
	target, err := filepath.EvalSymlinks(abs)
	if err == nil {
		return target, nil
	}
	// The file may not exist yet, but its folder must.
	dir, err := filepath.EvalSymlinks(filepath.Dir(abs))
	if err != nil {
		return "", fmt.Errorf("the folder of %s: %w", abs, err)
	}
	return filepath.Join(dir, filepath.Base(abs)), nil
}

// lockFile takes the lock of the database at path. It returns [errs.ErrLocked] if
// another process holds it, or has just removed it. It does not follow links: root would
// write to a place chosen by the owner of the folder.
func lockFile(path string) (*fileLock, error) {
	name := path + lockSuffix
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|noFollow, 0o600)
	if err != nil {
		return nil, fmt.Errorf("the database's lock file: %w", err)
	}
	return takeLock(f, path)
}

// takeLock is [lockFile] of an open lock file. It closes the file after an error.
func takeLock(f *os.File, path string) (*fileLock, error) {
	name := f.Name()
	held, err := tryLock(f)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("locking %s: %w", name, err), f.Close())
	}
	if file, err := f.Stat(); err != nil || (fileRef{name, file}).check() != nil {
		held = false
	}
	text, readErr := io.ReadAll(f)
	holder, notes, _ := strings.Cut(string(text), "\n")
	if len(text) > 0 && !strings.HasPrefix(holder, "process ") {
		return nil, errors.Join(fmt.Errorf("%w: %s is another program's; name another file", errs.ErrInvalid, name), f.Close())
	}
	if !held {
		return nil, errors.Join(fmt.Errorf("%w: %s is in use by %s; stop it first, or name another file", errs.ErrLocked, path, cmp.Or(holder, "unknown")), f.Close())
	}
	l := &fileLock{path: path, file: f, isNew: len(text) == 0}
	if l.isNew && os.Geteuid() == 0 { // the service must be able to open it
		readErr = errors.Join(readErr, adopt(name, path))
	}
	if err := errors.Join(readErr, l.note(notes)); err != nil {
		return nil, errors.Join(fmt.Errorf("the database's lock file: %w", err), l.release())
	}
	return l, nil
}

// wasThere returns an error if there was a database at path that is gone: its lock
// has notes, or it has a write-ahead log.
func wasThere(path, notes string) error {
	if notes != "" {
		return fmt.Errorf("%w: %s is gone or empty, but there was a database before; restore a backup,"+
			" or remove %s to start with an empty database", errs.ErrVanished, path, path+lockSuffix)
	}
	if log, err := exists(path + "-wal"); err != nil || log {
		return errors.Join(err, fmt.Errorf("%w: %s is gone or empty, but its write-ahead log is there; restore"+
			" a backup, or remove %s to start with an empty database", errs.ErrVanished, path, path+"-wal"))
	}
	return nil
}

// missingError returns the error for a path without a database: why [Open] would not create it,
// else [errs.ErrNotFound].
func missingError(path string) error {
	text, _ := os.ReadFile(path + lockSuffix) // there may be none
	_, notes, _ := strings.Cut(string(text), "\n")
	return cmp.Or(wasThere(path, notes), fmt.Errorf("%w: there is no database at %s", errs.ErrNotFound, path))
}

// remember records in the lock file that the database exists, and nothing else.
func (l *fileLock) remember() error {
	if l.notes == lockMarker {
		return nil
	}
	return errors.Join(l.note(lockMarker), l.file.Sync())
}

// note writes the lines of the lock file behind the first.
func (l *fileLock) note(notes string) error {
	l.notes = notes
	text := fmt.Sprintf("process %d\n%s", os.Getpid(), notes)
	// The file is kept: it is overwritten first, and truncated after.
	if _, err := l.file.WriteAt([]byte(text), 0); err != nil {
		return err
	}
	return l.file.Truncate(int64(len(text)))
}

// place gives a complete database the name that the lock is of, so that the name survives a power
// cut. All that makes or replaces a database calls this function: who holds the lock knows
// that no process has the database open. The new one gets the owner and mode of the file that it
// replaces, and nothing that SQLite left beside that, which it would apply to the new one. A file that is
// left of a process that was killed goes into the old file first, which would be damaged without it
// if this process were killed, too, and is gone on the disk before the name is given.
// place removes the new file after an error.
func (l *fileLock) place(ctx context.Context, made string) error {
	there, err := exists(l.path)
	if err == nil {
		err = adopt(made, l.path)
	}
	if err == nil && there {
		if err = foldLog(ctx, l.path); isOfContent(err) {
			err = nil // what is damaged, or nobody can use, is replaced, too
		}
	}
	if err == nil {
		err = errors.Join(removeBeside(l.path), syncFolder(filepath.Dir(l.path)))
	}
	if err == nil {
		err = os.Rename(made, l.path)
	}
	if err != nil {
		return errors.Join(fmt.Errorf("giving %s its owner and name: %w", l.path, err), removeDatabase(made))
	}
	return errors.Join(syncFolder(filepath.Dir(l.path)), l.remember())
}

// rename gives a file a name that no file has: what was kept before stays.
func rename(from, to string) error {
	if _, err := os.Lstat(to); !errors.Is(err, fs.ErrNotExist) {
		return cmp.Or(err, fmt.Errorf("%w: %s", errs.ErrExists, to))
	}
	return os.Rename(from, to)
}

// IsDatabase reports whether a path is the name of a database that this program has opened, or of
// a file beside one. It opens no file.
func IsDatabase(path string) bool {
	for _, suffix := range append([]string{"", lockSuffix, newSuffix}, besideSuffixes()...) {
		if _, err := os.Lstat(strings.TrimSuffix(path, suffix) + lockSuffix); err == nil {
			return true
		}
	}
	return false
}

// releaseCopy gives the lock of a copy up. A lock file that was created for it goes: nobody has
// opened the copy. On Windows, where open files stay, so does this one.
func (l *fileLock) releaseCopy() error {
	if l.isNew {
		_ = os.Remove(l.file.Name())
	}
	return l.release()
}

// release gives the lock up. Closing alone would not: a process forked meanwhile has the
// file open until it executes another program.
func (l *fileLock) release() error {
	return errors.Join(unlock(l.file), l.file.Close())
}
