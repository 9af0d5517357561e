// Package sqltx runs transactions on a pool of connections, with prepared
// statements. It knows neither the engine nor the tables.
package sqltx

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"maps"
	"runtime/pprof"
	"slices"
)

// Pool runs transactions and prepares the statements that they use. Its methods may
// be called from several goroutines at once.
type Pool struct {
	stmts *statements
	// Rehearse makes Run call do twice, the first time with a transaction that is undone. It
	// is for tests, and set before the first Run.
	Rehearse bool
}

// NewPool returns a pool of transactions on the connections of db.
func NewPool(db *sql.DB) *Pool { return &Pool{stmts: newStatements(db)} }

// Func is what a transaction does. It may be called more than once, each time with a new
// transaction and a context of its own, which ends with it.
type Func func(context.Context, *Tx) error

// Run calls do with a new transaction, and commits it unless do returns an error.
func (p *Pool) Run(ctx context.Context, do Func) (err error) {
	pprof.Do(ctx, pprof.Labels("stage", "store"), func(ctx context.Context) { err = p.run(ctx, do) })
	return err
}

func (p *Pool) run(ctx context.Context, do Func) error {
	if p.Rehearse {
		if err := p.attempt(ctx, undone(do)); !errors.Is(err, errUndone) {
			return err
		}
	}
	return p.attempt(ctx, do)
}

// errUndone undoes a transaction that succeeded.
var errUndone = errors.New("undone")

func undone(do Func) Func {
	return func(ctx context.Context, tx *Tx) error { return cmp.Or(do(ctx, tx), errUndone) }
}

func (p *Pool) attempt(ctx context.Context, do Func) error {
	tx := &Tx{stmts: p.stmts, ready: map[string]*sql.Stmt{}}
	if err := run(ctx, p.stmts.db, tx, do); err != nil {
		return err
	}
	p.stmts.prepare(ctx, tx.wanted)
	return nil
}

// Close closes the prepared statements. It does not close the connections.
func (p *Pool) Close() error { return p.stmts.close() }

// Texts returns the statements that are prepared, for tests of their query plans.
func (p *Pool) Texts() []string {
	p.stmts.mu.RLock()
	defer p.stmts.mu.RUnlock()
	return slices.Collect(maps.Keys(p.stmts.byText))
}

// Run is [Pool.Run] without prepared statements, for statements that run rarely.
func Run(ctx context.Context, db *sql.DB, do Func) error {
	return run(ctx, db, &Tx{}, do)
}

func run(ctx context.Context, db *sql.DB, tx *Tx, do Func) (err error) {
	if tx.tx, err = db.BeginTx(ctx, nil); err != nil {
		return err
	}
	// There is nothing to roll back after a commit, nor after the errors for which
	// SQLite rolls back by itself, such as a full disk.
	defer tx.tx.Rollback() //nolint:errcheck // the error of do is the one that matters
	if err := do(ctx, tx); err != nil {
		return err
	}
	return tx.tx.Commit()
}

// Tx is a transaction.
type Tx struct {
	tx    *sql.Tx
	stmts *statements // nil if statements are not prepared
	// wanted are the statements to prepare after the transaction, for the next one.
	wanted []string
	ready  map[string]*sql.Stmt // prepared statements bound to the transaction
}

// prepared returns the prepared statement for a text, or nil if there is none yet.
// The end of the transaction closes it.
func (tx *Tx) prepared(ctx context.Context, text string) *sql.Stmt {
	if tx.stmts == nil {
		return nil
	}
	if stmt := tx.ready[text]; stmt != nil {
		return stmt
	}
	stmt := tx.stmts.get(text)
	if stmt == nil {
		tx.wanted = append(tx.wanted, text)
		return nil
	}
	stmt = tx.tx.StmtContext(ctx, stmt)
	tx.ready[text] = stmt
	return stmt
}

// Row runs a query that returns at most one row.
func (tx *Tx) Row(ctx context.Context, text string, args ...any) *sql.Row {
	if stmt := tx.prepared(ctx, text); stmt != nil { //nolint:sqlclosecheck // closed at the end of the transaction
		return stmt.QueryRowContext(ctx, args...)
	}
	return tx.tx.QueryRowContext(ctx, text, args...)
}

// Scan scans the row of a query into values, and reports whether there was a row.
func (tx *Tx) Scan(ctx context.Context, text string, args []any, into ...any) (bool, error) {
	err := tx.Row(ctx, text, args...).Scan(into...)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	return err == nil, err
}

// Each calls visit for every row of a query; visit scans the row.
func (tx *Tx) Each(ctx context.Context, text string, args []any, visit func(*sql.Rows) error) (err error) {
	rows, err := tx.query(ctx, text, args...)
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

func (tx *Tx) query(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	if stmt := tx.prepared(ctx, text); stmt != nil { //nolint:sqlclosecheck // closed at the end of the transaction
		return stmt.QueryContext(ctx, args...)
	}
	return tx.tx.QueryContext(ctx, text, args...)
}

// Exec runs a statement and returns the number of rows that it changed.
func (tx *Tx) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	var result sql.Result
	var err error
	if stmt := tx.prepared(ctx, text); stmt != nil { //nolint:sqlclosecheck // closed at the end of the transaction
		result, err = stmt.ExecContext(ctx, args...)
	} else {
		result, err = tx.tx.ExecContext(ctx, text, args...)
	}
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Scanner reads one row by calling scan once.
type Scanner[T any] func(scan func(...any) error) (T, error)

// Number is the [Scanner] of rows of one number.
func Number[T int64 | uint64](scan func(...any) error) (n T, err error) {
	err = scan(&n)
	return n, err
}

// List returns all rows of a query.
func List[T any](ctx context.Context, tx *Tx, row Scanner[T], text string, args ...any) (all []T, err error) {
	err = tx.Each(ctx, text, args, func(rows *sql.Rows) error {
		one, err := row(rows.Scan)
		all = append(all, one)
		return err
	})
	return all, err
}
