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

// saveFile writes a file into a folder under its name, or under the first of
// "name-2", "name-3" … that is free or holds the same already, and returns its path.
// It never replaces a file by another, and never writes outside of the folder,
// whatever the name holds and wherever a link in the folder points.
func saveFile(dir string, f commands.File) (path string, err error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return "", err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", err
	}
	defer root.Close() //nolint:errcheck // a folder opened to find files in it
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

// writeNew writes a file that is not there yet; what cannot be written whole
// is taken away again.
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

// holds tells whether a file holds just this. Nothing but a file is opened: a pipe
// would wait for somebody to write into it.
func holds(root *os.Root, name string, data []byte) bool {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() != int64(len(data)) {
		return false
	}
	there, err := root.ReadFile(name)
	return err == nil && bytes.Equal(there, data)
}

// splitName splits a name before its first dot: "game.txt.gz" stays a
// ".txt.gz" when it is numbered.
func splitName(name string) (stem, ext string) {
	stem, _, _ = strings.Cut(name, ".")
	return stem, name[len(stem):]
}
