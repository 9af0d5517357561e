// Package storetest creates databases for the tests of packages that use the store.
//
// # Goals
//
// A database of its own costs a test no more than copying a small file: the schema is
// created once in a process.
//
// # Non-goals
//
// The package is not part of the program, and does not close what it opened.
package storetest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"

	"nonna/store"
)

// Open opens a new, empty database at path. The error is that of [store.Open], or of
// writing the file.
func Open(ctx context.Context, path string, opts ...store.Option) (*store.Store, error) {
	content, err := empty()
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		return nil, err
	}
	return store.Open(ctx, path, opts...)
}

//nolint:gochecknoglobals // created once in a process, and never changed
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
