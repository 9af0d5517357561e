// Package cooldown keeps when members used a command on servers that make them wait for the
// next.
//
// # Goals
//
//   - A wait holds in all processes that use the database, and after a restart.
//   - A request that is delivered twice does not wait for itself, and one that comes to
//     nothing gives the wait back.
//
// # Non-goals
//
//   - No clock: callers say when it is. Those of several machines may differ by seconds,
//     and so may a wait.
package cooldown

import (
	"context"
	"fmt"
	"math"
	"time"

	"nonna/store"
	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
	"nonna/store/setting"
)

const (
	// begin takes effect unless a wait is running: of several at once, one does. One that
	// began later than clocks can differ was stored by a clock that was wrong.
	begin = `
INSERT INTO cooldowns (guild_id, user_id, request_id, began_at) VALUES ($1, $2, $3, $4)
ON CONFLICT (guild_id, user_id) DO UPDATE SET request_id = excluded.request_id, began_at = excluded.began_at
WHERE cooldowns.began_at <= excluded.began_at - $5 OR cooldowns.began_at > excluded.began_at + $6`

	running = `SELECT request_id, began_at FROM cooldowns WHERE guild_id = $1 AND user_id = $2`

	end = `DELETE FROM cooldowns WHERE guild_id = $1 AND user_id = $2 AND request_id = $3`

	anyOver = `SELECT EXISTS (SELECT 1 FROM cooldowns WHERE began_at < $1)`

	prune = `DELETE FROM cooldowns WHERE began_at < $1`
)

const (
	// maxAhead is how far the clock of another machine may be ahead.
	maxAhead = time.Minute
	// maxRequestID is the maximum length of the id of a request, in bytes.
	maxRequestID = 200
)

// Cooldowns are the cooldowns of a store. It is safe for concurrent use.
type Cooldowns struct{ store *store.Store }

// New returns the cooldowns of a store.
func New(st *store.Store) *Cooldowns { return &Cooldowns{st} }

// Member is a member of a server.
type Member struct{ GuildID, UserID uint64 }

// Begin begins the wait of a member for the next command, at the time of a request, and
// returns 0. While an earlier wait is running, Begin changes nothing and returns how much of
// it is left, but 0 to the request that began it. Errors: [store.ErrInvalid] for ids out of
// bounds, and those of writing.
func (c *Cooldowns) Begin(ctx context.Context, m Member, requestID string, at time.Time, wait time.Duration) (left time.Duration, err error) {
	if err := check(m, requestID); err != nil {
		return 0, err
	}
	return store.Update(ctx, c.store, func(ctx context.Context, tx *sqltx.Tx) (time.Duration, error) {
		began, err := tx.Exec(ctx, begin, int64(m.GuildID), int64(m.UserID), requestID, at.UnixMilli(), wait.Milliseconds(), maxAhead.Milliseconds())
		if err != nil || began > 0 {
			return 0, err
		}
		return remaining(ctx, tx, m, requestID, at, wait)
	}, store.HoldNothing)
}

func check(m Member, requestID string) error {
	if m.GuildID == 0 || m.GuildID > math.MaxInt64 || m.UserID > math.MaxInt64 {
		return fmt.Errorf("%w: user %d on server %d", store.ErrInvalid, m.UserID, m.GuildID)
	}
	return table.CheckText("request id", requestID, 1, maxRequestID)
}

// remaining returns how much is left of the wait that is running.
func remaining(ctx context.Context, tx *sqltx.Tx, m Member, requestID string, at time.Time, wait time.Duration) (time.Duration, error) {
	var by string
	var began int64
	found, err := tx.Scan(ctx, running, []any{int64(m.GuildID), int64(m.UserID)}, &by, &began)
	if err != nil || !found || by == requestID {
		return 0, err
	}
	left := time.UnixMilli(began).Add(wait).Sub(time.UnixMilli(at.UnixMilli()))
	return max(time.Millisecond, min(left, wait)), nil
}

// End ends the wait that a request began, if it still runs.
func (c *Cooldowns) End(ctx context.Context, m Member, requestID string) error {
	return c.exec(ctx, end, int64(m.GuildID), int64(m.UserID), requestID)
}

// Prune forgets the waits that are certainly over. It writes nothing if there are none.
func (c *Cooldowns) Prune(ctx context.Context, now time.Time) error {
	before := now.Add(-setting.MaxCooldown).UnixMilli()
	isDue, err := store.View(ctx, c.store, func(ctx context.Context, tx *sqltx.Tx) (isDue bool, err error) {
		_, err = tx.Scan(ctx, anyOver, []any{before}, &isDue)
		return isDue, err
	})
	if err != nil || !isDue {
		return err
	}
	return c.exec(ctx, prune, before)
}

// exec runs one statement.
func (c *Cooldowns) exec(ctx context.Context, text string, args ...any) error {
	return c.store.Do(ctx, func(ctx context.Context, tx *sqltx.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	}, store.HoldNothing)
}
