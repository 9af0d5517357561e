package jobs

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"nonna/store"
)

// Grace is how long the data of a server is kept after the bot was removed from it, in case
// that was a mistake.
const Grace = 30 * 24 * time.Hour

const (
	// eraseEvery is the time between two rounds: short compared to the month after which
	// deletions are due.
	eraseEvery = 6 * time.Hour
	// eraseAgain is the wait after a round that failed.
	eraseAgain = 5 * time.Minute
	// scrubEvery is the time between two attempts to remove deleted rows from the log.
	// Each makes writers wait for up to a tenth of a second.
	scrubEvery = 10 * time.Second
)

// errClock says why no deletion begins, see [Clock].
var errClock = errors.New("the clock is not known to be right")

// Eraser deletes the data of servers that the bot left [Grace] ago, and completes deletions
// of users that were interrupted or whose traces readers kept in the log.
type Eraser struct {
	store *store.Store
	in    func(guildID uint64) bool
	clock *Clock
	log   *slog.Logger
}

// NewEraser returns the job over a store. in reports whether the bot is in a server, and
// deletions are due by the clock while it is right.
func NewEraser(st *store.Store, in func(guildID uint64) bool, clock *Clock, log *slog.Logger) *Eraser {
	return &Eraser{store: st, in: in, clock: clock, log: log.With(slog.String("job", "eraser"))}
}

// Left schedules the data of a server for deletion, after the bot was removed from it. If
// that fails, the next round does it.
func (e *Eraser) Left(ctx context.Context, guildID uint64) {
	now, right := e.clock.read(ctx)
	if !right {
		e.log.Warn("a removal from a server will be recorded when the clock is right", slog.Uint64("guild", guildID))
		return
	}
	due := now.Add(Grace)
	if err := e.store.GuildLeft(ctx, guildID, due); err != nil {
		e.log.Error("a removal from a server could not be recorded", slog.Uint64("guild", guildID), slog.Any("err", err))
		return
	}
	e.log.Info("removed from a server", slog.Uint64("guild", guildID), slog.Time("deleted_at", due))
}

// Run works until ctx is done. It must be called only when there is a session: before that,
// the bot would seem to be in no servers.
func (e *Eraser) Run(ctx context.Context) {
	var scrubbing sync.WaitGroup
	defer scrubbing.Wait()
	scrubbing.Go(func() { repeat(ctx, e.log, scrubEvery, scrubEvery, e.scrub) })
	repeat(ctx, e.log, eraseEvery, eraseAgain, e.round)
}

// scrub waits until deleted rows may be in the log, and removes them. Those who read an
// older state can be in the way until the next round.
func (e *Eraser) scrub(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return nil
	case <-e.store.Traces():
	}
	err := e.store.Scrub(ctx)
	if errors.Is(err, store.ErrBusy) {
		return nil
	}
	return err
}

// round schedules deletions, or cancels them, according to the servers that the bot is in
// now, and does what is due. Events are not enough: the bot misses those that happen while
// it is not running.
func (e *Eraser) round(ctx context.Context) error {
	err := eachGuild(ctx, e.store.GuildsLeaving, func(id uint64) error {
		if !e.in(id) {
			return nil
		}
		e.log.Info("back on a server", slog.Uint64("guild", id))
		return e.store.GuildBack(ctx, id)
	})
	if err != nil {
		return err
	}
	now, right := e.clock.read(ctx)
	if !right { // complete only what has begun
		_, err := e.store.Erase(ctx, time.Unix(0, 0))
		return errors.Join(errClock, err)
	}
	due := now.Add(Grace)
	err = eachGuild(ctx, e.store.GuildsStored, func(id uint64) error {
		if e.in(id) {
			return nil
		}
		return e.store.GuildLeft(ctx, id, due)
	})
	if err != nil {
		return err
	}
	n, err := e.store.Erase(ctx, now)
	if n > 0 {
		e.log.Info("deleted what was due", slog.Int64("games", n))
	}
	return err
}

// eachGuild calls do for every server of a list in pages. Ids only grow, so it ends.
func eachGuild(ctx context.Context, list func(context.Context, uint64, int64) ([]uint64, error), do func(uint64) error) error {
	var last uint64
	for {
		page, err := list(ctx, last, store.MaxPage)
		if err != nil || len(page) == 0 {
			return err
		}
		for _, id := range page {
			if err := do(id); err != nil {
				return err
			}
			last = id
		}
	}
}
