package sqlitefile

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"nonna/migrations"
	"nonna/store/internal/errs"
)

// File is an open and locked database.
type File struct {
	Dialect
	path string
	// ref and log are the file and its write-ahead log.
	ref, log fileRef
	lock     *fileLock
	// SQLite has one writer at a time. With a single connection, writers wait in
	// database/sql, in order and under their contexts, not in SQLite's busy handler.
	writer, readers *sql.DB
}

// Open opens the database at path and upgrades its schema to the newest version, keeping a copy of
// the old one. If there is no file, Open creates it. It removes what a killed [Restore] left beside
// the file. The lock is held until Close: another Open of the same file, in this process or
// another, returns [errs.ErrLocked]. For whoever mends the database it is no error that it was
// found damaged in what a rebuild mends.
func Open(ctx context.Context, path string, check Check, mends bool) (_ *File, err error) {
	defer func() { err = notPermitted(err, path) }()
	resolved, err := resolve(path)
	if err != nil {
		return nil, err
	}
	lock, err := lockFile(resolved)
	if err != nil {
		return nil, err
	}
	f := &File{path: resolved, lock: lock}
	if err := f.open(ctx, path, check, mends); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// open opens the connections. The lock must be held. After an error, Close closes
// what was opened.
func (f *File) open(ctx context.Context, name string, check Check, mends bool) (err error) {
	if err := removeDatabase(f.path + newSuffix); err != nil {
		return err
	}
	if err := ensureDatabase(ctx, f.path, f.lock, check, mends); err != nil {
		return err
	}
	// From here on InPlace notices if the file is replaced.
	if f.ref, err = newFileRef(name); err != nil {
		return err
	}
	if f.writer, err = openPool(f.path, 1, writerParams()); err != nil {
		return err
	}
	if err := f.upgrade(ctx, check); err != nil {
		return err
	}
	if err := f.tryToWrite(ctx); err != nil {
		return err
	}
	parallel := max(2, runtime.GOMAXPROCS(0))
	if f.readers, err = openPool(f.path, parallel, readerParams()); err != nil {
		return err
	}
	if err := connect(ctx, f.readers, parallel); err != nil {
		return err
	}
	f.log, err = newFileRef(f.path + "-wal")
	return err
}

// tryToWrite returns [errs.ErrReadOnly] if the database cannot be written to. SQLite
// opens such a file without an error, and even begins a writing transaction.
func (f *File) tryToWrite(ctx context.Context) error {
	_, err := f.writer.ExecContext(ctx, migrations.TryToWrite)
	return Classify(err)
}

// notPermitted returns an error of opening the database at path, as [errs.ErrReadOnly] and
// with what to do if owner or mode of a file caused it.
func notPermitted(err error, path string) error {
	switch {
	case errors.Is(err, errs.ErrReadOnly):
	case errors.Is(err, fs.ErrPermission):
		err = fmt.Errorf("%w: %w", errs.ErrReadOnly, err)
	default:
		return err
	}
	return fmt.Errorf("%w; check owner and mode of %s, of the files beside it that end with -wal, -shm and .lock, and of the folder;"+
		" where that cannot be written to, a database that was in use cannot even be read: copy it elsewhere, with the file that ends with -wal", err, path)
}

// Path returns the absolute path of the file, with symbolic links resolved.
func (f *File) Path() string { return f.path }

// Superseded returns nil: the file is locked.
func (f *File) Superseded(context.Context) error { return nil }

// IsShared returns false: the file is locked.
func (f *File) IsShared() bool { return false }

// Writer returns the single connection that writes. Its transactions take the write
// lock when they begin.
func (f *File) Writer() *sql.DB { return f.writer }

// Readers returns the connections that only read.
func (f *File) Readers() *sql.DB { return f.readers }

// InPlace returns [errs.ErrVanished] if the name by which the database was opened no
// longer leads to its file, or if its write-ahead log was removed or replaced: what is
// written there would be lost. [File.Fold] rescues what the log holds.
func (f *File) InPlace() error { return cmp.Or(f.ref.check(), f.log.check()) }

// Damaged records beside the file that it was found damaged, so that the next [Open] checks all
// of it.
func (f *File) Damaged() error { return f.lock.note(lockMarker + damagedMarker) }

// Close closes the connections and releases the lock. Running calls fail.
func (f *File) Close() error {
	var all []error
	if f.readers != nil {
		all = append(all, Classify(f.readers.Close()))
	}
	// SQLite would leave the log of a file that was moved or replaced where it is, and the next
	// process would apply it to the other file that has the name now.
	if f.writer != nil && f.InPlace() != nil {
		all = append(all, f.Fold(context.Background()))
	}
	// The writer is closed last: the last connection to close moves the write-ahead
	// log into the file, which a query_only connection cannot do.
	if f.writer != nil {
		all = append(all, Classify(f.writer.Close()))
	}
	return errors.Join(append(all, f.lock.release())...)
}

// Fold moves the write-ahead log into the file and truncates the log, so that no deleted
// row is left in it. It waits a tenth of a second for those who read an older state of
// the database, writers meanwhile wait for it, and then returns [errs.ErrBusy]: call it
// again later.
func (f *File) Fold(ctx context.Context) (err error) {
	conn, err := f.writer.Conn(ctx)
	if err != nil {
		return Classify(err)
	}
	wait := func(ctx context.Context, milliseconds string) error {
		_, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = "+milliseconds)
		return err
	}
	defer func() {
		err = Classify(errors.Join(err, wait(context.WithoutCancel(ctx), busyTimeout), conn.Close()))
	}()
	if err := wait(ctx, "100"); err != nil {
		return err
	}
	var busy bool
	var frames, moved int64
	err = conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved)
	if err == nil && busy {
		err = fmt.Errorf("%w: somebody reads from its write-ahead log, %d of %d pages are moved", errs.ErrBusy, moved, frames)
	}
	return err
}

// fileRef is a name and the file that it led to when it was opened.
type fileRef struct {
	name string
	file os.FileInfo
}

// newFileRef returns a reference to the file at path. It does not open the file:
// closing that handle would drop SQLite's locks.
func newFileRef(path string) (fileRef, error) {
	name, err := filepath.Abs(path) // the working directory may change
	if err != nil {
		return fileRef{}, err
	}
	file, err := os.Stat(name)
	return fileRef{name, file}, err
}

// check returns [errs.ErrVanished] if the name leads to another file, or to no file. The
// zero fileRef is always in place.
func (r fileRef) check() error {
	if r.file == nil {
		return nil
	}
	file, err := os.Stat(r.name)
	if err == nil && !os.SameFile(file, r.file) {
		err = errors.New("another file has its name")
	}
	if err != nil {
		return fmt.Errorf("%w: %s is not what it was when it was opened: %w", errs.ErrVanished, r.name, err)
	}
	return nil
}
