package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"nonna/migrations"
	"nonna/store/internal/engine"
	"nonna/store/internal/errs"
	"nonna/store/internal/sqltx"
	"nonna/store/postgres"
	"nonna/store/sqlitefile"
)

// Plan says what to move. Names are paths of files, or URLs of databases on servers.
type Plan struct {
	From, To string
	// Now is part of the name of a file that is replaced.
	Now time.Time
	// Progress is called often with how many rows of how many are read; each is read twice.
	Progress func(done, total int64)
	// Patience is how long a server's leases must be unchanged to belong to dead processes; 0
	// is five seconds, in which a living one changes its own three times.
	Patience time.Duration
}

// Result is what was moved. Names have no passwords.
type Result struct {
	From, To string
	Rows     int64
	// Kept is the name under which the file was kept that had been moved before, "" if there
	// was none.
	Kept string
}

// Move moves a database. Afterwards the old one refuses to open, with [errs.ErrMoved]. The
// target must be a file that does not exist, or a database without data, with [errs.ErrExists]
// otherwise: or one whose data was moved to the source, which is the way back, or one that has
// the same data already, as after a move that was interrupted. Errors of the
// source: [errs.ErrLocked] if it is in use, [errs.ErrInvalid] if its schema is older than this
// program's, and those of [nonna/store.Open]. After an error both are as they were, unless it
// says that the target is complete, or may be.
func Move(ctx context.Context, p Plan) (r Result, err error) {
	if err := checkVersion(ctx, p.From); err != nil {
		return r, err
	}
	if err := distinct(ctx, p.From, p.To); err != nil {
		return r, err
	}
	source, err := engine.Open(ctx, p.From)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	m := &move{Plan: p, source: source}
	if m.tables, err = tables(ctx); err != nil {
		return r, err
	}
	r.From = source.Path()
	err = watched(ctx, source, func(whole, work context.Context) (err error) {
		if err := idle(work, source, p.Patience); err != nil {
			return err
		}
		r.To, r.Kept, err = m.run(whole, work)
		return err
	})
	r.Rows = m.total
	return r, err
}

// watched calls do with two contexts, which end when the server of a database freezes. An
// interruption ends only the second: once a database is being stored it would leave two, or
// nobody would know.
func watched(ctx context.Context, db engine.Engine, do func(whole, work context.Context) error) error {
	return db.Watch(context.WithoutCancel(ctx), func(whole context.Context) error {
		work, stop := context.WithCancelCause(whole)
		defer stop(nil)
		defer context.AfterFunc(ctx, func() { stop(context.Cause(ctx)) })()
		return do(whole, work)
	})
}

// distinct returns [errs.ErrInvalid] if two names are those of one database, or of files of one.
func distinct(ctx context.Context, from, to string) error {
	if postgres.IsURL(from) != postgres.IsURL(to) {
		return nil
	}
	if !postgres.IsURL(from) {
		return sqlitefile.Distinct(from, to)
	}
	a, err := postgres.Identity(ctx, from)
	if err != nil {
		return err
	}
	b, err := postgres.Identity(ctx, to)
	if err == nil && a == b {
		err = fmt.Errorf("%w: %s is the database itself; name another", errs.ErrInvalid, postgres.Redact(to))
	}
	return err
}

// tables returns the tables that move.
func tables(ctx context.Context) ([]sqlitefile.Table, error) {
	all, err := sqlitefile.Tables(ctx)
	return slices.DeleteFunc(all, func(t sqlitefile.Table) bool { return t.Name == "leases" || t.Name == "moved" }), err
}

// checkVersion returns [errs.ErrInvalid] for a database with an older schema, and the errors of
// [engine.View].
func checkVersion(ctx context.Context, name string) error {
	return engine.View(ctx, name, 1, func(ctx context.Context, reads *sqltx.Pool) error {
		return reads.Run(ctx, func(ctx context.Context, tx *sqltx.Tx) error {
			version, err := sqltx.Number[int64](tx.Row(ctx, migrations.Version).Scan)
			if latest := migrations.Latest(); err == nil && version != latest {
				err = fmt.Errorf("%w: %s has schema version %d, and this program has %d: start the bot on it once, which upgrades it",
					errs.ErrInvalid, postgres.Redact(name), version, latest)
			}
			return err
		})
	})
}

// move is a move that runs.
type move struct {
	Plan
	source      engine.Engine
	tables      []sqlitefile.Table
	done, total int64
}

// run moves while no other process writes to the source, and returns the name of the target,
// and that of a file that was kept. work ends before whole does, when the move is interrupted.
func (m *move) run(whole, work context.Context) (to, kept string, err error) {
	tx, err := m.source.Writer().BeginTx(whole, m.source.Options(true))
	if err != nil {
		return "", "", m.source.Classify(err)
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to undo
	if err := m.prepare(work, tx); err != nil {
		return "", "", m.source.Classify(err)
	}
	if postgres.IsURL(m.To) {
		to, err = m.toServer(work, tx)
	} else {
		to, kept, err = m.toFile(work, tx)
	}
	if err != nil {
		return "", "", m.source.Classify(err)
	}
	_, err = tx.ExecContext(whole, `INSERT INTO moved (address) VALUES ($1)`, to)
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return "", "", fmt.Errorf("%s is complete and has everything, but %s could not be marked as moved and may still open: run the same command again, which does so, before either is used: %w",
			to, m.source.Path(), m.source.Classify(err))
	}
	return to, kept, nil
}

// prepare holds the source, and counts the rows to move.
func (m *move) prepare(ctx context.Context, tx *sql.Tx) error {
	if m.source.IsShared() {
		if _, err := tx.ExecContext(ctx, limits); err != nil {
			return err
		}
	}
	if err := m.source.Hold(ctx, tx, nil); err != nil {
		return err
	}
	return m.count(ctx, tx)
}

// count counts the rows to move.
func (m *move) count(ctx context.Context, tx *sql.Tx) error {
	for _, t := range m.tables {
		var n int64
		if err := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+m.from(t)).Scan(&n); err != nil {
			return err
		}
		m.total += n
	}
	return nil
}

// from returns what a table is read from in the source.
func (*move) from(t sqlitefile.Table) string {
	if t.Name == "counters" {
		return "last_ids" // on a server sequences count
	}
	return t.Name
}

func (m *move) step() {
	if m.done++; m.done%1024 == 0 {
		m.Progress(m.done, 2*m.total)
	}
}

// fill copies all tables with put, and compares what target has then.
func (m *move) fill(ctx context.Context, tx *sql.Tx, target querier, put func(sqlitefile.Table, *reader) error) error {
	m.done = 0
	for _, t := range m.tables {
		there, here, err := m.compare(ctx, tx, target, t, func(r *reader) error { return put(t, r) })
		if err != nil {
			return err
		}
		if here != there {
			return fmt.Errorf("%w: the table %s has %v, and its copy %v; nothing was moved", errs.ErrCorrupt, t.Name, there, here)
		}
	}
	return nil
}

// compare reads a table of the source with use, then that of the target, and returns the sums of
// both.
func (m *move) compare(ctx context.Context, tx *sql.Tx, target querier, t sqlitefile.Table, use func(*reader) error) (there, here sum, err error) {
	if there, err = read(ctx, tx, t, m.from(t), m.step, use); err == nil {
		here, err = read(ctx, target, t, t.Name, m.step, (*reader).drain)
	}
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx) // err is only how that ended
	}
	return there, here, err
}

// isCopy reports whether a target has what the source has: a move was interrupted after the
// target was stored, or did not learn that.
func (m *move) isCopy(ctx context.Context, tx *sql.Tx, target querier) (bool, error) {
	m.done = 0
	for _, t := range m.tables {
		there, here, err := m.compare(ctx, tx, target, t, (*reader).drain)
		if err != nil || here != there {
			return false, err
		}
	}
	return true, nil
}

// Here returns [errs.ErrMoved] for a database that was moved, nil for any other and for what is
// no database.
func Here(ctx context.Context, name string) error {
	err := engine.View(ctx, name, 1, func(context.Context, *sqltx.Pool) error { return nil })
	if errors.Is(err, errs.ErrMoved) {
		return err
	}
	return nil
}

// Reopen makes a database open again that was moved, and returns where to. What was stored
// since then is only there.
func Reopen(ctx context.Context, name string) (to string, err error) {
	err = checkVersion(ctx, name)
	if err == nil {
		err = fmt.Errorf("%w: %s was not moved", errs.ErrNotFound, postgres.Redact(name))
	}
	if !errors.Is(err, errs.ErrMoved) {
		return "", err
	}
	db, err := engine.OpenMoved(ctx, name)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	err = db.Watch(ctx, func(ctx context.Context) error {
		return db.Writer().QueryRowContext(ctx, `DELETE FROM moved RETURNING address`).Scan(&to)
	})
	return to, db.Classify(err)
}
