package jobs

import (
	"context"
	"errors"
	"log/slog"
	"math"
	"slices"
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
	// putOff is how long a deletion is put off when Discord does not say that the server is
	// unknown.
	putOff = 24 * time.Hour
	// finishEvery is the time between two attempts to remove deleted rows from the log. Each makes
	// writers wait for up to a tenth of a second.
	finishEvery = 10 * time.Second
)

// Servers says which servers the bot is in, whichever process serves them: [discord.Client].
type Servers interface {
	// Guilds returns the ids of the servers in ascending order. One that cannot be reached at
	// the moment may be missing.
	Guilds(ctx context.Context) ([]uint64, error)
	// Knows reports whether a single server is known as one that the bot is in.
	Knows(ctx context.Context, guildID uint64) (bool, error)
}

// eraser deletes the data of servers that the bot left [Grace] ago. A server counts as left when it
// is missing in the list of all servers and then, asked for by itself, is unknown. Any other answer,
// and no answer, counts as being in.
func (c Config) eraser() tick {
	return func(ctx context.Context, now time.Time) error {
		if err := c.schedule(ctx, now); err != nil {
			return err
		}
		return c.erase(ctx, now)
	}
}

// finisher removes deleted rows from the log, which readers can keep there: those who read an older
// state can be in the way until the next round.
func (c Config) finisher() tick {
	return func(ctx context.Context, _ time.Time) error {
		if err := c.Store.Scrub(ctx); !errors.Is(err, store.ErrBusy) {
			return err
		}
		return nil
	}
}

// erase does the deletions that are due at a time.
func (c Config) erase(ctx context.Context, due time.Time) error {
	n, err := c.Store.Erase(ctx, due)
	if n > 0 {
		c.Log.Info("deleted what was due", slog.Int64("games", n))
	}
	return err
}

// schedule schedules and cancels deletions of servers. Those that stay due are confirmed.
func (c Config) schedule(ctx context.Context, now time.Time) error {
	in, err := c.Servers.Guilds(ctx)
	if err != nil {
		return err
	}
	isIn := func(id uint64) bool { _, found := slices.BinarySearch(in, id); return found }
	leaving := map[uint64]bool{}
	err = eachGuild(ctx, c.leaving(time.UnixMilli(math.MaxInt64)), func(id uint64) error {
		if isIn(id) {
			return c.back(ctx, id)
		}
		leaving[id] = true
		return nil
	})
	if err != nil {
		return err
	}
	err = eachGuild(ctx, c.Store.GuildsStored, func(id uint64) error {
		if isIn(id) || leaving[id] {
			return nil
		}
		if knows, err := c.knows(ctx, id); knows || err != nil {
			return nil //nolint:nilerr // an error counts as being in
		}
		due := now.Add(Grace)
		c.Log.Info("removed from a server", slog.Uint64("guild", id), slog.Time("deleted_at", due))
		return c.Store.GuildLeft(ctx, id, due)
	})
	if err != nil {
		return err
	}
	return eachGuild(ctx, c.leaving(now), func(id uint64) error {
		knows, err := c.knows(ctx, id)
		switch {
		case err != nil:
			return errors.Join(c.Store.GuildBack(ctx, id), c.Store.GuildLeft(ctx, id, now.Add(putOff)))
		case knows:
			return c.back(ctx, id)
		}
		return nil
	})
}

// leaving returns the list of the servers whose deletion is due at a time.
func (c Config) leaving(due time.Time) func(context.Context, uint64, int64) ([]uint64, error) {
	return func(ctx context.Context, after uint64, limit int64) ([]uint64, error) {
		return c.Store.GuildsLeaving(ctx, due, after, limit)
	}
}

// knows asks for a server that is missing in Discord's list, and logs an error.
func (c Config) knows(ctx context.Context, id uint64) (bool, error) {
	knows, err := c.Servers.Knows(ctx, id)
	if err != nil {
		c.Log.Warn("discord does not say whether the bot is in a server, so its data is kept", slog.Uint64("guild", id), slog.Any("err", err))
	}
	return knows, err
}

// back cancels the deletion of a server.
func (c Config) back(ctx context.Context, id uint64) error {
	c.Log.Info("back on a server", slog.Uint64("guild", id))
	return c.Store.GuildBack(ctx, id)
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
