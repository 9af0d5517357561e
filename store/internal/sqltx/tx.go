// Package sqltx runs transactions on a pool of connections, with prepared
// statements. It knows neither SQLite nor PostgreSQL, nor the tables.
package sqltx

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/pprof"
	"slices"
	"strconv"
	"sync"
	"time"

	"nonna/store/internal/errs"
)

// Pool runs transactions. Its methods may be called from several goroutines at once. Its exported
// fields are set before the first of them.
type Pool struct {
	db      *sql.DB
	dialect Dialect
	writes  bool
	// Limit bounds each attempt of a transaction, 0 for none: a server that froze keeps its
	// connections.
	Limit time.Duration
	// Rehearses makes each transaction run twice, the first time to be undone. It is for tests.
	Rehearses bool
	// Stmts are the prepared statements by their texts, nil if statements are not prepared, as for
	// drivers that do so themselves. One is prepared after the first transaction that ran it:
	// preparing all of them at once would make opening slow, and preparing within a transaction
	// would wait for a second connection while holding what may be the only one. They are closed
	// with db.
	Stmts *sync.Map
}

// NewPool returns a pool of transactions on the connections of db, which write or only read.
func NewPool(db *sql.DB, dialect Dialect, writes bool) *Pool {
	return &Pool{db: db, dialect: dialect, writes: writes}
}

// Func is what a transaction does. It may be called more than once, each time with a new
// transaction and a context of its own, which ends with it.
type Func func(context.Context, *Tx) error

// Run calls do with a new transaction, and commits it unless do returns an error. A
// transaction that writes is alone with what it holds: with everything, if it holds nothing
// else. Run does it again if it lost against another, or if the server was away, also where
// only the answer to the commit was lost: what do changes must be idempotent. Its errors are
// classified.
func (p *Pool) Run(ctx context.Context, do Func, holds ...Hold) (err error) {
	pprof.Do(ctx, pprof.Labels("stage", "store"), func(ctx context.Context) { err = p.attempts(ctx, do, holds) })
	return p.dialect.Classify(err)
}

// Value is [Pool.Run] of a function that returns a value.
func Value[T any](ctx context.Context, p *Pool, do func(context.Context, *Tx) (T, error), holds ...Hold) (out T, err error) {
	err = p.Run(ctx, func(ctx context.Context, tx *Tx) (err error) {
		out, err = do(ctx, tx)
		return err
	}, holds...)
	return out, err
}

func (p *Pool) attempts(ctx context.Context, do Func, holds []Hold) error {
	if p.Rehearses {
		undone := func(ctx context.Context, tx *Tx) error { return cmp.Or(do(ctx, tx), errUndone) }
		if err := p.attempt(ctx, undone, holds); !errors.Is(err, errUndone) {
			return err
		}
	}
	last := time.Now().Add(maxRetry)
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		err := p.attempt(ctx, do, holds)
		if err == nil || ctx.Err() != nil || !p.dialect.Retry(err) || time.Now().After(last) {
			return err
		}
		select {
		case <-time.After(pause/2 + rand.N(pause)):
		case <-ctx.Done():
			return err
		}
	}
}

// errUndone undoes a transaction that succeeded.
var errUndone = errors.New("undone")

// attempt does a transaction once.
func (p *Pool) attempt(ctx context.Context, do Func, holds []Hold) error {
	if p.Limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, p.Limit, errAttempt)
		defer cancel()
	}
	tx := &Tx{on: p.db, dialect: p.dialect, stmts: p.Stmts, ready: map[string]*sql.Stmt{}}
	if err := p.transact(ctx, tx, do, holds); err != nil {
		if context.Cause(ctx) == errAttempt { //nolint:errorlint // it is the cause itself
			err = fmt.Errorf("%w: %w", errs.ErrUnreachable, err)
		}
		return err
	}
	for _, text := range tx.wanted {
		stmt, err := p.db.PrepareContext(ctx, text)
		if err != nil {
			break // it runs all the same, and is tried again
		}
		if _, isThere := p.Stmts.LoadOrStore(text, stmt); isThere {
			_ = stmt.Close() //nolint:sqlclosecheck // another one was kept meanwhile
		}
	}
	return nil
}

// errAttempt ends an attempt that takes too long.
var errAttempt = errors.New("the database does not answer")

func (p *Pool) transact(ctx context.Context, tx *Tx, do Func, holds []Hold) error {
	if slices.Contains(holds, OneStatement) {
		return do(ctx, tx)
	}
	begun, err := p.db.BeginTx(ctx, p.dialect.Options(p.writes))
	if err != nil {
		return err
	}
	// There is nothing to roll back after a commit, nor after the errors for which
	// SQLite rolls back by itself, such as a full disk.
	defer begun.Rollback() //nolint:errcheck // the error of do is the one that matters
	if p.writes {
		if err := p.dialect.Hold(ctx, begun, holds); err != nil {
			return err
		}
	}
	tx.on = begun
	if err := do(ctx, tx); err != nil {
		return err
	}
	return begun.Commit()
}

// Tx is a transaction.
type Tx struct {
	on interface {
		QueryRowContext(ctx context.Context, text string, args ...any) *sql.Row
		QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
		ExecContext(ctx context.Context, text string, args ...any) (sql.Result, error)
	}
	dialect Dialect
	stmts   *sync.Map // nil if statements are not prepared
	// wanted are the statements to prepare after the transaction, for the next one.
	wanted []string
	ready  map[string]*sql.Stmt // prepared statements bound to the transaction
}

// prepared returns the prepared statement for a text, or nil.
// The end of the transaction closes it.
func (tx *Tx) prepared(ctx context.Context, text string) *sql.Stmt {
	if tx.stmts == nil {
		return nil
	}
	if stmt := tx.ready[text]; stmt != nil {
		return stmt
	}
	known, ok := tx.stmts.Load(text)
	if !ok {
		tx.wanted = append(tx.wanted, text)
		return nil
	}
	stmt := known.(*sql.Stmt) //nolint:forcetypeassert // no others are stored
	if on, ok := tx.on.(*sql.Tx); ok {
		stmt = on.StmtContext(ctx, stmt)
		tx.ready[text] = stmt
	}
	return stmt
}

// Row runs a query that returns at most one row.
func (tx *Tx) Row(ctx context.Context, text string, args ...any) *sql.Row {
	if stmt := tx.prepared(ctx, text); stmt != nil { //nolint:sqlclosecheck // closed at the end of the transaction
		return stmt.QueryRowContext(ctx, args...)
	}
	return tx.on.QueryRowContext(ctx, text, args...)
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
	rows, err := tx.QueryContext(ctx, text, args...)
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

// QueryContext runs a query. The caller closes the rows.
func (tx *Tx) QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error) {
	if stmt := tx.prepared(ctx, text); stmt != nil { //nolint:sqlclosecheck // closed at the end of the transaction
		return stmt.QueryContext(ctx, args...)
	}
	return tx.on.QueryContext(ctx, text, args...)
}

// Exec runs a statement and returns the number of rows that it changed.
func (tx *Tx) Exec(ctx context.Context, text string, args ...any) (int64, error) {
	var result sql.Result
	var err error
	if stmt := tx.prepared(ctx, text); stmt != nil { //nolint:sqlclosecheck // closed at the end of the transaction
		result, err = stmt.ExecContext(ctx, args...)
	} else {
		result, err = tx.on.ExecContext(ctx, text, args...)
	}
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// Dialect returns what the database does its own way.
func (tx *Tx) Dialect() Dialect { return tx.dialect }

// Param returns the n-th parameter of a statement.
func Param(n int) string { return "$" + strconv.Itoa(n) }

// Querier is a [Tx], or what embeds one.
type Querier interface {
	Row(ctx context.Context, text string, args ...any) *sql.Row
	Each(ctx context.Context, text string, args []any, visit func(*sql.Rows) error) error
}

// Scanner reads one row by calling scan once.
type Scanner[T any] func(scan func(...any) error) (T, error)

// Number is the [Scanner] of rows of one number.
func Number[T int64 | uint64](scan func(...any) error) (n T, err error) {
	err = scan(&n)
	return n, err
}

// First returns the first row of a query, and reports whether there is one.
func First[T any](ctx context.Context, tx Querier, row Scanner[T], text string, args ...any) (one T, found bool, err error) {
	one, err = row(tx.Row(ctx, text, args...).Scan)
	if errors.Is(err, sql.ErrNoRows) {
		return *new(T), false, nil
	}
	return one, err == nil, err
}

// List returns all rows of a query.
func List[T any](ctx context.Context, tx Querier, row Scanner[T], text string, args ...any) (all []T, err error) {
	err = tx.Each(ctx, text, args, func(rows *sql.Rows) error {
		one, err := row(rows.Scan)
		all = append(all, one)
		return err
	})
	return all, err
}
