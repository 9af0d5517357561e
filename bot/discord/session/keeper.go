package session

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"

	"nonna/bot/discord"
)

// shard is one of Count parts of a bot's servers. Each has a session of its own.
type shard struct{ ID, Count int }

// Sharding says which sessions there are.
type Sharding struct {
	// Count is the number of shards, in all processes; 0 means what Discord recommends when
	// the sessions begin.
	Count int
	// Share, when set, shares the shards with other processes: it calls do for each name when
	// this process is to keep the session, with a context that ends when it is to be closed;
	// see [nonna/store/lease.Keeper.Share]. Without it this process keeps all of them.
	Share func(ctx context.Context, names []string, do func(ctx context.Context, name string))
	// Hold, when Share is set too, holds what one process may do at a time, which is to
	// identify; see [nonna/store/lease.Keeper.Hold].
	Hold func(ctx context.Context, name string, do func(context.Context) error) error
}

// Keeper keeps the sessions of a process with the gateway, one for each shard that it keeps.
// It is made by [New] and runs once with [Keeper.Run]; the other methods
// are safe for concurrent use.
type Keeper struct {
	client   *discord.Client
	cfg      discord.Config
	handler  discord.Handler
	sharding Sharding
	turns    *identifies
	// open is when a session was last known to be open, and healthy when it was or waited as Discord
	// wants.
	open, healthy moment

	// first is what Discord said of identifies at the start, for the session that is the first
	// to identify.
	first atomic.Pointer[discord.Logins]

	mu sync.Mutex
	// count is the number of shards, 0 before it is known, and kept the sessions by shard.
	count int
	kept  map[int]*session
}

// New returns a keeper of sessions that can be run.
func New(c *discord.Client, of Sharding, h discord.Handler) *Keeper {
	if of.Share == nil {
		of.Hold = nil
	}
	turns := &identifies{hold: of.Hold, buckets: map[int]*bucket{}}
	return &Keeper{client: c, cfg: c.Config(), handler: h.Filled(), sharding: of, turns: turns, kept: map[int]*session{}}
}

// Run keeps the sessions connected until ctx ends, and then closes them and returns nil. Any
// error means that one of them gave up, see [discord.ExitCode]: the others are closed too. A session
// that is not connected does not give up while another one is.
func (k *Keeper) Run(ctx context.Context) error {
	defer k.turns.lent.Wait()
	k.healthy.set()
	count, err := k.countShards(ctx)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return err
	}
	keeping, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	var names []string
	for id := range count {
		names = append(names, fmt.Sprintf("shard %d of %d", id, count))
	}
	share := k.keepAll
	if k.sharding.Share != nil {
		share = k.share
	}
	share(keeping, names, func(held context.Context, name string) {
		if err := k.keep(held, keeping, shard{slices.Index(names, name), count}); err != nil {
			giveUp(err)
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	return context.Cause(keeping)
}

// keepAll calls do for all names at once.
func (k *Keeper) keepAll(ctx context.Context, names []string, do func(context.Context, string)) {
	var running sync.WaitGroup
	for _, name := range names {
		running.Go(func() { do(ctx, name) })
	}
	running.Wait()
}

// share shares the names with other processes. While none is this process's, it stands by,
// which is as good as a session.
func (k *Keeper) share(ctx context.Context, names []string, do func(context.Context, string)) {
	ctx, end := context.WithCancel(ctx)
	var standby sync.WaitGroup
	defer standby.Wait()
	defer end()
	standby.Go(func() {
		standsBy := sync.OnceFunc(k.reportOpened)
		for discord.Sleep(ctx, discord.SignEvery) {
			if len(k.sessions()) == 0 {
				standsBy()
				k.markHealthy()
			}
		}
	})
	k.sharding.Share(ctx, names, do)
}

// keep runs the session of a shard until ctx ends. Its state is known until all sessions end, or
// the shard becomes another process's.
func (k *Keeper) keep(ctx, all context.Context, of shard) error {
	s := k.newSession(of)
	k.mu.Lock()
	k.kept[of.ID] = s
	k.mu.Unlock()
	err := s.run(ctx)
	if all.Err() == nil {
		k.mu.Lock()
		delete(k.kept, of.ID)
		k.mu.Unlock()
	}
	return err
}

// countShards returns the number of shards, and asks Discord unless it is set to 1: for what
// it recommends, and how many may identify at once.
func (k *Keeper) countShards(ctx context.Context) (count int, err error) {
	if count = k.sharding.Count; count != 1 {
		limit, err := k.askLimit(ctx)
		if err != nil {
			return 0, err
		}
		if count == 0 {
			count = max(1, limit.Shards)
		}
	}
	if count > 1 {
		k.cfg.Logger.Info("the servers are shared among sessions", slog.Int("shards", count))
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.count = count
	return count, nil
}

// wrongCount returns the error for a number of shards that Discord does not take. If Discord
// recommended it, a new process asks again.
func (k *Keeper) wrongCount(code closeError) error {
	if k.sharding.Count == 0 {
		return fmt.Errorf("%w: Discord no longer takes the number of shards that it recommended (close code %d)", discord.ErrDead, int(code))
	}
	return fmt.Errorf("%w: %d (close code %d): set NONNA_SHARDS to auto, or to what nonna doctor shows", discord.ErrSharding, k.sharding.Count, int(code))
}

// askLimit asks Discord for the limits of identifies, as [Keeper.limit] does. It gives up no
// sooner than a session, so that a process that is started again asks no more often.
func (k *Keeper) askLimit(ctx context.Context) (discord.Logins, error) {
	limit, err := k.limit(ctx)
	if err != nil && !errors.Is(err, discord.ErrBadToken) {
		discord.Sleep(ctx, k.cfg.Dead-k.healthy.since())
		return discord.Logins{}, fmt.Errorf("%w: %w", discord.ErrDead, err)
	}
	k.turns.concurrency.Store(int64(limit.Concurrency))
	k.first.Store(&limit)
	return limit, err
}

// newSession returns the session of a shard.
func (k *Keeper) newSession(of shard) *session {
	log := k.cfg.Logger
	if of.Count > 1 {
		log = log.With(slog.Int("shard", of.ID))
	}
	return &session{all: k, client: k.client, cfg: k.cfg, shard: of, bucket: k.turns.of(of), log: log}
}

// sessions returns the sessions by shard.
func (k *Keeper) sessions() []*session {
	k.mu.Lock()
	defer k.mu.Unlock()
	list := make([]*session, 0, len(k.kept))
	for id := range k.count {
		if s := k.kept[id]; s != nil {
			list = append(list, s)
		}
	}
	return list
}

// markOpen notes that a session is open, which its token has opened.
func (k *Keeper) markOpen() {
	k.open.set()
	k.markHealthy()
}

// markHealthy notes that a session is healthy, or none is needed, and tells the handler unless
// another session hangs.
func (k *Keeper) markHealthy() {
	k.healthy.set()
	for _, s := range k.sessions() {
		if s.hangs() {
			s.log.Error("the session hangs", slog.Duration("since", s.acked.since()))
			return
		}
	}
	k.handler.Alive()
}

// reportOpened tells the handler that a session is open, and if all are.
func (k *Keeper) reportOpened() {
	k.handler.Opened()
	if k.Status().Ready {
		k.handler.Ready()
	}
}

// Status returns the state of the sessions.
func (k *Keeper) Status() discord.Status {
	kept := k.sessions()
	k.mu.Lock()
	all := discord.Status{Guilds: k.client.CountGuilds(), OfShards: k.count}
	k.mu.Unlock()
	all.Ready = all.OfShards > 0 && (k.sharding.Share != nil || len(kept) == all.OfShards)
	for _, s := range kept {
		now := s.status()
		all.Shards = append(all.Shards, now)
		all.Ready = all.Ready && now.Connected
		all.Connections += now.Connections
		all.Latency = max(all.Latency, now.Latency)
	}
	all.Connected = all.Ready && len(kept) > 0
	return all
}
