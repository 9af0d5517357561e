package settle

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// CreateFile writes a file whole or not at all: what write writes goes to a
// file beside it, which takes its name at the end, so that nobody ever sees
// half a trace. What is there and is no regular file (a pipe, a device) is
// written to as it is. The error is write's, or says what the system refused.
func CreateFile(name string, write func(io.Writer) error) error {
	perm := fs.FileMode(0o666) // less the user's mask
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
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
	if gone := os.Remove(part); gone != nil && !errors.Is(gone, fs.ErrNotExist) {
		err = errors.Join(err, gone)
	}
	return err
}

// writeTo opens a file, has it written, and closes it.
func writeTo(name string, flag int, perm fs.FileMode, write func(io.Writer) error) error {
	f, err := os.OpenFile(name, flag, perm)
	if err != nil {
		return err
	}
	err = write(f)
	if err == nil && flag&os.O_CREATE != 0 {
		err = f.Sync() // before it takes the name: else a crash may leave an empty file of that name
	}
	return errors.Join(err, f.Close())
}
