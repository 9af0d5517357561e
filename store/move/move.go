package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"nonna/store/internal/database"
	"nonna/store/internal/errs"
	"nonna/store/internal/schema"
	"nonna/store/internal/sqltx"
	"nonna/store/postgres"
	"nonna/store/sqlitefile"
)

// Plan says what to move: one name is the path of a file, the other the URL of a database.
type Plan struct {
	From, To string
	// Now is part of the name that the file gets that was moved.
	Now time.Time
	// Progress is called often with how many rows of how many are copied.
	Progress func(done, total int64)
}

// Result is what was moved. Names have no passwords.
type Result struct {
	From, To string
	Rows     int64
	// Kept is the name that the file has now that was moved, "" for a database on a server.
	Kept string
}

// Move moves a database. Afterwards the old one refuses to open, with [errs.ErrMoved]. The target
// must be a file that does not exist, or a database without tables, with [errs.ErrExists]
// otherwise. Errors of the source: [errs.ErrLocked] if it is in use, and those of
// [nonna/store.Open]. After an error both are as they were, unless it says that the target is
// complete, or may be.
func Move(ctx context.Context, p Plan) (r Result, err error) {
	if postgres.IsURL(p.From) == postgres.IsURL(p.To) {
		return r, fmt.Errorf("%w: a move is from a file to a server, or back; pg_dump copies from server to server, and nonna backup from file to file", errs.ErrInvalid)
	}
	look := func(context.Context, *sqltx.Pool) error { return nil }
	if err := database.View(ctx, p.From, 1, look); err != nil { // opening would create it
		return r, err
	}
	source, err := database.Open(ctx, p.From, false)
	if err != nil {
		return r, err
	}
	m := &move{Plan: p, toServer: postgres.IsURL(p.To), source: source}
	r.From = source.Path()
	r.To, r.Kept, err = m.run(ctx)
	r.Rows = m.total
	return r, errors.Join(source.Classify(err), source.Close())
}

// move is a move that runs.
type move struct {
	Plan
	toServer    bool // else the source is on one
	source      database.DB
	tables      []schema.Object
	done, total int64
}

// run moves while no other process writes to the source, and returns the name of the target,
// and the new one of the source. An interruption ends no commit: nobody would know of it.
func (m *move) run(ctx context.Context) (to, kept string, err error) {
	tx, err := m.source.Writer().BeginTx(context.WithoutCancel(ctx), m.source.Options(true))
	if err != nil {
		return "", "", err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to undo
	if !m.toServer {
		if err := alone(ctx, tx, m.source.Path()); err != nil {
			return "", "", err
		}
	}
	if err := m.count(ctx, tx); err != nil {
		return "", "", err
	}
	var target database.DB
	if m.toServer {
		target, err = postgres.Open(ctx, m.To, false)
	} else {
		target, err = sqlitefile.Create(ctx, m.To)
	}
	if err != nil {
		return "", "", err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	if err := m.fill(ctx, tx, target); err != nil {
		return "", "", target.Classify(err)
	}
	if err := m.check(ctx, tx, target); err != nil {
		return "", "", err
	}
	return m.leave(context.WithoutCancel(ctx), tx, target)
}

// count finds the tables that move, and counts their rows. One table says what is only true of
// one database.
func (m *move) count(ctx context.Context, tx *sql.Tx) error {
	all, err := sqltx.Value(ctx, database.NewPool(m.source, false), schema.Of)
	m.tables = slices.DeleteFunc(all, func(o schema.Object) bool { return o.IsIndex || o.Name == "moved" })
	for _, t := range m.tables {
		var n int64
		if err == nil {
			err = tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+t.Name).Scan(&n)
		}
		m.total += n
	}
	return err
}

// awake is how often a source on a server is asked while its copy is checked: it ends a
// transaction that says nothing for a minute.
const awake = 20 * time.Second

// check checks the target while the source is held.
func (m *move) check(ctx context.Context, tx *sql.Tx, target database.DB) error {
	checked := make(chan error, 1)
	go func() {
		report, err := sqltx.Value(ctx, database.NewPool(target, true), schema.Check)
		if err == nil && !report.OK() {
			err = fmt.Errorf("%w: the check finds:\n  %s\nmend %s first, with nonna check --rebuild", errs.ErrCorrupt, strings.Join(report.Problems, "\n  "), m.source.Path())
		}
		checked <- err
	}()
	for {
		select {
		case err := <-checked:
			if m.toServer {
				err = m.incomplete(target.Path(), err)
			}
			return err
		case <-time.After(awake):
			_, _ = tx.ExecContext(ctx, "SELECT 1") // what uses the transaction next gets its error
		}
	}
}

// incomplete adds to an error that the target has everything; nil stays nil.
func (m *move) incomplete(to string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s has everything, but the move is not complete, and %s still opens: remove the first and begin again: %w", to, m.source.Path(), err)
}

// leave gives a target that is a file its name, and makes the source refuse to open. It returns
// the names of the target, and of the source if it is a file.
func (m *move) leave(ctx context.Context, tx *sql.Tx, target database.DB) (to, kept string, err error) {
	if source, ok := m.source.(*sqlitefile.File); ok {
		if err = tx.Rollback(); err == nil {
			kept, err = source.MoveAway(target.Path(), m.Now)
		}
		return target.Path(), kept, m.incomplete(target.Path(), err)
	}
	if file, ok := target.(*sqlitefile.File); ok {
		if err := file.Place(ctx); err != nil {
			return "", "", err
		}
	}
	if _, err = tx.ExecContext(ctx, `INSERT INTO moved (address) VALUES ($1)`, target.Path()); err == nil {
		err = tx.Commit()
	}
	return target.Path(), "", m.incomplete(target.Path(), err)
}
