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
// otherwise: or one whose data was moved to the source, which is the way back. Errors of the
// source: [errs.ErrLocked] if it is in use, [errs.ErrInvalid] if its schema is older than this
// program's, and those of [nonna/store.Open]. After an error both are as they were, unless it
// says that the target is complete.
func Move(ctx context.Context, p Plan) (r Result, err error) {
	if p.From == p.To {
		return r, fmt.Errorf("%w: %s is the source and the target", errs.ErrInvalid, postgres.Redact(p.From))
	}
	if err := checkVersion(ctx, p.From); err != nil {
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
	if err := idle(ctx, source, p.Patience); err != nil {
		return r, err
	}
	r.From = source.Path()
	r.To, r.Kept, err = m.run(ctx)
	r.Rows = m.total
	return r, err
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
// and that of a file that was kept.
func (m *move) run(ctx context.Context) (to, kept string, err error) {
	tx, err := m.source.Writer().BeginTx(ctx, m.source.Options(true))
	if err != nil {
		return "", "", m.source.Classify(err)
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to undo
	if err := m.source.Hold(ctx, tx, nil); err != nil {
		return "", "", m.source.Classify(err)
	}
	if err := m.count(ctx, tx); err != nil {
		return "", "", m.source.Classify(err)
	}
	if postgres.IsURL(m.To) {
		to, err = m.toServer(ctx, tx)
	} else {
		to, kept, err = m.toFile(ctx, tx)
	}
	if err != nil {
		return "", "", err
	}
	// From here on an interruption would leave two databases.
	_, err = tx.ExecContext(context.WithoutCancel(ctx), `INSERT INTO moved (address) VALUES ($1)`, to)
	if err == nil {
		err = tx.Commit()
	}
	if err != nil {
		return "", "", fmt.Errorf("%s is complete and has everything, but %s could not be marked as moved and still opens: use only one of them from now on: %w",
			to, m.source.Path(), m.source.Classify(err))
	}
	return to, kept, nil
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
	for _, t := range m.tables {
		there, err := read(ctx, tx, t, m.from(t), m.step, func(r *reader) error { return put(t, r) })
		if err != nil {
			return err
		}
		here, err := read(ctx, target, t, t.Name, m.step, (*reader).drain)
		if err != nil {
			return err
		}
		if here != there {
			return fmt.Errorf("%w: the table %s has %v, and its copy %v; nothing was moved", errs.ErrCorrupt, t.Name, there, here)
		}
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
	err = db.Writer().QueryRowContext(ctx, `DELETE FROM moved RETURNING address`).Scan(&to)
	return to, db.Classify(err)
}
