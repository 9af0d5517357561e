package sqlitefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"nonna/store/internal/errs"
)

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

// check returns [errs.ErrMissing] if the name leads to another file, or to no file. The
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
		return fmt.Errorf("%w: %s is not what it was when it was opened: %w", errs.ErrMissing, r.name, err)
	}
	return nil
}
