package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonna/store/internal/database"
	"nonna/store/internal/errs"
	"nonna/store/lease"
	"nonna/store/postgres"
	"nonna/store/sqlitefile"
)

// toFile moves into a new file, and returns its path.
func (m *move) toFile(ctx context.Context, tx *sql.Tx) (string, error) {
	return sqlitefile.Create(ctx, m.To, func(db *sql.DB) error {
		target, err := db.BeginTx(ctx, nil)
		if err != nil {
			return err
		}
		defer target.Rollback() //nolint:errcheck // after a commit there is nothing to undo
		if err := m.fill(ctx, tx, target, func(r *reader) error { return insert(ctx, target, r) }); err != nil {
			return err
		}
		if err := m.setLastIDs(ctx, tx, target, "DELETE FROM sqlite_sequence WHERE name = $1", "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)"); err != nil {
			return err
		}
		return target.Commit()
	})
}

// insert adds rows one after the other.
func insert(ctx context.Context, tx *sql.Tx, r *reader) (err error) {
	t := r.table
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
	// not wait for another, and not stay for long when this process is gone.
	limits = `
SELECT set_config('lock_timeout', '10s', TRUE), set_config('statement_timeout', '0', TRUE),
  set_config('idle_in_transaction_session_timeout', '60s', TRUE)`

	// tryAlone takes the lock that all writing transactions share, and otherwise names those that
	// have it.
	tryAlone = `
SELECT pg_try_advisory_xact_lock(0), COALESCE((
  SELECT string_agg(format('process %s of the server (%s, from %s, %s for %s)', a.pid, a.application_name,
      COALESCE(host(a.client_addr), 'a socket'), a.state, date_trunc('second', now() - a.state_change)), ', ')
  FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid JOIN pg_database AS d ON d.oid = l.database
  WHERE l.locktype = 'advisory' AND (l.classid, l.objid, l.objsubid) = (0, 0, 1) AND l.granted
    AND d.datname = current_database() AND l.pid <> pg_backend_pid()), 'a process that is gone by now')`

	// endWaiting ends the sessions that wait for that lock: they began before the mark, and would
	// not see it.
	endWaiting = `
SELECT pg_terminate_backend(l.pid) FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
WHERE l.locktype = 'advisory' AND (l.classid, l.objid, l.objsubid) = (0, 0, 1) AND NOT l.granted
  AND d.datname = current_database()`
)

// alone makes a transaction the only one that writes to a database on a server, until it ends.
// Otherwise it returns [errs.ErrLocked], with the processes that do.
func alone(ctx context.Context, tx *sql.Tx, name string) error {
	if _, err := tx.ExecContext(ctx, limits); err != nil {
		return err
	}
	var ok bool
	var by string
	if err := tx.QueryRowContext(ctx, tryAlone).Scan(&ok, &by); err != nil {
		return err
	}
	if ok {
		return idle(ctx, tx, name)
	}
	return fmt.Errorf("%w: %s is in use by %s; stop it first, or end it with pg_terminate_backend", errs.ErrLocked, name, by)
}

// toServer moves into a database on a server, and returns its URL without the password.
func (m *move) toServer(ctx context.Context, tx *sql.Tx) (name string, err error) {
	if err := m.refuse(ctx); err != nil {
		return "", err
	}
	target, err := database.Open(ctx, m.To)
	if err != nil {
		return "", err
	}
	defer target.Close() //nolint:errcheck // what is committed stays
	return target.Path(), target.Classify(m.into(ctx, tx, target))
}

// refuse returns [errs.ErrExists] for a database with tables, unless they are all those of this
// program: they may be without rows, as after a move that was interrupted.
func (m *move) refuse(ctx context.Context) error {
	there, err := postgres.Tables(ctx, m.To)
	if err != nil || len(there) == 0 {
		return err
	}
	want := []string{"goose_db_version", "moved"}
	for _, t := range m.tables {
		want = append(want, t.Name)
	}
	slices.Sort(want)
	if !slices.Equal(there, want) {
		return fmt.Errorf("%w: %s has the tables %s; name an empty database", errs.ErrExists, postgres.Redact(m.To), strings.Join(there, ", "))
	}
	return nil
}

// into fills a database on a server in one transaction.
func (m *move) into(ctx context.Context, tx *sql.Tx, target database.DB) error {
	conn, err := target.Writer().Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // what is committed stays
	into, err := conn.BeginTx(context.WithoutCancel(ctx), nil)
	if err != nil {
		return err
	}
	defer into.Rollback() //nolint:errcheck // after a commit there is nothing to undo
	if err := alone(ctx, into, target.Path()); err != nil {
		return err
	}
	if err := m.empty(ctx, into, target.Path()); err != nil {
		return err
	}
	err = m.fill(ctx, tx, into, func(r *reader) error {
		return postgres.Copy(ctx, conn, r.table.Name, names(r.table), r.next)
	})
	if err == nil {
		err = m.setLastIDs(ctx, tx, into, "SELECT setval(pg_get_serial_sequence($1, 'id'), $2)")
	}
	if err != nil {
		return err
	}
	if err := into.Commit(); err != nil {
		return fmt.Errorf("%s may have everything or nothing, and %s still opens: drop the first and begin again: %w", target.Path(), m.source.Path(), err)
	}
	return nil
}

// empty returns [errs.ErrExists] if a table has rows.
func (m *move) empty(ctx context.Context, into *sql.Tx, name string) error {
	for _, t := range m.tables {
		var full bool
		if err := into.QueryRowContext(ctx, fmt.Sprintf("SELECT EXISTS (SELECT 1 FROM %s)", t.Name)).Scan(&full); err != nil {
			return err
		}
		if full {
			return fmt.Errorf("%w: %s has data in the table %s; name an empty database, or drop this one and begin again", errs.ErrExists, name, t.Name)
		}
	}
	return nil
}

// idle returns [errs.ErrLocked] if a process uses a database on a server.
func idle(ctx context.Context, tx *sql.Tx, name string) error {
	used, err := lease.InUse(ctx, tx)
	if err == nil && used {
		err = fmt.Errorf("%w: %s is in use by a running bot; stop every process that uses it first", errs.ErrLocked, name)
	}
	return err
}
