package sqlitefile

import (
	"fmt"
	"os"
	"path/filepath"
)

// FreeSpace returns the number of bytes that can be written beside the file at path.
func FreeSpace(path string) (int64, error) {
	n, err := freeSpace(filepath.Dir(path))
	if err != nil {
		return 0, fmt.Errorf("reading the free space beside %s: %w", path, err)
	}
	return n, nil
}

// Foreign returns the first file of the database at path that does not belong to the
// owner of its folder, and that only root could open; "" if there is none. Only root
// can ask: for other users it returns "".
func Foreign(path string) (string, error) {
	// A link has another folder than the database.
	path, err := resolve(path)
	if err != nil {
		return "", err
	}
	folder, err := os.Stat(filepath.Dir(path))
	if err != nil || os.Geteuid() != 0 {
		return "", err
	}
	for _, suffix := range []string{"", "-wal", "-shm", lockSuffix} {
		if file, err := os.Stat(path + suffix); err == nil && !sameOwner(file, folder) {
			return path + suffix, nil
		}
	}
	return "", nil
}
