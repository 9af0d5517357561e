package sqlitefile

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"

	"nonna/store/internal/errs"
	"nonna/store/internal/sqltx"
)

// Check returns what is wrong with a database: [errs.ErrRepairable] if a rebuild mends it, else
// [errs.ErrCorrupt]. Without all it looks at the structure alone.
type Check func(ctx context.Context, tx *sqltx.Tx, all bool) error

// run checks a database.
func (c Check) run(ctx context.Context, db *sql.DB, all bool) error {
	return reading(db).Run(ctx, func(ctx context.Context, tx *sqltx.Tx) error { return c(ctx, tx, all) })
}

// Backup copies the database at path to the file to, as it is at one moment. Other
// connections may read and write it meanwhile, in this process or another. The copy is
// checked before it gets its name. An existing file is replaced only if replace is
// set; otherwise Backup returns [errs.ErrExists]. The copy gets the owner and mode of
// the file that it replaces. A new file is readable by its owner alone, and created by
// root it belongs to the owner of the folder. The remains of a killed backup are removed by the
// next one to the same file.
//
// Backup returns the errors of [Open] for a database that cannot be copied, [errs.ErrNotFound] if
// there is no database, and [errs.ErrFull] or [errs.ErrInvalid] if the copy cannot be written. It returns
// [errs.ErrLocked] if a process has the file open that it is to replace, or copies to it.
// [errs.ErrRepairable] is of a copy that is there: it has what a rebuild mends, which is better
// than no copy.
func Backup(ctx context.Context, path, to string, check Check, replace bool) error {
	// Through a link root would write to a place chosen by the owner of the folder.
	if info, err := os.Lstat(to); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("%w: %s is not a regular file", errs.ErrInvalid, to)
	}
	to, err := resolve(to)
	if err != nil {
		return err
	}
	return View(ctx, path, 1, func(db *sql.DB) (err error) {
		if err := distinct(path, to); err != nil {
			return err
		}
		lock, err := lockFile(to)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, lock.releaseCopy()) }()
		if err := isFree(to); err != nil && (!replace || !errors.Is(err, errs.ErrExists)) {
			return err
		}
		mendable, err := copyTo(ctx, db, to+newSuffix, check)
		if err != nil {
			return err
		}
		return cmp.Or(lock.place(ctx, to+newSuffix), mendable)
	})
}

// distinct returns [errs.ErrInvalid] if two paths lead to the same file, which exists at the first.
func distinct(one, other string) error {
	a, err := os.Stat(one)
	b, err2 := os.Stat(other)
	if err == nil && err2 == nil && os.SameFile(a, b) {
		return fmt.Errorf("%w: %s is the database itself; name another file", errs.ErrInvalid, other)
	}
	return nil
}

// copyTo replaces the file at path by a copy of db. It checks all of that, and before the
// structure of db: a copy may come out sound where that is not. It removes the copy after an error,
// and returns apart from that the [errs.ErrRepairable] of what a rebuild mends.
func copyTo(ctx context.Context, db *sql.DB, path string, check Check) (mendable, err error) {
	if err := removeDatabase(path); err != nil {
		return nil, err
	}
	if err = check.run(ctx, db, false); errors.Is(err, errs.ErrRepairable) {
		mendable, err = err, nil
	}
	if err == nil {
		err = vacuumInto(ctx, db, path)
	}
	if err == nil {
		if err = fullCheck(ctx, path, check); errors.Is(err, errs.ErrRepairable) {
			mendable, err = err, nil
		}
	}
	if err != nil {
		return nil, errors.Join(err, removeDatabase(path))
	}
	return mendable, nil
}

// vacuumInto copies db without locking out writers, leaving out free pages, and syncs
// the copy to disk.
func vacuumInto(ctx context.Context, db *sql.DB, path string) error {
	// SQLite writes into an existing empty file, and keeps its mode.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if _, err := db.ExecContext(ctx, "VACUUM INTO $1", path); err != nil {
		return errors.Join(Classify(err), f.Close())
	}
	// Closing this handle drops no lock: SQLite has closed the copy.
	return errors.Join(f.Sync(), f.Close())
}
