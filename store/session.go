package store

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// session is one transaction and the statements prepared for it.
type session struct {
	tx    *sql.Tx
	stmts *statements // nil for texts that seldom run
	// wanted are the texts that ran and are to be prepared for the next time.
	wanted *[]string
	ready  map[string]*sql.Stmt // the statements that are part of the transaction
}

// prepared returns the statement prepared for a text as part of the transaction,
// whose end closes it; nil if there is none.
func (s session) prepared(ctx context.Context, text string) *sql.Stmt {
	if s.stmts == nil {
		return nil
	}
	if stmt := s.ready[text]; stmt != nil {
		return stmt
	}
	stmt := s.stmts.get(text)
	if stmt == nil {
		*s.wanted = append(*s.wanted, text)
		return nil
	}
	stmt = s.tx.StmtContext(ctx, stmt)
	s.ready[text] = stmt
	return stmt
}

func (s session) row(ctx context.Context, text string, args ...any) *sql.Row {
	if stmt := s.prepared(ctx, text); stmt != nil { //nolint:sqlclosecheck // the transaction's end closes it
		return stmt.QueryRowContext(ctx, args...)
	}
	return s.tx.QueryRowContext(ctx, text, args...)
}

// scan is row and Scan in one, and reports whether there was a row.
func (s session) scan(ctx context.Context, text string, args []any, into ...any) (bool, error) {
	err := s.row(ctx, text, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// each calls visit for every row of a query; visit scans it.
func (s session) each(ctx context.Context, text string, args []any, visit func(*sql.Rows) error) (err error) {
	rows, err := s.query(ctx, text, args...)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		if err := visit(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// scanner reads one row by scan.
type scanner[T any] func(scan func(...any) error) (T, error)

// number reads a row of one number.
func number[T int64 | uint64](scan func(...any) error) (n T, err error) {
	err = scan(&n)
	return n, err
}

// listOf reads all rows of a query.
func listOf[T any](ctx context.Context, s session, row scanner[T], text string, args ...any) (all []T, err error) {
	err = s.each(ctx, text, args, func(rows *sql.Rows) error {
		one, err := row(rows.Scan)
		all = append(all, one)
		return err
	})
	return all, err
}

func (s session) query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	if stmt := s.prepared(ctx, text); stmt != nil { //nolint:sqlclosecheck // the transaction's end closes it
		return stmt.QueryContext(ctx, args...)
	}
	return s.tx.QueryContext(ctx, text, args...)
}

// exec runs a statement and returns how many rows it changed.
func (s session) exec(ctx context.Context, text string, args ...any) (int64, error) {
	var result sql.Result
	var err error
	if stmt := s.prepared(ctx, text); stmt != nil { //nolint:sqlclosecheck // the transaction's end closes it
		result, err = stmt.ExecContext(ctx, args...)
	} else {
		result, err = s.tx.ExecContext(ctx, text, args...)
	}
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// update runs change in a writing transaction: all of it happens, or nothing.
func (s *Store) update(ctx context.Context, change func(session) error) error {
	defer s.time(Write, time.Now())
	return transact(ctx, s.writer, s.writes, func(t session) error {
		if err := change(t); err != nil {
			return err
		}
		return s.InPlace()
	})
}

// exec runs one statement in a writing transaction.
func (s *Store) exec(ctx context.Context, text string, args ...any) error {
	return s.update(ctx, func(t session) error {
		_, err := t.exec(ctx, text, args...)
		return err
	})
}

// view runs read in a transaction that sees one moment of the database.
func (s *Store) view(ctx context.Context, read func(session) error) error {
	defer s.time(Read, time.Now())
	return transact(ctx, s.readers, s.reads, read)
}

// time tells the observer of a transaction that began at start and ends now.
func (s *Store) time(what Transaction, start time.Time) { s.observe(what, time.Since(start)) }

func transact(ctx context.Context, db *sql.DB, stmts *statements, do func(session) error) error {
	var wanted []string
	if err := within(ctx, db, session{stmts: stmts, wanted: &wanted, ready: map[string]*sql.Stmt{}}, do); err != nil {
		return classify(err)
	}
	if stmts != nil {
		stmts.prepare(ctx, wanted)
	}
	return nil
}

// within runs do in one transaction, which ends with it.
func within(ctx context.Context, db *sql.DB, s session, do func(session) error) (err error) {
	if s.tx, err = db.BeginTx(ctx, nil); err != nil {
		return err
	}
	// After a commit there is nothing to roll back, nor after the errors for
	// which SQLite rolls back by itself, a full disk among them.
	defer s.tx.Rollback() //nolint:errcheck // it could only repeat what do said
	if err := do(s); err != nil {
		return err
	}
	return s.tx.Commit()
}
