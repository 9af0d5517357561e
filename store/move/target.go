package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"strings"
	"time"

	"nonna/store/internal/engine"
	"nonna/store/internal/errs"
	"nonna/store/internal/sqltx"
	"nonna/store/postgres"
	"nonna/store/sqlitefile"
)

// toFile moves into a new file, and returns its path, and the name under which an old one was
// kept.
func (m *move) toFile(ctx context.Context, tx *sql.Tx) (path, kept string, err error) {
	if path, err = filepath.Abs(m.To); err != nil {
		return "", "", err
	}
	mayReplace := func(db *sql.DB) error {
		return m.mayOverwrite(ctx, tx, db, fmt.Errorf("%w: %s; name a file that does not exist", errs.ErrExists, path))
	}
	kept, err = sqlitefile.Replace(ctx, path, m.Now, mayReplace, func(db *sql.DB) error {
		return inTransaction(ctx, db, func(target *sql.Tx) error {
			if _, err := target.ExecContext(ctx, "DELETE FROM counters"); err != nil {
				return err
			}
			return m.fill(ctx, tx, target, func(t sqlitefile.Table, r *reader) error { return insert(ctx, target, t, r) })
		})
	})
	if err != nil && !errors.Is(err, errComplete) {
		return "", kept, err
	}
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		path = resolved // as engines name it
	}
	return path, kept, nil
}

// errComplete ends the filling of a target that has everything.
var errComplete = errors.New("it has everything already")

// database is a transaction or a database.
type database interface {
	querier
	engine.Querier
}

// mayOverwrite returns nil for a target whose data was moved to the source, errComplete for a
// copy of the source, and otherwise refused.
func (m *move) mayOverwrite(ctx context.Context, tx *sql.Tx, target database, refused error) error {
	to, err := engine.MovedTo(ctx, target)
	if err != nil || to == m.source.Path() {
		return err
	}
	if to != "" {
		return fmt.Errorf("%w; what was in it is in %s, and not in %s", refused, to, m.source.Path())
	}
	isCopy, err := m.isCopy(ctx, tx, target)
	if err == nil {
		err = refused
		if isCopy {
			err = errComplete
		}
	}
	return err
}

// inTransaction commits what do does, unless it fails.
func inTransaction(ctx context.Context, db interface {
	BeginTx(ctx context.Context, opts *sql.TxOptions) (*sql.Tx, error)
}, do func(*sql.Tx) error,
) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to undo
	if err := do(tx); err != nil {
		return err
	}
	return tx.Commit()
}

// insert adds rows one after the other.
func insert(ctx context.Context, tx *sql.Tx, t sqlitefile.Table, r *reader) (err error) {
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(t.Columns)), ", ")
	stmt, err := tx.PrepareContext(ctx, fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", t.Name, strings.Join(names(t), ", "), marks))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stmt.Close()) }()
	for {
		row, err := r.next()
		if err != nil || row == nil {
			return err
		}
		if _, err := stmt.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
}

const (
	// limits lets a transaction take as long as it needs, whatever the server's settings say, but
	// not wait for another.
	limits = `
SELECT set_config('lock_timeout', '10s', TRUE), set_config('statement_timeout', '0', TRUE),
  set_config('idle_in_transaction_session_timeout', '0', TRUE)`

	// raiseSequences makes the sequences go on where the counters are, and lowers none.
	raiseSequences = `
SELECT setval(('ids_' || c.name)::regclass, c.value) FROM counters AS c JOIN last_ids AS l ON l.name = c.name
WHERE c.value > l.value`
)

// toServer moves into a database on a server, and returns its URL without the password. Where
// the answer to the commit is lost, the second attempt finds out what became of it.
func (m *move) toServer(ctx context.Context, tx *sql.Tx) (name string, err error) {
	name, err = m.attempt(ctx, tx)
	if !errors.Is(err, errUnknown) {
		return name, err
	}
	if name, err = m.attempt(ctx, tx); err != nil {
		//nolint:errorlint // it is not to pass for an interruption, even if that is why nobody knows
		err = fmt.Errorf("%s may have everything or nothing: run the same command again, which finds out, before either is used: %v", postgres.Redact(m.To), err)
	}
	return name, err
}

// errUnknown is for a commit whose answer was lost.
var errUnknown = errors.New("the answer to the commit was lost")

// attempt is toServer, once.
func (m *move) attempt(ctx context.Context, tx *sql.Tx) (name string, err error) {
	target, err := engine.OpenMoved(ctx, m.To)
	if err != nil {
		return "", err
	}
	defer target.Close() //nolint:errcheck // what is committed stays
	err = watched(ctx, target, func(whole, work context.Context) error {
		if err := idle(work, target, m.Patience); err != nil {
			return err
		}
		conn, err := target.Writer().Conn(work)
		if err != nil {
			return err
		}
		defer conn.Close() //nolint:errcheck // what is committed stays
		committing := false
		err = inTransaction(whole, conn, func(into *sql.Tx) error {
			err := m.into(work, tx, target, conn, into)
			committing = err == nil
			return err
		})
		if committing && err != nil && (target.Retry(err) == sqltx.Away || whole.Err() != nil) {
			err = fmt.Errorf("%w: %w", errUnknown, err)
		}
		return err
	})
	return target.Path(), target.Classify(err)
}

// into fills a database on a server in a transaction of a connection.
func (m *move) into(ctx context.Context, tx *sql.Tx, target engine.Engine, conn *sql.Conn, into *sql.Tx) error {
	if _, err := into.ExecContext(ctx, limits); err != nil {
		return err
	}
	if err := target.Hold(ctx, into, nil); err != nil {
		return err
	}
	err := m.empty(ctx, tx, into, target.Path())
	if err == nil {
		err = m.fill(ctx, tx, into, func(t sqlitefile.Table, r *reader) error {
			return postgres.Copy(ctx, conn, t.Name, names(t), r.storable)
		})
	}
	if err != nil && !errors.Is(err, errComplete) {
		return err
	}
	_, err = into.ExecContext(ctx, raiseSequences)
	return err
}

// empty empties a database whose data was moved to the source. The errors are those of
// mayOverwrite, for any other that has data. The ids that it has used are counted by sequences,
// which stay.
func (m *move) empty(ctx context.Context, tx, into *sql.Tx, name string) error {
	var all []string
	full := ""
	for _, t := range m.tables {
		all = append(all, t.Name)
		var has bool
		if err := into.QueryRowContext(ctx, fmt.Sprintf("SELECT EXISTS (SELECT 1 FROM %s)", t.Name)).Scan(&has); err != nil {
			return err
		}
		if has && t.Name != "counters" {
			full = t.Name
		}
	}
	if full != "" {
		refused := fmt.Errorf("%w: %s has data in the table %s; name an empty database", errs.ErrExists, name, full)
		if err := m.mayOverwrite(ctx, tx, into, refused); err != nil {
			return err
		}
	}
	_, err := into.ExecContext(ctx, "TRUNCATE moved, "+strings.Join(all, ", "))
	return err
}

const (
	patience = 5 * time.Second
	lookAway = 250 * time.Millisecond
)

// idle returns [errs.ErrLocked] if a process renews a lease in a database.
func idle(ctx context.Context, db engine.Engine, wait time.Duration) error {
	if !db.IsShared() {
		return nil
	}
	if wait == 0 {
		wait = patience
	}
	before, err := leases(ctx, db)
	if err != nil || len(before) == 0 {
		return err
	}
	for waited := time.Duration(0); waited < wait; waited += lookAway {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(lookAway):
		}
		now, err := leases(ctx, db)
		if err != nil {
			return err
		}
		if !maps.Equal(before, now) {
			return fmt.Errorf("%w: %s is in use by a running bot; stop every process that uses it first", errs.ErrLocked, db.Path())
		}
	}
	return nil
}

// leases returns the signs of life in a database by the names of their leases.
func leases(ctx context.Context, db engine.Engine) (_ map[string]int64, err error) {
	rows, err := db.Readers().QueryContext(ctx, `SELECT name, beat FROM leases`)
	if err != nil {
		return nil, db.Classify(err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	all := map[string]int64{}
	for rows.Next() {
		var name string
		var beat int64
		if err := rows.Scan(&name, &beat); err != nil {
			return nil, err
		}
		all[name] = beat
	}
	return all, rows.Err()
}
