package move

import (
	"context"
	"database/sql"
	"fmt"

	"nonna/store/internal/errs"
	"nonna/store/lease"
)

const (
	// limits lets a transaction take as long as it needs, whatever the server's settings say, but
	// not wait for another, and not stay for long when this process is gone.
	limits = `
SELECT set_config('lock_timeout', '10s', TRUE), set_config('statement_timeout', '0', TRUE),
  set_config('idle_in_transaction_session_timeout', '60s', TRUE)`

	// writers names the transactions that write: each has locked the table moved, see
	// [postgres.Dialect.Hold].
	writers = `
SELECT COALESCE(string_agg(format('process %s of the server (%s, from %s, %s for %s)', a.pid, a.application_name,
    COALESCE(host(a.client_addr), 'a socket'), a.state, date_trunc('second', now() - a.state_change)), ', '), '')
FROM pg_locks AS l JOIN pg_stat_activity AS a ON a.pid = l.pid JOIN pg_database AS d ON d.oid = l.database
WHERE d.datname = current_database() AND l.relation = 'moved'::regclass AND l.granted AND l.mode <> 'AccessShareLock' AND l.pid <> pg_backend_pid()`

	// keepWriters makes all others wait that begin to write, until the transaction ends. Then they
	// see the mark. Readers go on.
	keepWriters = `LOCK TABLE moved IN EXCLUSIVE MODE`
)

// alone makes a transaction the only one that writes to a database on a server, until it ends.
// Otherwise it returns [errs.ErrLocked], with the processes that do, and for one that a bot uses.
func alone(ctx context.Context, tx *sql.Tx, name string) error {
	if _, err := tx.ExecContext(ctx, limits); err != nil {
		return err
	}
	var by string
	if err := tx.QueryRowContext(ctx, writers).Scan(&by); err != nil {
		return err
	}
	if by != "" {
		return fmt.Errorf("%w: %s is in use by %s; stop it first, or end it with pg_terminate_backend", errs.ErrLocked, name, by)
	}
	if _, err := tx.ExecContext(ctx, keepWriters); err != nil {
		return err
	}
	used, err := lease.InUse(ctx, tx)
	if err == nil && used {
		err = fmt.Errorf("%w: %s is in use by a running bot; stop every process that uses it first", errs.ErrLocked, name)
	}
	return err
}
