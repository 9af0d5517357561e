package sqlitefile

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"time"

	"nonna/store/internal/errs"
)

// Create makes a new database with the newest schema at path, which fill fills, gives it its
// name when it is complete and checked, and returns that, with symbolic links resolved. The
// errors are [errs.ErrExists], [errs.ErrLocked], those of fill, and those of writing.
func Create(ctx context.Context, path string, fill func(*sql.DB) error) (_ string, err error) {
	path, err = resolve(path)
	if err != nil {
		return "", err
	}
	lock, err := lockFile(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.release()) }()
	if there, err := exists(path); err != nil || there {
		return "", cmp.Or(err, fmt.Errorf("%w: %s; name a file that does not exist", errs.ErrExists, path))
	}
	made := path + newSuffix
	err = errors.Join(removeDatabase(made), makeFilled(ctx, made, fill))
	if err == nil {
		err = moveInPlace(made, path)
	}
	if err != nil {
		return "", errors.Join(err, removeDatabase(made))
	}
	return path, lock.remember()
}

// MoveAway gives the file another name, and returns it. The file's old name refuses to open
// from then on, with [errs.ErrMoved] and the name of the database that has its data now. Only
// Close may be called afterwards.
func (f *File) MoveAway(to string, now time.Time) (kept string, err error) {
	err = errors.Join(Classify(f.readers.Close()), Classify(f.writer.Close()))
	f.readers, f.writer = nil, nil
	if log, logErr := exists(f.path + "-wal"); err == nil && (logErr != nil || log) {
		err = cmp.Or(logErr, fmt.Errorf("%w: the write-ahead log of %s could not be moved into it", errs.ErrBusy, f.path))
	}
	if err != nil {
		return "", err
	}
	kept = fmt.Sprintf("%s.moved-%s", f.path, now.UTC().Format("20060102T150405.000Z"))
	if err := f.lock.markMoved(to); err != nil { // a lock says so only where the file is missing
		return "", err
	}
	if err := os.Rename(f.path, kept); err != nil {
		return "", err
	}
	return kept, syncFolder(filepath.Dir(f.path))
}

// makeFilled makes a database, checks it and syncs it to disk.
func makeFilled(ctx context.Context, path string, fill func(*sql.DB) error) error {
	if err := build(ctx, path); err != nil {
		return err
	}
	// What is half written is removed, so there need not be a way back.
	db, err := openPool(path, 1, func() url.Values {
		return url.Values{"_pragma": {"journal_mode(OFF)", "synchronous(OFF)", "cache_size(-65536)", "trusted_schema(0)"}}
	})
	if err != nil {
		return err
	}
	if err := errors.Join(fill(db), db.Close()); err != nil {
		return Classify(err)
	}
	if err := verify(ctx, path); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("%w: %w", errs.ErrWrite, err)
	}
	return errors.Join(f.Sync(), f.Close())
}
