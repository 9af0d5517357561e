package console

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"nonna/commands"
)

// saveFile writes a file to a folder and returns its path. If another file has the name,
// it takes the first of "name-2", "name-3" … that is free or has the same content. It
// never replaces a file, and never writes outside of the folder, whatever its name or a
// link in the folder says.
func saveFile(dir string, f commands.File) (path string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close() //nolint:errcheck // closing a folder loses nothing
	stem, ext := splitName(commands.FileName(f.Name))
	name := stem + ext
	for i := 2; ; i++ {
		err := writeNew(root, name, f.Data)
		if errors.Is(err, fs.ErrExist) && holds(root, name, f.Data) {
			err = nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return filepath.Join(dir, name), err
		}
		name = fmt.Sprintf("%s-%d%s", stem, i, ext)
	}
}

// writeNew creates a file, which must not exist. If it cannot be written completely, it is
// removed again.
func writeNew(root *os.Root, name string, data []byte) error {
	file, err := root.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err = errors.Join(err, file.Close()); err != nil {
		return errors.Join(err, root.Remove(name))
	}
	return nil
}

// holds reports whether a regular file has just this content. Other kinds of files are
// not opened: a pipe would block.
func holds(root *os.Root, name string, data []byte) bool {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(data)) {
		return false
	}
	content, err := root.ReadFile(name)
	return err == nil && bytes.Equal(content, data)
}

// splitName splits a name at its first dot, so that "game.txt.gz" is numbered before
// ".txt.gz".
func splitName(name string) (stem, ext string) {
	stem, _, _ = strings.Cut(name, ".")
	return stem, name[len(stem):]
}
