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
		to, err := engine.MovedTo(ctx, db)
		if err == nil && to != m.source.Path() {
			err = fmt.Errorf("%w: %s; name a file that does not exist", errs.ErrExists, path)
		}
		return err
	}
	kept, err = sqlitefile.Replace(ctx, path, m.Now, mayReplace, func(db *sql.DB) error {
		return inTransaction(ctx, db, func(target *sql.Tx) error {
			if _, err := target.ExecContext(ctx, "DELETE FROM counters"); err != nil {
				return err
			}
			return m.fill(ctx, tx, target, func(t sqlitefile.Table, r *reader) error { return insert(ctx, target, t, r) })
		})
	})
	if err != nil {
		return "", kept, err
	}
	path, err = filepath.EvalSymlinks(path) // as engines name it
	return path, kept, err
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
	// lockTimeout ends the wait of a move onto the same database under another name.
	lockTimeout = `SET LOCAL lock_timeout = '10s'`

	// raiseSequences makes the sequences go on where the counters are, and lowers none.
	raiseSequences = `
SELECT setval(('ids_' || c.name)::regclass, c.value) FROM counters AS c JOIN last_ids AS l ON l.name = c.name
WHERE c.value > l.value`
)

// toServer moves into a database on a server, and returns its URL without the password.
func (m *move) toServer(ctx context.Context, tx *sql.Tx) (name string, err error) {
	target, err := engine.OpenMoved(ctx, m.To)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	if err := idle(ctx, target, m.Patience); err != nil {
		return "", err
	}
	conn, err := target.Writer().Conn(ctx)
	if err != nil {
		return "", target.Classify(err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	err = inTransaction(ctx, conn, func(into *sql.Tx) error {
		if _, err := into.ExecContext(ctx, lockTimeout); err != nil {
			return err
		}
		if err := target.Hold(ctx, into, nil); err != nil {
			return err
		}
		if err := m.empty(ctx, into, target.Path()); err != nil {
			return err
		}
		err := m.fill(ctx, tx, into, func(t sqlitefile.Table, r *reader) error {
			return postgres.Copy(ctx, conn, t.Name, names(t), r.next)
		})
		if err == nil {
			_, err = into.ExecContext(ctx, raiseSequences)
		}
		return err
	})
	return target.Path(), target.Classify(err)
}

// empty empties a database whose data was moved to the source, and returns [errs.ErrExists] for
// any other that has data. The ids that it has used are counted by sequences, which stay.
func (m *move) empty(ctx context.Context, into *sql.Tx, name string) error {
	movedTo, err := engine.MovedTo(ctx, into)
	if err != nil {
		return err
	}
	var all []string
	for _, t := range m.tables {
		all = append(all, t.Name)
		var has bool
		if err := into.QueryRowContext(ctx, fmt.Sprintf("SELECT EXISTS (SELECT 1 FROM %s)", t.Name)).Scan(&has); err != nil {
			return err
		}
		if has && t.Name != "counters" && movedTo != m.source.Path() {
			return fmt.Errorf("%w: %s has data in the table %s; name an empty database", errs.ErrExists, name, t.Name)
		}
	}
	_, err = into.ExecContext(ctx, "TRUNCATE moved, "+strings.Join(all, ", "))
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
