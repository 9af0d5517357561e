package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// place is where a database was found: a name, and the file that it led to.
type place struct {
	name string
	file os.FileInfo
}

// findPlace remembers the file that path leads to. It looks at the name alone:
// closing a handle of the file's own would drop SQLite's locks.
func findPlace(path string) (place, error) {
	name, err := filepath.Abs(path) // the process may move
	if err != nil {
		return place{}, err
	}
	file, err := os.Stat(name)
	return place{name, file}, err
}

// InPlace returns [ErrMissing] when the name that the database was opened by no
// longer leads to its file, so that nobody would find what is written there.
func (s *Store) InPlace() error {
	file, err := os.Stat(s.place.name)
	if err == nil && !os.SameFile(file, s.place.file) {
		err = errors.New("another file has its name")
	}
	if err != nil {
		return fmt.Errorf("%w: %s is not what it was when it was opened: %w", ErrMissing, s.place.name, err)
	}
	return nil
}

// foldIfGone writes what is in the write-ahead log into the file, and empties
// the log, when the database is not in its place any more. By itself SQLite
// then leaves the log where it is, and whoever opens the file that is in that
// place next would play it into that one.
func (s *Store) foldIfGone() error {
	if s.InPlace() == nil {
		return nil
	}
	_, err := s.writer.ExecContext(context.Background(), "PRAGMA wal_checkpoint(TRUNCATE)")
	return classify(err)
}
