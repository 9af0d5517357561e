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

// Shards keeps the sessions of a process with the gateway, one for each shard that it keeps.
// It is made by [New] and runs once with [Shards.Run]; the other methods
// are safe for concurrent use.
type Shards struct {
	client     *discord.Client
	cfg        discord.Config
	handler    discord.Handler
	sharding   Sharding
	identifies *identifyQueue
	// healthy is when a session was last known to be open, or waited as Discord wants.
	healthy atomicTime

	// first is what Discord said of identifies at the start, for the session that is the first
	// to identify.
	first atomic.Pointer[discord.Logins]

	mu sync.Mutex
	// count is the number of shards, 0 before it is known, and kept the sessions by shard.
	count int
	kept  map[int]*session
}

// New returns the sessions of a process, which can be run.
func New(c *discord.Client, of Sharding, h discord.Handler) *Shards {
	if of.Share == nil {
		of.Hold = nil
	}
	queue := &identifyQueue{hold: of.Hold, turns: map[int]*identifyTurn{}}
	return &Shards{client: c, cfg: c.Config(), handler: h.Filled(), sharding: of, identifies: queue, kept: map[int]*session{}}
}

// Run keeps the sessions connected until ctx ends, and then closes them and returns nil. Any
// error means that one of them gave up, see [discord.ExitCode]: the others are closed too. A session
// that is not connected does not give up while another one is.
func (all *Shards) Run(ctx context.Context) error {
	defer all.identifies.holding.Wait()
	all.healthy.set()
	count, err := all.countShards(ctx)
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
	share := all.keepAll
	if all.sharding.Share != nil {
		share = all.share
	}
	share(keeping, names, func(held context.Context, name string) {
		if err := all.keep(held, keeping, shard{slices.Index(names, name), count}); err != nil {
			giveUp(err)
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	return context.Cause(keeping)
}

// keepAll calls do for all names at once.
func (all *Shards) keepAll(ctx context.Context, names []string, do func(context.Context, string)) {
	var running sync.WaitGroup
	for _, name := range names {
		running.Go(func() { do(ctx, name) })
	}
	running.Wait()
}

// share shares the names with other processes. While none is this process's, it stands by,
// which is as good as a session.
func (all *Shards) share(ctx context.Context, names []string, do func(context.Context, string)) {
	ctx, end := context.WithCancel(ctx)
	var standby sync.WaitGroup
	defer standby.Wait()
	defer end()
	standby.Go(func() {
		standsBy := sync.OnceFunc(all.reportOpened)
		for discord.Sleep(ctx, discord.SignEvery) {
			if len(all.sessions()) == 0 {
				standsBy()
				all.markHealthy()
			}
		}
	})
	all.sharding.Share(ctx, names, do)
}

// keep runs the session of a shard until ctx ends. Its state is known until all sessions end, or
// the shard becomes another process's.
func (all *Shards) keep(ctx, whole context.Context, of shard) error {
	s := all.newSession(of)
	all.mu.Lock()
	all.kept[of.ID] = s
	all.mu.Unlock()
	err := s.run(ctx)
	if whole.Err() == nil {
		all.mu.Lock()
		delete(all.kept, of.ID)
		all.mu.Unlock()
	}
	return err
}

// countShards returns the number of shards, and asks Discord unless it is set to 1: for what
// it recommends, and how many may identify at once.
func (all *Shards) countShards(ctx context.Context) (count int, err error) {
	if count = all.sharding.Count; count != 1 {
		limit, err := all.askLimit(ctx)
		if err != nil {
			return 0, err
		}
		if count == 0 {
			count = max(1, limit.Shards)
		}
	}
	if count > 1 {
		all.cfg.Logger.Info("the servers are shared among sessions", slog.Int("shards", count))
	}
	all.mu.Lock()
	defer all.mu.Unlock()
	all.count = count
	return count, nil
}

// wrongCount returns the error for a number of shards that Discord does not take. If Discord
// recommended it, a new process asks again.
func (all *Shards) wrongCount(code closeError) error {
	if all.sharding.Count == 0 {
		return fmt.Errorf("%w: Discord no longer takes the number of shards that it recommended (close code %d)", discord.ErrDead, int(code))
	}
	return fmt.Errorf("%w: %d (close code %d): set NONNA_SHARDS to auto, or to what nonna doctor shows", discord.ErrSharding, all.sharding.Count, int(code))
}

// askLimit asks Discord for the limits of identifies, as [Shards.limit] does. It gives up no
// sooner than a session, so that a process that is started again asks no more often.
func (all *Shards) askLimit(ctx context.Context) (discord.Logins, error) {
	limit, err := all.limit(ctx)
	if err != nil && (!errors.Is(err, discord.ErrBadToken) || all.client.Doubts(err)) {
		discord.Sleep(ctx, all.cfg.GiveUpAfter-all.healthy.since())
		return discord.Logins{}, fmt.Errorf("%w: %s", discord.ErrDead, err.Error()) // a token in doubt is not called bad
	}
	all.identifies.concurrency.Store(int64(limit.Concurrency))
	all.first.Store(&limit)
	return limit, err
}

// newSession returns the session of a shard.
func (all *Shards) newSession(of shard) *session {
	log := all.cfg.Logger
	if of.Count > 1 {
		log = log.With(slog.Int("shard", of.ID))
	}
	return &session{all: all, client: all.client, cfg: all.cfg, shard: of, turn: all.identifies.of(of), log: log}
}

// sessions returns the sessions by shard.
func (all *Shards) sessions() []*session {
	all.mu.Lock()
	defer all.mu.Unlock()
	list := make([]*session, 0, len(all.kept))
	for id := range all.count {
		if s := all.kept[id]; s != nil {
			list = append(list, s)
		}
	}
	return list
}

// markHealthy notes that a session is healthy, or none is needed, and tells the handler unless
// another session hangs.
func (all *Shards) markHealthy() {
	all.healthy.set()
	for _, s := range all.sessions() {
		if s.hangs() {
			s.log.Error("the session hangs", slog.Duration("since", s.acked.since()))
			return
		}
	}
	all.handler.Alive()
}

// reportOpened tells the handler that a session is open, and if all are.
func (all *Shards) reportOpened() {
	all.handler.Opened()
	if all.Status().Ready {
		all.handler.Ready()
	}
}

// Status returns the state of the sessions.
func (all *Shards) Status() discord.Status {
	kept := all.sessions()
	all.mu.Lock()
	sum := discord.Status{Guilds: all.client.CountGuilds(), OfShards: all.count}
	all.mu.Unlock()
	sum.Ready = sum.OfShards > 0 && (all.sharding.Share != nil || len(kept) == sum.OfShards)
	for _, s := range kept {
		now := s.status()
		sum.Shards = append(sum.Shards, now)
		sum.Ready = sum.Ready && now.Connected
		sum.Connections += now.Connections
		sum.Latency = max(sum.Latency, now.Latency)
	}
	sum.Connected = sum.Ready && len(kept) > 0
	return sum
}
