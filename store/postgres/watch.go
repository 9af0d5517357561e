package postgres

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"nonna/store/internal/errs"
)

// pace is how often a watch asks a server for a sign of life, and for how long none may come.
type pace struct{ ask, silence time.Duration }

// Watch calls do with a context that ends when the server with the database of a URL has given
// no sign of life for 15 seconds; the error is [errs.ErrAway] then. A server that froze keeps its
// connections, so that what waits for it would wait without end, and a deadline would also end
// what takes long because it is much. The connection that asks is one to a host that can be
// written to if writes is set, as the work's.
func Watch(ctx context.Context, name string, writes bool, do func(context.Context) error) (err error) {
	db, err := connect(name, 1, writes)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	return pace{time.Second, 15 * time.Second}.watch(ctx, db, do)
}

// errFrozen ends what waits for a server that froze.
var errFrozen = errors.New("it gives no sign of life")

func (p pace) watch(ctx context.Context, db *sql.DB, do func(context.Context) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	var asking sync.WaitGroup
	asking.Go(func() {
		if p.isFrozen(ctx, db) {
			cancel(errFrozen)
		}
	})
	err := do(ctx)
	cancel(nil)
	asking.Wait()
	if err != nil && context.Cause(ctx) == errFrozen { //nolint:errorlint // it is the cause itself
		err = fmt.Errorf("%w: %w: %w", errs.ErrAway, errFrozen, err)
	}
	return err
}

// isFrozen returns true when the server has been silent for too long, and false when the
// context ends.
func (p pace) isFrozen(ctx context.Context, db *sql.DB) bool {
	for lived := time.Now(); ; {
		asking, cancel := context.WithTimeout(ctx, p.silence)
		err := db.PingContext(asking)
		cancel()
		if !isSilence(err) {
			lived = time.Now() // also if it refuses: then the work gets an error too
		}
		if time.Since(lived) >= p.silence {
			return ctx.Err() == nil
		}
		select {
		case <-ctx.Done():
			return false
		case <-time.After(p.ask):
		}
	}
}

// isSilence reports whether an error means that there was no answer.
func isSilence(err error) bool {
	timeout, ok := errors.AsType[net.Error](err)
	return errors.Is(err, context.DeadlineExceeded) || ok && timeout.Timeout()
}
