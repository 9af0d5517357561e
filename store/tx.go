package store

import (
	"context"
	"fmt"
	"strings"
	"time"

	"nonna/store/internal/sqltx"
	"nonna/store/sqlitefile"
)

// txn is a transaction. Its methods are the steps that the store's calls are made of.
type txn struct{ *sqltx.Tx }

// update runs change in a writing transaction, which takes effect as a whole or not
// at all.
func (s *Store) update(ctx context.Context, change func(txn) error) error {
	defer s.time(Write, time.Now())
	return s.rescue(ctx, sqlitefile.Classify(s.writes.Run(ctx, func(tx *sqltx.Tx) error {
		if err := change(txn{tx}); err != nil {
			return err
		}
		return s.file.InPlace()
	})))
}

// Update is for the packages below store that have tables of their own: it runs change in
// a writing transaction, which takes effect as a whole or not at all.
func (s *Store) Update(ctx context.Context, change func(*sqltx.Tx) error) error {
	return s.update(ctx, func(tx txn) error { return change(tx.Tx) })
}

// View is for the packages below store that have tables of their own: it runs read in a
// reading transaction.
func (s *Store) View(ctx context.Context, read func(*sqltx.Tx) error) error {
	return s.view(ctx, func(tx txn) error { return read(tx.Tx) })
}

// exec runs one statement in a writing transaction.
func (s *Store) exec(ctx context.Context, text string, args ...any) error {
	return s.update(ctx, func(tx txn) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
}

// view runs read in a reading transaction, which sees the database as it is at one
// moment.
func (s *Store) view(ctx context.Context, read func(txn) error) error {
	defer s.time(Read, time.Now())
	return sqlitefile.Classify(s.reads.Run(ctx, func(tx *sqltx.Tx) error { return read(txn{tx}) }))
}

// time reports to the observer a transaction that began at start and ends now.
func (s *Store) time(what Transaction, start time.Time) { s.observe(what, time.Since(start)) }

// field is a column and its value.
type field struct {
	column string
	value  any
}

// insert stores a row in a table.
func (tx txn) insert(ctx context.Context, table string, row []field) error {
	columns, places, values := make([]string, len(row)), make([]string, len(row)), make([]any, len(row))
	for i, f := range row {
		columns[i], places[i], values[i] = f.column, fmt.Sprintf("$%d", i+1), f.value
	}
	text := fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "), strings.Join(places, ", "))
	_, err := tx.Exec(ctx, text, values...)
	return err
}
