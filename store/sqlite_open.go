package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"nonna/migrations"
)

const (
	// applicationID marks the file as ours in SQLite's header: "Nonn".
	applicationID = 0x4e6f6e6e
	// quickCheckSize is the size up to which a file is checked whole when it is
	// opened, which takes about a second at most. For larger ones there is
	// [CheckFile].
	quickCheckSize = 64 << 20
	// newSuffix names a database that is being made.
	newSuffix = ".new"
)

const schemaVersion = `SELECT MAX(version_id) FROM goose_db_version WHERE is_applied`

// ensureDatabase makes sure that there is a database at path which this program can use,
// creating one where there was none. The lock must be held.
func ensureDatabase(ctx context.Context, path string, lock *fileLock) error {
	there, err := exists(path)
	if err != nil {
		return err
	}
	if there {
		err = inspect(ctx, path)
	} else {
		err = create(ctx, path, lock)
	}
	if err != nil {
		return err
	}
	return lock.remember()
}

// exists reports whether there is something in the file at path.
func exists(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("looking for the database: %w", err)
	}
	if !info.Mode().IsRegular() {
		return false, fmt.Errorf("%w: %s is not a regular file", ErrNotNonna, path)
	}
	return info.Size() > 0, nil
}

// create makes a database beside path and moves it there when it is whole, so
// that a process killed in between leaves no half of one.
func create(ctx context.Context, path string, lock *fileLock) error {
	if lock.known {
		return fmt.Errorf("%w: %s is gone or empty, but there was a database before; bring it back from a backup,"+
			" or remove %s to begin anew", ErrMissing, path, path+lockSuffix)
	}
	if log, err := exists(path + "-wal"); err != nil || log {
		return errors.Join(err, fmt.Errorf("%w: %s is gone or empty, but its write-ahead log is there; bring it back"+
			" from a backup, or remove %s to begin anew", ErrMissing, path, path+"-wal"))
	}
	made := path + newSuffix
	if err := removeDatabase(made); err != nil {
		return err
	}
	if err := build(ctx, made); err != nil {
		return errors.Join(fmt.Errorf("making the database %s: %w", path, err), removeDatabase(made))
	}
	return moveInPlace(made, path)
}

// build makes an empty database of the newest schema at path.
func build(ctx context.Context, path string) error {
	// What people played is nobody else's to read; SQLite gives its log files
	// the mode of the database.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	db, err := openPool(path, 1, func() url.Values {
		return url.Values{"_pragma": {fmt.Sprintf("application_id(%d)", applicationID), "synchronous(FULL)", "foreign_keys(1)"}}
	})
	if err != nil {
		return err
	}
	m, err := migrations.New(db)
	if err == nil {
		_, err = m.Up(ctx)
	}
	return errors.Join(classify(err), classify(db.Close()))
}

// inspect refuses a file that this program cannot use, without changing it.
func inspect(ctx context.Context, path string) (err error) {
	db, err := openReadOnly(path)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, classify(db.Close())) }()
	if err := identify(ctx, db, path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil || info.Size() > quickCheckSize {
		return err
	}
	return checkPages(ctx, db, path)
}

// openReadOnly opens a database so that nothing in it can change. Without a
// write-ahead log the file is complete by itself, and immutable keeps SQLite
// from putting a log beside it; the caller must hold the lock for that.
func openReadOnly(path string) (*sql.DB, error) {
	log, err := exists(path + "-wal")
	if err != nil {
		return nil, err
	}
	return openPool(path, 1, func() url.Values {
		v := readOnlyParams()
		if !log {
			v.Set("immutable", "1")
		}
		return v
	})
}

// identify reports whether db is a database of this program, and of a version that
// this program knows.
func identify(ctx context.Context, db *sql.DB, path string) error {
	var id int64
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return fmt.Errorf("reading %s: %w", path, classify(err))
	}
	if id != applicationID {
		return fmt.Errorf("%w: %s belongs to another program (application id %#x, want %#x)", ErrNotNonna, path, id, applicationID)
	}
	var version sql.NullInt64
	err := db.QueryRowContext(ctx, schemaVersion).Scan(&version)
	if err != nil {
		return fmt.Errorf("reading the schema version of %s: %w", path, classify(err))
	}
	if latest := migrations.Latest(); version.Int64 > latest {
		return newerError(path, version.Int64, latest)
	}
	return nil
}

// checkPages runs SQLite's quick check of a file's structure.
func checkPages(ctx context.Context, db *sql.DB, path string) error {
	var verdict string
	err := db.QueryRowContext(ctx, "PRAGMA "+quickCheck+"(1)").Scan(&verdict)
	if err != nil {
		return fmt.Errorf("checking %s: %w", path, classify(err))
	}
	if verdict != "ok" {
		return fmt.Errorf("%w: %s: %s; restore a backup", ErrCorrupt, path, verdict)
	}
	return nil
}

// removeDatabase removes a database that nobody has open, and its side files.
func removeDatabase(path string) error {
	var errs []error
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		errs = append(errs, removeIfThere(path+suffix))
	}
	return errors.Join(errs...)
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// moveInPlace gives a finished file its name, so that it has it after a power
// cut too, and the owner and mode of the file that had that name.
func moveInPlace(from, to string) error {
	if err := adopt(from, to); err != nil {
		return fmt.Errorf("giving %s its owner: %w", to, err)
	}
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(to))
}

// adopt gives a new file the owner and mode of another; where there is none, what
// root makes gets the owner of the folder, whose program is to open it.
func adopt(path, like string) error {
	other, err := os.Stat(like)
	switch {
	case err == nil:
		return errors.Join(giveTo(other, path), os.Chmod(path, other.Mode().Perm()))
	case !errors.Is(err, fs.ErrNotExist):
		return err
	case os.Geteuid() != 0:
		return nil
	}
	if other, err = os.Stat(filepath.Dir(like)); err != nil {
		return err
	}
	return giveTo(other, path)
}
