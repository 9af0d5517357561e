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
	"nonna/store/internal/sqltx"
	"nonna/store/postgres"
	"nonna/store/repair"
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

// Move moves a database. Afterwards the old one refuses to open, with [errs.ErrMoved]. The
// target must be a file that does not exist, or a database without tables or with this
// program's and no rows, with [errs.ErrExists] otherwise. Errors of the source:
// [errs.ErrLocked] if it is in use, and those of [nonna/store.Open]. After an error both are as
// they were, unless it says that the target is complete, or may be.
func Move(ctx context.Context, p Plan) (r Result, err error) {
	if postgres.IsURL(p.From) == postgres.IsURL(p.To) {
		return r, fmt.Errorf("%w: a move is from a file to a server, or back; pg_dump copies from server to server, and nonna backup from file to file", errs.ErrInvalid)
	}
	look := func(context.Context, *sqltx.Pool) error { return nil }
	if err := database.View(ctx, p.From, 1, look); err != nil { // opening would create it
		return r, err
	}
	source, err := database.Open(ctx, p.From)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	m := &move{Plan: p, source: source}
	if m.tables, err = tables(ctx); err != nil {
		return r, err
	}
	r.From = source.Path()
	r.To, r.Kept, err = m.run(ctx)
	r.Rows = m.total
	return r, source.Classify(err)
}

// tables returns the tables that move: the others say what is only true of one database.
func tables(ctx context.Context) ([]sqlitefile.Table, error) {
	all, err := sqlitefile.Tables(ctx)
	return slices.DeleteFunc(all, func(t sqlitefile.Table) bool { return t.Name == "moved" }), err
}

// move is a move that runs.
type move struct {
	Plan
	source      database.DB
	tables      []sqlitefile.Table
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
	if m.source.IsShared() {
		err = alone(ctx, tx, m.source.Path())
	}
	if err == nil {
		err = m.count(ctx, tx)
	}
	if err != nil {
		return "", "", err
	}
	if postgres.IsURL(m.To) {
		to, err = m.toServer(ctx, tx)
	} else {
		to, err = m.toFile(ctx, tx)
	}
	if err != nil {
		return "", "", err
	}
	if err = m.check(ctx, tx); err == nil {
		kept, err = m.leave(context.WithoutCancel(ctx), tx, to)
	}
	if err != nil {
		err = fmt.Errorf("%s has everything, but the move is not complete, and %s still opens: remove the first and begin again: %w", to, m.source.Path(), err)
	}
	return to, kept, err
}

// count counts the rows to move.
func (m *move) count(ctx context.Context, tx *sql.Tx) error {
	for _, t := range m.tables {
		var n int64
		if err := tx.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+t.Name).Scan(&n); err != nil {
			return err
		}
		m.total += n
	}
	return nil
}

func (m *move) step() {
	if m.done++; m.done%1024 == 0 {
		m.Progress(m.done, m.total)
	}
}

// fill copies all tables with put, each after those that it refers to, and compares how many
// rows target has then.
func (m *move) fill(ctx context.Context, tx, target *sql.Tx, put func(*reader) error) error {
	for _, t := range m.tables {
		here, err := read(ctx, tx, t, m.step, put)
		if err != nil {
			if ctx.Err() != nil {
				err = context.Cause(ctx) // err is only how that ended
			}
			return fmt.Errorf("the table %s: %w", t.Name, err)
		}
		var there int64
		if err := target.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+t.Name).Scan(&there); err != nil {
			return err
		}
		if here != there {
			return fmt.Errorf("%w: the table %s has %d rows, and its copy %d; nothing was moved", errs.ErrCorrupt, t.Name, here, there)
		}
	}
	return nil
}

const (
	lastIDsOfFile   = `SELECT name, seq FROM sqlite_sequence WHERE name NOT LIKE 'goose%'`
	lastIDsOfServer = `
SELECT regexp_replace(sequencename::text, '_id_seq$', ''), last_value FROM pg_sequences
WHERE schemaname = current_schema() AND sequencename NOT LIKE 'goose%' AND last_value IS NOT NULL`
)

// setLastIDs makes the ids of the target go on where those of the source do, of which the last may
// be deleted. set are statements with a table and its last id.
func (m *move) setLastIDs(ctx context.Context, tx, target *sql.Tx, set ...string) error {
	text := lastIDsOfFile
	if m.source.IsShared() {
		text = lastIDsOfServer
	}
	all, err := lastIDs(ctx, tx, text)
	for table, last := range all {
		for _, text := range set {
			if err == nil {
				_, err = target.ExecContext(ctx, text, []any{table, last}[:strings.Count(text, "$")]...)
			}
		}
	}
	return err
}

// lastIDs returns the last ids that were given, by table.
func lastIDs(ctx context.Context, tx *sql.Tx, text string) (_ map[string]int64, err error) {
	rows, err := tx.QueryContext(ctx, text)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	all := map[string]int64{}
	for rows.Next() {
		var table string
		var last int64
		if err := rows.Scan(&table, &last); err != nil {
			return nil, err
		}
		all[table] = last
	}
	return all, rows.Err()
}

// awake is how often a source on a server is asked while its copy is checked: it ends a
// transaction that says nothing for a minute.
const awake = 20 * time.Second

// check checks the target while the source is held.
func (m *move) check(ctx context.Context, tx *sql.Tx) error {
	checking, stop := context.WithCancel(ctx)
	defer stop()
	woken := make(chan struct{})
	go func() {
		defer close(woken)
		for {
			select {
			case <-checking.Done():
				return
			case <-time.After(awake):
				_, _ = tx.ExecContext(ctx, "SELECT 1") // what uses the transaction next gets its error
			}
		}
	}()
	report, err := repair.Check(ctx, m.To)
	stop()
	<-woken
	if err == nil && !report.OK() {
		err = fmt.Errorf("%w: the check finds:\n  %s\nmend %s first, with nonna check --rebuild", errs.ErrCorrupt, strings.Join(report.Problems, "\n  "), m.source.Path())
	}
	return err
}

// leave makes the source refuse to open, and returns its new name if it is a file.
func (m *move) leave(ctx context.Context, tx *sql.Tx, to string) (kept string, err error) {
	if file, ok := m.source.(*sqlitefile.File); ok {
		if err := tx.Rollback(); err != nil {
			return "", err
		}
		return file.MoveAway(to, m.Now)
	}
	_, err = tx.ExecContext(ctx, `INSERT INTO moved (address) VALUES ($1)`, to)
	if err == nil {
		_, err = tx.ExecContext(ctx, endWaiting)
	}
	if err != nil {
		return "", err
	}
	return "", tx.Commit()
}
