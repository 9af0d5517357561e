package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"nonna/store/internal/database"
	"nonna/store/internal/sqltx"
)

// Store is an open database. Its methods may be called from several goroutines at
// once. Each of them stops when its context ends, and changes nothing then.
type Store struct {
	db              database.DB
	writes, reads   *sqltx.Pool
	erases          *sqltx.Pool // which takes the time that it needs
	closed          atomic.Bool
	damage          atomic.Pointer[error] // the first that was found
	observe         func(Transaction, time.Duration)
	walHoldsDeleted atomic.Bool // the log may have rows that are deleted
}

// Option changes how a store is opened.
type Option func(*Store)

// Transaction is a kind of transaction.
type Transaction string

// The kinds of transactions.
const (
	Read  Transaction = "read"
	Write Transaction = "write"
)

// WithObserver makes the store call observe after each transaction with the time that
// it took, waiting included. observe must be quick and safe for concurrent use.
func WithObserver(observe func(Transaction, time.Duration)) Option {
	return func(s *Store) { s.observe = observe }
}

// WithRehearsal makes the store run each transaction twice, and undo the first, to test
// that transactions can be repeated.
func WithRehearsal() Option {
	return func(s *Store) {
		for _, p := range []*sqltx.Pool{s.writes, s.reads, s.erases} {
			p.Rehearses = true
		}
	}
}

// Open opens a database by its name, the path of a file or the URL of a database on a
// PostgreSQL server, and upgrades its schema to the newest version. It keeps a copy of a file
// before the upgrade. If there is no file, Open creates it; a database on a server must exist.
// The store holds a lock on a file until Close: another Open of the same file, in this process
// or another, returns [ErrLocked]. A file that cannot be used is not changed; the
// errors are those beside [ErrLocked].
func Open(ctx context.Context, name string, opts ...Option) (*Store, error) {
	db, err := database.Open(ctx, name, false)
	if err != nil {
		return nil, err
	}
	s := &Store{
		db: db, writes: database.NewPool(db, true), reads: database.NewPool(db, false), erases: database.NewPool(db, true),
		observe: func(Transaction, time.Duration) {},
	}
	s.walHoldsDeleted.Store(true) // of a process that was killed
	db.Tune(s.writes, database.AttemptTime)
	db.Tune(s.reads, database.AttemptTime)
	db.Tune(s.erases, eraseTime)
	for _, o := range opts {
		o(s)
	}
	return s, nil
}

// Close closes the database and releases its lock. Running calls fail. Closing again
// does nothing.
func (s *Store) Close() error {
	if s.closed.Swap(true) {
		return nil
	}
	return s.db.Close()
}

// Path returns the absolute path of the file, with symbolic links resolved, or the URL without
// its password.
func (s *Store) Path() string { return s.db.Path() }

// IsShared reports whether other processes may have the database open too, as on a server. A
// file is locked, so that none can.
func (s *Store) IsShared() bool { return s.db.IsShared() }

// Conn returns a connection of its own to the server of a database that is shared, for
// [nonna/store/lease]. Its owner closes it.
func (s *Store) Conn(ctx context.Context) (*sql.Conn, error) {
	conn, err := s.db.Writer().Conn(ctx)
	return conn, s.db.Classify(err)
}

// InPlace returns the [ErrCorrupt] that a call has returned before, with what to do: the next
// [Open] then checks all of a file. Else it returns [ErrVanished] if the name by which the database
// was opened no longer leads to its file, or if the file beside it that ends with -wal is gone:
// what is written there would be lost. It then moves what was stored so far into the file. Of a
// database on a server it returns [ErrNewer] if a newer program has upgraded it, and [ErrMoved].
func (s *Store) InPlace(ctx context.Context) error {
	if damage := s.damage.Load(); damage != nil {
		return fmt.Errorf("%s was found damaged: %w; nonna check says more, and nonna restore brings back a backup", s.Path(), errors.Join(*damage, s.db.Damaged()))
	}
	if err := s.foldIfMissing(ctx, s.db.InPlace()); err != nil {
		return err
	}
	return s.db.Superseded(ctx)
}
