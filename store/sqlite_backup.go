package store

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"time"
)

// partSuffix names a copy that is not finished.
const partSuffix = ".part"

// Backup copies the database at path to the file to, as it is at one moment,
// while others may read and write it, this process or another. The copy is
// checked before it gets its name; a file of that name is replaced only then, and
// only where replace says so ([ErrExists]). The copy has the owner and the mode
// of the file that it replaces; without one, it is its owner's alone, who is the
// folder's where root makes it. Nothing else of the kind may run on the same file
// at once. Errors: those of [Open] for a database that cannot be copied,
// [ErrNotFound] for none, [ErrFull] and [ErrInvalid] for a place it cannot be
// copied to.
func Backup(ctx context.Context, path, to string, replace bool) error {
	to, err := resolve(to)
	if err != nil {
		return err
	}
	return withFile(ctx, path, 1, func(db *sql.DB) error {
		if err := distinct(path, to); err != nil {
			return err
		}
		if there, err := exists(to); err != nil || there && !replace {
			return cmp.Or(err, fmt.Errorf("%w: %s", ErrExists, to))
		}
		// The copy's indexes are made anew while copying: the quick check will do.
		if err := copyTo(ctx, db, to+partSuffix, quickCheck); err != nil {
			return err
		}
		return moveInPlace(to+partSuffix, to)
	})
}

// distinct refuses to write a database over itself, or over what SQLite and the
// lock keep beside it.
func distinct(path, to string) error {
	path, err := resolve(path)
	if err != nil {
		return err
	}
	for _, beside := range []string{"-wal", "-shm", "-journal", lockSuffix} {
		if path+beside == to {
			return fmt.Errorf("%w: %s belongs to the database; name another file for the copy", ErrInvalid, to)
		}
	}
	a, err := os.Stat(path)
	if err != nil {
		return err
	}
	b, err := os.Stat(to)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if os.SameFile(a, b) {
		return fmt.Errorf("%w: %s is the database itself; name another file for the copy", ErrInvalid, to)
	}
	if !b.Mode().IsRegular() {
		return fmt.Errorf("%w: %s is not a regular file", ErrInvalid, to)
	}
	return nil
}

// copyTo writes a complete copy of db to the file at path, which is made anew,
// and checks it; where that fails it removes the file again.
func copyTo(ctx context.Context, db *sql.DB, path, check string) error {
	if err := removeDatabase(path); err != nil {
		return err
	}
	err := vacuumInto(ctx, db, path)
	if err == nil {
		err = verify(ctx, path, check)
	}
	if err != nil {
		return errors.Join(err, removeDatabase(path))
	}
	return nil
}

// vacuumInto copies db with SQLite's own online copy, which waits for nobody and
// leaves free pages behind, and writes the copy to disk.
func vacuumInto(ctx context.Context, db *sql.DB, path string) error {
	// SQLite fills in an empty file that is there, and keeps its mode.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO $1", path); err != nil {
		return errors.Join(classify(err), f.Close())
	}
	// This handle is of no harm to SQLite's locks: it has closed the copy.
	return errors.Join(f.Sync(), f.Close())
}

// verify reports whether a file nobody has open is a sound database.
func verify(ctx context.Context, path, check string) (err error) {
	db, err := openReadOnly(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, classify(db.Close())) }()
	if err := identify(ctx, db, path); err != nil {
		return err
	}
	var r Report
	err = transact(ctx, db, nil, func(t session) error { return t.checkFile(ctx, &r, check) })
	if err == nil && !r.OK() {
		err = fmt.Errorf("%w: %s: %s", ErrCorrupt, path, r.Problems[0])
	}
	return err
}

// Restore puts a copy of the backup at from in the place of the database at
// path, which nobody may have open ([ErrLocked]). The backup is checked first:
// integrity, references, and that its version is none this program does not
// know; it stays where it is. The database that was there is kept beside it,
// under the name returned, "" when there was none; owner and mode are as with
// [Backup]. Cut short, it leaves the one or the other in place, whole.
func Restore(ctx context.Context, from, path string, now time.Time) (kept string, err error) {
	path, err = resolve(path)
	if err != nil {
		return "", err
	}
	if there, err := exists(from); err != nil || !there {
		return "", cmp.Or(err, fmt.Errorf("%w: there is no backup at %s", ErrNotFound, from))
	}
	lock, err := lockFile(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.release()) }()
	err = withFile(ctx, from, 1, func(db *sql.DB) error {
		if err := distinct(from, path); err != nil {
			return err
		}
		return copyTo(ctx, db, path+newSuffix, wholeCheck)
	})
	if err != nil {
		return "", fmt.Errorf("the backup %s: %w", from, err)
	}
	if kept, err = keepOld(ctx, path, now); err != nil {
		return "", fmt.Errorf("keeping the old database %s: %w", path, err)
	}
	if err := moveInPlace(path+newSuffix, path); err != nil {
		return kept, err
	}
	return kept, lock.remember()
}

// keepOld gives the database at path a second name, under which it stays. Its
// write-ahead log goes with it: SQLite would play it into the new database.
func keepOld(ctx context.Context, path string, now time.Time) (string, error) {
	there, err := exists(path)
	if err != nil {
		return "", err
	}
	kept := fmt.Sprintf("%s.before-restore-%s", path, now.UTC().Format("20060102T150405.000Z"))
	if there {
		foldLog(ctx, path)
		if err := keepAs(path, kept); err != nil {
			return "", err
		}
	}
	log, err := exists(path + "-wal")
	if err != nil {
		return "", err
	}
	if log {
		err = os.Rename(path+"-wal", kept+"-wal")
	} else {
		err = removeIfThere(path + "-wal")
	}
	if err := errors.Join(err, removeIfThere(path+"-shm"), syncFolder(filepath.Dir(path))); err != nil {
		return "", err
	}
	if !there && !log {
		return "", nil
	}
	return kept, nil
}

// keepAs gives a file a second name, or only that one where the file system
// knows no second names; a restore cut short then leaves no database in place,
// which the lock file remembers.
func keepAs(path, kept string) error {
	if os.Link(path, kept) == nil {
		return nil
	}
	return os.Rename(path, kept)
}

// foldLog writes what is in the write-ahead log into the database, as the last
// connection to close does. A damaged database may not let it; then the log is
// kept as a file.
func foldLog(ctx context.Context, path string) {
	db, err := openPool(path, 1, func() url.Values { return nil })
	if err != nil {
		return
	}
	var n int
	_ = db.QueryRowContext(ctx, "SELECT COUNT(*) FROM sqlite_schema").Scan(&n)
	_ = db.Close()
}
