// Package storetest makes databases for tests of packages that use the store.
//
// # Goals
//
// A test has a database of its own at the price of copying a small file: the
// schema is made once a process.
//
// # Non-goals
//
// The package opens nothing and is no part of the program.
package storetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"nonna/store"
)

// Create writes an empty database of the newest schema to path.
func Create(path string) error {
	content, err := empty()
	if err != nil {
		return err
	}
	return os.WriteFile(path, content, 0o600)
}

//nolint:gochecknoglobals // made once a process, and never changed
var empty = sync.OnceValues(func() (_ []byte, err error) {
	dir, err := os.MkdirTemp("", "nonna")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	path := filepath.Join(dir, "nonna.db")
	s, err := store.Open(context.Background(), path)
	if err != nil {
		return nil, err
	}
	if err := s.Close(); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
})
