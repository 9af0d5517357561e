package sqlitefile

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"nonna/store/internal/errs"
)

// Restore replaces the database at path by a copy of the backup at from. It checks the whole backup
// first, and that this program knows its schema version; the backup itself is not changed. It
// returns [errs.ErrLocked] if the database is open, [errs.ErrMoved] if its data went elsewhere, and
// [errs.ErrNotNonna] if it is another program's. The old database is kept beside the new one, under
// the name that Restore returns, "" if there was none. Owner and mode are set as by [Backup], and
// the error is [errs.ErrRepairable] as there. If the process is killed, either the old or the new
// database is in place, and complete.
func Restore(ctx context.Context, from, path string, check Check, now time.Time) (kept string, err error) {
	path, err = resolve(path)
	if err != nil {
		return "", err
	}
	if there, err := exists(from); err != nil || !there {
		return "", cmp.Or(err, fmt.Errorf("%w: there is no backup at %s", errs.ErrNotFound, from))
	}
	lock, err := lockFile(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.release()) }()
	var mendable error
	err = View(ctx, from, 1, func(db *sql.DB) (err error) {
		if err := distinct(from, path); err != nil {
			return err
		}
		mendable, err = copyTo(ctx, db, path+newSuffix, check)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("the backup %s: %w", from, err)
	}
	if kept, err = keepOld(ctx, path, now); err != nil {
		return "", errors.Join(fmt.Errorf("keeping the old database %s: %w", path, err), removeDatabase(path+newSuffix))
	}
	return kept, cmp.Or(lock.place(ctx, path+newSuffix), mendable)
}

// keepOld adds a second name to the database at path, and returns it. It renames the write-ahead
// log too: SQLite would apply it to the new database.
func keepOld(ctx context.Context, path string, now time.Time) (string, error) {
	there, err := exists(path)
	if err != nil {
		return "", err
	}
	kept := fmt.Sprintf("%s.before-restore-%s", path, now.UTC().Format("20060102T150405.000Z"))
	if there {
		if err := foldLog(ctx, path); errors.Is(err, errForeign) || errors.Is(err, errs.ErrMoved) {
			return "", err
		}
		if err := keepAs(path, kept); err != nil {
			return "", err
		}
	}
	log, err := exists(path + "-wal")
	if err == nil && log {
		err = rename(path+"-wal", kept+"-wal")
	}
	if err != nil || !there && !log {
		return "", err
	}
	return kept, syncFolder(filepath.Dir(path))
}

// isOfContent reports whether an error says what a file has, and not that it cannot be read.
func isOfContent(err error) bool {
	return errors.Is(err, errs.ErrCorrupt) || errors.Is(err, errs.ErrNotNonna) || errors.Is(err, errs.ErrNewer)
}

// foldLog moves the log beside a database into it, which is left of a process that was killed. With
// a damaged one this may fail, and the log stays.
func foldLog(ctx context.Context, path string) error {
	return viewThere(ctx, path, 1, func(*sql.DB) error { return nil })
}

// keepAs links a file to a second name, or renames it if the file system has no hard
// links. In that case a restore that is killed leaves no database in place, and the
// lock file records that there was one.
func keepAs(path, kept string) error {
	if os.Link(path, kept) == nil {
		return nil
	}
	return rename(path, kept)
}
