package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"nonna/store/internal/database"
	"nonna/store/internal/errs"
	"nonna/store/internal/laws"
	"nonna/store/internal/sqltx"
	"nonna/store/postgres"
	"nonna/store/sqlitefile"
)

// Result is what was moved. Names have no passwords.
type Result struct {
	From, To string
	Rows     int64
}

// Move moves a database: one name is the path of a file, the other the URL of a database. It calls
// progress often with how many rows are copied. Afterwards the old one refuses to open, with
// [errs.ErrMoved]. The target must be a file that does not exist, or a database without tables,
// with [errs.ErrExists] otherwise. Errors of the source: [errs.ErrLocked] if it is in use, and
// those of [nonna/store.Open]. After an error both are as they were, unless it says that the target
// is complete, or may be.
func Move(ctx context.Context, from, to string, progress func(rows int64)) (r Result, err error) {
	if postgres.IsURL(from) == postgres.IsURL(to) {
		return r, fmt.Errorf("%w: a move is from a file to a server, or back; pg_dump copies from server to server, and nonna backup from file to file", errs.ErrInvalid)
	}
	look := func(context.Context, *sqltx.Pool) error { return nil }
	if err := database.View(ctx, from, 1, look); err != nil { // opening would create it
		return r, err
	}
	source, err := database.Open(ctx, from, false)
	if err != nil {
		return r, err
	}
	m := &move{source: source, to: to, progress: progress}
	r.From = source.Path()
	r.To, err = m.run(ctx)
	r.Rows = m.rows
	return r, errors.Join(source.Classify(err), source.Close())
}

// move is a move that runs.
type move struct {
	source   database.DB
	to       string
	progress func(rows int64)
	rows     int64 // that are copied
}

// run moves while no other process writes to the source, marks the source, and returns the name of
// the target. An interruption ends no commit: nobody would know of it.
func (m *move) run(ctx context.Context) (to string, err error) {
	tx, err := m.source.Writer().BeginTx(context.WithoutCancel(ctx), m.source.Options(true))
	if err != nil {
		return "", err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to undo
	fill := m.fillServer
	if m.source.IsShared() {
		fill = m.fillFile
		if err := alone(ctx, tx, m.source.Path()); err != nil {
			return "", err
		}
	}
	if to, err = fill(ctx, tx); err != nil {
		return "", err
	}
	if _, err = tx.ExecContext(context.WithoutCancel(ctx), `INSERT INTO moved (address) VALUES ($1)`, to); err == nil {
		err = tx.Commit()
	}
	return to, m.incomplete(to, err)
}

// fillServer fills a database on a server, and checks it.
func (m *move) fillServer(ctx context.Context, tx *sql.Tx) (to string, err error) {
	target, err := postgres.Open(ctx, m.to, false)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	if err := m.fill(ctx, tx, target); err != nil {
		return "", target.Classify(err)
	}
	err = database.NewPool(target, true).Run(ctx, func(ctx context.Context, tx *sqltx.Tx) error { return laws.Verify(ctx, tx, true) })
	return target.Path(), m.incomplete(target.Path(), err)
}

// fillFile fills a new file in a folder beside the target, and then the target from that as from a
// backup: it is checked, and has its name when it is complete. It removes what a killed move left.
func (m *move) fillFile(ctx context.Context, tx *sql.Tx) (to string, err error) {
	to, err = sqlitefile.Free(m.to)
	if err != nil {
		return "", err
	}
	folder := filepath.Join(filepath.Dir(to), ".nonna-move-"+filepath.Base(to))
	if err := errors.Join(os.RemoveAll(folder), os.Mkdir(folder, 0o700)); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	target, err := database.Open(ctx, filepath.Join(folder, "nonna.db"), false)
	if err != nil {
		return "", err
	}
	if err := errors.Join(target.Classify(m.fill(ctx, tx, target)), target.Close()); err != nil {
		return "", err
	}
	_, err = sqlitefile.Restore(ctx, target.Path(), to, laws.Verify, time.Time{})
	if errors.Is(err, errs.ErrRepairable) {
		err = m.incomplete(to, err)
	}
	return to, err
}

// incomplete adds to an error that the target has everything; nil stays nil.
func (m *move) incomplete(to string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s has everything, but the move is not complete, and %s still opens: remove the first, mend the second if it is damaged,"+
		" and begin again: %w", to, m.source.Path(), err)
}
