package sqlitefile

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// removeParts removes the copies of the database at path that killed backups and upgrades
// left beside it. It does nothing while a backup is being written into the folder.
func removeParts(path string) error {
	dir := filepath.Dir(path)
	unlock, ok := lockFolder(dir, true)
	if !ok {
		return nil
	}
	defer unlock()
	files, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	var all []error
	for _, f := range files {
		name := f.Name()
		if f.Type().IsRegular() && strings.HasPrefix(name, filepath.Base(path)+".") && strings.HasSuffix(name, partSuffix) {
			all = append(all, removeDatabase(filepath.Join(dir, name)))
		}
	}
	if err := errors.Join(all...); err != nil {
		return fmt.Errorf("removing what a killed backup left: %w", err)
	}
	return nil
}
