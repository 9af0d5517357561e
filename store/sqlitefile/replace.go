package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"time"

	"nonna/store/internal/errs"
)

// Replace makes a new database with the newest schema at path, which fill fills, and gives it
// its name when it is complete and checked. If there is one already, may decides: with an error
// of it nothing changes, else the old one is kept under the name that Replace returns. Neither
// may have its connection open afterwards. The errors are [errs.ErrLocked], those of may and
// fill, and those of writing. If the process is killed, either the old file is in place, or the
// new one.
func Replace(ctx context.Context, path string, now time.Time, may, fill func(*sql.DB) error) (kept string, err error) {
	path, err = resolve(path)
	if err != nil {
		return "", err
	}
	lock, err := lockFile(path)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, lock.release()) }()
	there, err := exists(path)
	if err == nil && there {
		err = View(ctx, path, 1, may)
	}
	if err != nil {
		return "", err
	}
	made := path + newSuffix
	if err := errors.Join(removeDatabase(made), makeFilled(ctx, made, fill)); err != nil {
		return "", errors.Join(err, removeDatabase(made))
	}
	if kept, err = keepOld(ctx, path, "move", now); err == nil {
		err = moveInPlace(made, path)
	}
	if err != nil {
		return kept, errors.Join(err, removeDatabase(made))
	}
	return kept, lock.remember()
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
	if err := verify(ctx, path, quickCheck); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return fmt.Errorf("%w: %w", errs.ErrWrite, err)
	}
	return errors.Join(f.Sync(), f.Close())
}
