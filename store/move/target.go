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
	// not wait for another, and not stay for good when this process is cut off.
	limits = `
SELECT set_config('lock_timeout', '3s', TRUE), set_config('statement_timeout', '0', TRUE),
  set_config('idle_in_transaction_session_timeout', '1h', TRUE)`

	// keepWriters makes all others wait that begin to write, until the transaction ends. Then they
	// see the mark. Readers go on.
	keepWriters = `LOCK TABLE moved IN EXCLUSIVE MODE`
)

// alone makes a transaction the only one that writes to a database on a server, until it ends. The
// error is [errs.ErrBusy] if another one writes for longer than it waits, and [errs.ErrLocked] if a
// bot uses the database.
func alone(ctx context.Context, tx *sql.Tx, name string) error {
	if _, err := tx.ExecContext(ctx, limits); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, keepWriters); err != nil {
		return fmt.Errorf("waiting for all who write to %s, such as an open psql: %w", name, err)
	}
	used, err := lease.InUse(ctx, tx)
	if err == nil && used {
		err = fmt.Errorf("%w: %s is in use by a running bot; stop every process that uses it first", errs.ErrLocked, name)
	}
	return err
}
