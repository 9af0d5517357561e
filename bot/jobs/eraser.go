package jobs

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
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
	// askAgain is how long a deletion is put off when Discord does not say that the server is
	// unknown.
	askAgain = 24 * time.Hour
	// scrubEvery is the time between two attempts to remove deleted rows from the log.
	// Each makes writers wait for up to a tenth of a second.
	scrubEvery = 10 * time.Second
)

// errClock says why no deletion begins, see [Clock].
var errClock = errors.New("the clock is not known to be right")

// Servers says which servers the bot is in, whichever process serves them: [discord.Client].
type Servers interface {
	// Guilds returns the ids of the servers in ascending order. One that cannot be reached at
	// the moment may be missing.
	Guilds(ctx context.Context) ([]uint64, error)
	// Knows reports whether a single server is known as one that the bot is in.
	Knows(ctx context.Context, guildID uint64) (bool, error)
}

// Eraser deletes the data of servers that the bot left [Grace] ago, and completes deletions
// of users that were interrupted or whose traces readers kept in the log. A server counts as
// left when it is missing in the list of all servers and then, asked for by itself, is
// unknown. Any other answer, and no answer, counts as being in.
type Eraser struct {
	store   *store.Store
	servers Servers
	clock   *Clock
	log     *slog.Logger
}

// NewEraser returns the job over a store. Deletions are due by the clock while it is right.
func NewEraser(st *store.Store, servers Servers, clock *Clock, log *slog.Logger) *Eraser {
	return &Eraser{store: st, servers: servers, clock: clock, log: log.With(slog.String("job", "eraser"))}
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

// Run works until ctx is done.
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

// round completes deletions that have begun, schedules or cancels those of servers, and
// begins those that are due. It asks Discord, since events are not enough: the bot misses
// those that happen while it is not running.
func (e *Eraser) round(ctx context.Context) error {
	if err := e.erase(ctx, time.Unix(0, 0)); err != nil {
		return err
	}
	in, err := e.servers.Guilds(ctx)
	if err != nil {
		return err
	}
	leaving, err := e.cancel(ctx, in)
	if err != nil {
		return err
	}
	now, right := e.clock.read(ctx)
	if !right {
		return errClock
	}
	err = eachGuild(ctx, e.store.GuildsStored, func(id uint64) error {
		if isListed(in, id) || leaving[id] {
			return nil
		}
		if knows, err := e.knows(ctx, id); knows || err != nil {
			return nil //nolint:nilerr // an error counts as being in
		}
		return e.store.GuildLeft(ctx, id, now.Add(Grace))
	})
	if err != nil {
		return err
	}
	if err := e.confirm(ctx, now); err != nil {
		return err
	}
	return e.erase(ctx, now)
}

// erase carries out what is due at a time or has begun.
func (e *Eraser) erase(ctx context.Context, due time.Time) error {
	n, err := e.store.Erase(ctx, due)
	if n > 0 {
		e.log.Info("deleted what was due", slog.Int64("games", n))
	}
	return err
}

// cancel cancels the deletions of the servers that the bot is in, and returns the others
// with a scheduled deletion.
func (e *Eraser) cancel(ctx context.Context, in []uint64) (leaving map[uint64]bool, err error) {
	leaving = map[uint64]bool{}
	err = eachGuild(ctx, e.leaving(time.UnixMilli(math.MaxInt64)), func(id uint64) error {
		if isListed(in, id) {
			return e.back(ctx, id)
		}
		leaving[id] = true
		return nil
	})
	return leaving, err
}

// confirm asks again for each server whose deletion is due. It cancels that of one that the
// bot is in, and puts it off where Discord does not say.
func (e *Eraser) confirm(ctx context.Context, now time.Time) error {
	return eachGuild(ctx, e.leaving(now), func(id uint64) error {
		knows, err := e.knows(ctx, id)
		switch {
		case err != nil:
			return errors.Join(e.store.GuildBack(ctx, id), e.store.GuildLeft(ctx, id, now.Add(askAgain)))
		case knows:
			return e.back(ctx, id)
		}
		return nil
	})
}

// leaving returns the list of the servers whose deletion is due at a time.
func (e *Eraser) leaving(due time.Time) func(context.Context, uint64, int64) ([]uint64, error) {
	return func(ctx context.Context, after uint64, limit int64) ([]uint64, error) {
		return e.store.GuildsLeaving(ctx, due, after, limit)
	}
}

// knows asks for a server that is missing in Discord's list, and logs an error.
func (e *Eraser) knows(ctx context.Context, id uint64) (bool, error) {
	knows, err := e.servers.Knows(ctx, id)
	if err != nil {
		e.log.Warn("discord does not say whether the bot is in a server, so its data is kept", slog.Uint64("guild", id), slog.Any("err", err))
	}
	return knows, err
}

// isListed reports whether an id is in a list in ascending order.
func isListed(list []uint64, id uint64) bool {
	_, found := slices.BinarySearch(list, id)
	return found
}

// back cancels the deletion of a server.
func (e *Eraser) back(ctx context.Context, id uint64) error {
	e.log.Info("back on a server", slog.Uint64("guild", id))
	return e.store.GuildBack(ctx, id)
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
