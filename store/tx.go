package store

import (
	"context"
	"errors"
	"strings"
	"time"

	"nonna/store/internal/sqltx"
)

// Tx is a transaction. Its methods are the steps that the store's calls are made of. The packages
// below store that have tables of their own begin theirs with [Update], [Store.Do] and [View].
type Tx struct{ *sqltx.Tx }

// The functions of a transaction may run more than once, each time in a transaction that
// sees nothing of those before: they must return what they find out, change nothing outside,
// and use the context that they get, which ends with the attempt.

// Update runs change in a writing transaction, which takes effect as a whole or not at all,
// and returns what change returned. The transaction is alone, or alone with what it holds.
func Update[T any](ctx context.Context, s *Store, change func(context.Context, Tx) (T, error), holds ...Hold) (out T, err error) {
	err = s.Do(ctx, func(ctx context.Context, tx Tx) (err error) {
		out, err = change(ctx, tx)
		return err
	}, holds...)
	return out, err
}

// Do is [Update] without a value.
func (s *Store) Do(ctx context.Context, change func(context.Context, Tx) error, holds ...Hold) error {
	return s.do(ctx, s.writes, change, holds...)
}

func (s *Store) do(ctx context.Context, on *sqltx.Pool, change func(context.Context, Tx) error, holds ...Hold) error {
	defer s.time(Write, time.Now())
	return s.foldIfMissing(ctx, on.Run(ctx, func(ctx context.Context, tx *sqltx.Tx) error {
		if err := change(ctx, Tx{tx}); err != nil {
			return err
		}
		return s.db.InPlace()
	}, holds...))
}

// View runs read in a reading transaction, which sees the database as it is at one moment, and
// returns what read returned. With [sqltx.OneStatement] it runs a single statement without one.
func View[T any](ctx context.Context, s *Store, read func(context.Context, Tx) (T, error), holds ...Hold) (T, error) {
	defer s.time(Read, time.Now())
	out, err := sqltx.Value(ctx, s.reads, func(ctx context.Context, tx *sqltx.Tx) (T, error) { return read(ctx, Tx{tx}) }, holds...)
	return out, s.foldIfMissing(ctx, err)
}

// execUnheld runs one statement without holds: for rows that no other transaction reads before it
// writes.
func (s *Store) execUnheld(ctx context.Context, text string, args ...any) error {
	return s.Do(ctx, func(ctx context.Context, tx Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	}, HoldNothing)
}

// time reports to the observer a transaction that began at start and ends now.
func (s *Store) time(what Transaction, start time.Time) { s.observe(what, time.Since(start)) }

// Hold is something that one transaction changes at a time. A file has one writer as it is; on
// a server a transaction that names what it changes lets others go on meanwhile.
type Hold = sqltx.Hold

// HoldNothing is for a transaction of one statement whose rows no other reads first. It waits for
// none but a move of the database.
const HoldNothing = sqltx.Nothing

// HoldGuild is for what belongs to a server: its boards, settings, challenges, hunts, matches. It
// is Hold of a scope.
func HoldGuild(id uint64) Hold { return Hold(id) }

// HoldUser is for what belongs to a user on all servers: their choices, puzzles, own list.
func HoldUser(id uint64) Hold { return -Hold(id) }

// field is a column and its value.
type field struct {
	column string
	value  any
}

// insert stores a row in a table, and returns its id.
func (tx Tx) insert(ctx context.Context, table string, row []field) (id int64, err error) {
	columns, places, values := make([]string, len(row)), make([]string, len(row)), make([]any, len(row))
	for i, f := range row {
		columns[i], places[i], values[i] = f.column, sqltx.Param(i+1), f.value
	}
	text := "INSERT INTO " + table + " (" + strings.Join(columns, ", ") + ") VALUES (" + strings.Join(places, ", ") + ") RETURNING id"
	_, err = tx.Scan(ctx, text, values, &id)
	return id, err
}

// foldIfMissing moves the log into the file if err is [ErrVanished]: without its name, the log is
// lost when the process ends. It keeps the first [ErrCorrupt] for InPlace. It returns err.
func (s *Store) foldIfMissing(ctx context.Context, err error) error {
	if errors.Is(err, ErrCorrupt) {
		s.damage.CompareAndSwap(nil, &err)
	}
	if errors.Is(err, ErrVanished) {
		err = errors.Join(err, s.db.Fold(context.WithoutCancel(ctx)))
	}
	return err
}
