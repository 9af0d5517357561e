package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"
)

// Store is an open database. Its methods may be called from any goroutine at
// once; every one of them stops when its context ends, with nothing changed.
type Store struct {
	path  string
	place place
	lock  *fileLock
	// SQLite has one writer at a time: with one connection, writers queue up
	// here, in order and under their contexts, not in SQLite's busy handler.
	writer, readers *sql.DB
	writes, reads   *statements
	closed          atomic.Bool
	parallel        int // how many reads can run at once
	observe         func(Transaction, time.Duration)
}

// Option changes how a store is opened.
type Option func(*Store)

// Transaction is what is done in the database at once.
type Transaction string

// The transactions.
const (
	Read  Transaction = "read"
	Write Transaction = "write"
)

// WithObserver has observe called after each transaction with how long it took,
// waiting for its turn included. It must be quick and safe for concurrent use.
func WithObserver(observe func(Transaction, time.Duration)) Option {
	return func(s *Store) { s.observe = observe }
}

// Open opens the database file at path and brings its schema up to date, keeping
// a copy of what it was before; where there is no file it creates one. It holds a
// lock until Close: a second Open of the same file, in this process or another,
// fails with [ErrLocked]. See the other errors of [ErrLocked]'s group for files
// that cannot be used; those are left as they were.
func Open(ctx context.Context, path string, opts ...Option) (*Store, error) {
	resolved, err := resolve(path)
	if err != nil {
		return nil, err
	}
	lock, err := lockFile(resolved)
	if err != nil {
		return nil, err
	}
	s := &Store{path: resolved, lock: lock, parallel: max(2, runtime.GOMAXPROCS(0)), observe: func(Transaction, time.Duration) {}}
	for _, o := range opts {
		o(s)
	}
	if err := s.open(ctx, path); err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return s, nil
}

// open does what needs the lock. What it leaves open, Close closes.
func (s *Store) open(ctx context.Context, name string) (err error) {
	if err := ensureDatabase(ctx, s.path, s.lock); err != nil {
		return err
	}
	// A file that is exchanged from here on is found not to be in its place.
	if s.place, err = findPlace(name); err != nil {
		return err
	}
	if s.writer, err = openPool(s.path, 1, writerParams); err != nil {
		return err
	}
	if err := s.upgrade(ctx); err != nil {
		return err
	}
	if err := s.tryToWrite(ctx); err != nil {
		return err
	}
	if s.readers, err = openPool(s.path, s.parallel, readerParams); err != nil {
		return err
	}
	s.writes, s.reads = newStatements(s.writer), newStatements(s.readers)
	return connect(ctx, s.readers, s.parallel)
}

// tryToWrite finds out whether the database can be written to: SQLite opens one
// that cannot without a word, and does not mind BEGIN IMMEDIATE there.
func (s *Store) tryToWrite(ctx context.Context) error {
	_, err := s.writer.ExecContext(ctx, "DELETE FROM counters WHERE FALSE")
	if err = classify(err); errors.Is(err, ErrReadOnly) {
		return fmt.Errorf("%w; look at owner and mode of %s, of what stands beside it with -wal and -shm at its end, and of the folder", err, s.path)
	}
	return err
}

// Close closes the database and lets go of its lock. Calls still running fail;
// closing again does nothing.
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	errs := []error{s.reads.close(), s.writes.close()}
	if s.readers != nil {
		errs = append(errs, classify(s.readers.Close()))
	}
	// The writer goes last: the last connection to close folds the write-ahead
	// log back into the file, which a query_only one cannot do.
	if s.writer != nil {
		errs = append(errs, s.foldIfGone(), classify(s.writer.Close()))
	}
	return errors.Join(append(errs, s.lock.release())...)
}

// Path returns the file's absolute path, symbolic links resolved.
func (s *Store) Path() string { return s.path }
