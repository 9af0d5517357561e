// Package atomicfile writes files completely or not at all.
package atomicfile

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"nonna/store/sqlitefile"
)

// Write creates or replaces a file with what write writes, completely or not at all:
// it writes to a temporary file in the same folder and renames that. An existing file that
// is not regular (a pipe, a device) is written to directly. A database is never replaced: it may
// be in use. The error is that of write or of the system, and names the file that was asked for.
func Write(name string, write func(io.Writer) error) error {
	perm := fs.FileMode(0o666) // before the umask
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	if sqlitefile.IsDatabase(name) {
		return fmt.Errorf("%s is a database, or belongs to one: name another file", name)
	}
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return writeTo(name, os.O_WRONLY, perm, write)
		}
		perm = info.Mode().Perm()
	}
	part := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%s.part", filepath.Base(name), rand.Text()))
	err := writeTo(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm, write)
	if err == nil {
		err = os.Rename(part, name)
	}
	if err == nil {
		return nil
	}
	err = named(err, name)
	if failed := os.Remove(part); failed != nil && !errors.Is(failed, fs.ErrNotExist) {
		err = errors.Join(err, failed)
	}
	return err
}

// named returns an error of the system about a temporary file with the name that the user
// knows.
func named(err error, name string) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: e.Op, Path: name, Err: e.Err}
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return &fs.PathError{Op: e.Op, Path: name, Err: e.Err}
	}
	return err
}

// writeTo opens a file, calls write with it, and closes it.
func writeTo(name string, flag int, perm fs.FileMode, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil && flag&os.O_CREATE != 0 {
		err = f.Sync() // or a crash after the rename may leave an empty file
	}
	return errors.Join(err, f.Close())
}
