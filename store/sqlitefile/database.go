package sqlitefile

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
	"strings"

	"nonna/migrations"
	"nonna/store/internal/errs"
)

const (
	// applicationID is the application id in SQLite's header: "Nonn".
	applicationID = 0x4e6f6e6e
	// quickCheckSize is the size up to which the structure of a file is checked when
	// it is opened, which takes about a second at most. [Check] is for larger files.
	quickCheckSize = 64 << 20
	// newSuffix is the suffix of a database, or a copy of one, that is not complete.
	newSuffix = ".new"
)

// ensureDatabase returns nil if this program can use the database at path. It creates the database
// if it is missing. A caller that mends can use one that a rebuild mends. The lock must be held.
func ensureDatabase(ctx context.Context, path string, lock *fileLock, check Check, mends bool) error {
	there, err := exists(path)
	if err != nil {
		return err
	}
	if there {
		err = checkUsable(ctx, path, check, strings.Contains(lock.notes, damagedMarker))
		if mends && errors.Is(err, errs.ErrRepairable) {
			return nil // the notes remain until it is found whole
		}
	} else {
		err = create(ctx, path, lock)
	}
	if err != nil {
		return err
	}
	return lock.remember()
}

// exists reports whether there is a file at path that is not empty.
func exists(path string) (bool, error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("looking for the database: %w", err)
	}
	if !info.Mode().IsRegular() {
		return false, fmt.Errorf("%w: %s is not a regular file", errs.ErrNotNonna, path)
	}
	return info.Size() > 0, nil
}

// create creates a database beside path and renames it when it is complete, so that
// a process killed in between does not leave half a database.
func create(ctx context.Context, path string, lock *fileLock) error {
	if err := wasThere(path, lock.notes); err != nil {
		return err
	}
	made := path + newSuffix
	if err := build(ctx, made); err != nil {
		return errors.Join(fmt.Errorf("creating the database %s: %w", path, err), removeDatabase(made))
	}
	return lock.place(ctx, made)
}

// build creates an empty database with the newest schema at path.
func build(ctx context.Context, path string) (err error) {
	// The data is private. SQLite gives its log files the mode of the database.
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	db, err := openPool(path, 1, url.Values{"_pragma": {fmt.Sprintf("application_id(%d)", applicationID), "synchronous(FULL)", "foreign_keys(1)"}})
	if err != nil {
		return err
	}
	defer func() { err = Classify(errors.Join(err, db.Close())) }()
	return up(ctx, db, -1, migrations.Latest())
}

// View calls use with a pool of the given number of connections that only read the database at
// path, which may be open elsewhere. It returns the errors of [Open] for a file that is not a
// database of this program, and for one that is gone, and [errs.ErrNotFound] if there never was
// one.
func View(ctx context.Context, path string, connections int, use func(*sql.DB) error) (err error) {
	defer func() { err = notPermitted(err, path) }()
	resolved, err := resolve(path)
	if err != nil {
		return err
	}
	there, err := exists(resolved)
	if err != nil {
		return err
	}
	if !there {
		return missingError(resolved)
	}
	return viewThere(ctx, resolved, connections, use)
}

// viewThere is [View] of a file that exists.
func viewThere(ctx context.Context, path string, connections int, use func(*sql.DB) error) (err error) {
	db, err := openPool(path, connections, lookParams())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, Classify(db.Close())) }()
	if err := checkHeader(ctx, db, path); err != nil {
		return err
	}
	return use(db)
}

// checkUsable returns an error if this program cannot use the file. It checks the whole if all
// is set.
func checkUsable(ctx context.Context, path string, check Check, all bool) error {
	if all {
		err := fullCheck(ctx, path, check)
		if errors.Is(err, errs.ErrRepairable) {
			err = fmt.Errorf("%s: %w", path, err)
		}
		return err
	}
	return viewThere(ctx, path, 1, func(db *sql.DB) error {
		info, err := os.Stat(path)
		if err != nil || info.Size() > quickCheckSize {
			return err
		}
		var verdict string
		err = db.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&verdict)
		switch {
		case err != nil || verdict == "ok":
		case indexProblem.MatchString(verdict):
			return fmt.Errorf("%s: %w: %s; nonna --db FILE check --rebuild mends it", path, errs.ErrRepairable, verdict)
		default:
			err = fmt.Errorf("%w: %s", errs.ErrCorrupt, verdict)
		}
		return named(path, err)
	})
}

// named adds to an error the name of the file that it is about, and what to do if it is damaged
// or not a database.
func named(path string, err error) error {
	switch err = Classify(err); {
	case err == nil:
		return nil
	case errors.Is(err, errs.ErrCorrupt):
		return fmt.Errorf("%s: %w; restore a backup", path, err)
	case errors.Is(err, errs.ErrNotNonna):
		return fmt.Errorf("%s: %w; name another file, or restore a backup if this one was damaged", path, errs.ErrNotNonna)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// fullCheck returns [errs.ErrCorrupt] if the database at path is damaged.
func fullCheck(ctx context.Context, path string, check Check) error {
	return viewThere(ctx, path, 1, func(db *sql.DB) error { return check.run(ctx, db, true) })
}

// errForeign is of a database that can be read, and is not this program's.
var errForeign = fmt.Errorf("%w: it belongs to another program", errs.ErrNotNonna)

// checkHeader returns an error unless db is a database of this program with a schema version that
// this program knows, whose data was not moved to another.
func checkHeader(ctx context.Context, db *sql.DB, path string) error {
	var id int64
	if err := db.QueryRowContext(ctx, "PRAGMA application_id").Scan(&id); err != nil {
		return named(path, err)
	}
	if id != applicationID {
		return fmt.Errorf("%w: %s has application id %#x, want %#x; name another file", errForeign, path, id, applicationID)
	}
	var version sql.NullInt64
	err := db.QueryRowContext(ctx, migrations.Version).Scan(&version)
	if err == nil && !version.Valid {
		err = fmt.Errorf("%w: it does not say the version of its schema", errs.ErrCorrupt)
	}
	if err != nil {
		return named(path, err)
	}
	if latest := migrations.Latest(); version.Int64 > latest {
		return fmt.Errorf("%w: %s has schema version %d, this program knows versions up to %d; install the newer version of the program or, losing"+
			" what was stored since, restore the copy that was made before the upgrade, if it is there: nonna --db %[2]s restore %[5]s", errs.ErrNewer, path, version.Int64, latest, versionName(path, latest))
	}
	var to string
	err = db.QueryRowContext(ctx, migrations.Moved).Scan(&to)
	if err != nil && !strings.Contains(err.Error(), "no such table") { // a check names it
		return named(path, err)
	}
	if to != "" {
		return errs.Moved(path, to)
	}
	return nil
}

// besideSuffixes returns the suffixes of the files that SQLite keeps beside a database.
func besideSuffixes() []string { return []string{"-wal", "-journal", "-shm"} }

// removeDatabase removes a database that is not open, and the files beside it.
func removeDatabase(path string) error {
	return errors.Join(removeIfThere(path), removeBeside(path))
}

// removeBeside removes the files beside a database that is not open.
func removeBeside(path string) error {
	var errs []error
	for _, suffix := range besideSuffixes() {
		errs = append(errs, removeIfThere(path+suffix))
	}
	return errors.Join(errs...)
}

// Free returns the absolute path of a database that does not exist. The error is [errs.ErrExists] if
// it does, also for a write-ahead log alone.
func Free(path string) (string, error) {
	path, err := resolve(path)
	if err != nil {
		return "", err
	}
	if err = isFree(path); errors.Is(err, errs.ErrExists) {
		err = fmt.Errorf("%w; name a file that does not exist; a write-ahead log (-wal) that is left without its file can be removed", err)
	}
	return path, err
}

// isFree returns [errs.ErrExists] if there is a database at path, or a log alone that is left of
// one: what it holds would be lost.
func isFree(path string) error {
	for _, suffix := range []string{"", "-wal", "-journal"} {
		if there, err := exists(path + suffix); err != nil || there {
			return cmp.Or(err, fmt.Errorf("%w: %s", errs.ErrExists, path+suffix))
		}
	}
	return nil
}

func removeIfThere(path string) error {
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// adopt sets the owner and mode of a new file to those of the file like. If there is
// no such file, a file created by root gets the owner of its folder, since a program
// of that user opens it.
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
