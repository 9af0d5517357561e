package discord

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// signEvery is the time between two signs of life where no heartbeat gives them.
const signEvery = 5 * time.Second

// Handler handles what [Sessions] or an [Endpoint] report. Any of its functions may be nil. None
// may block: the session hangs that waits for it.
type Handler struct {
	// Interaction is called with the JSON of an interaction each time that Discord
	// delivers it. Its error is [ErrBusy], or says that the interaction cannot be read; a
	// session ignores it.
	Interaction func(data []byte) error
	// Opened is called each time interactions can begin to come: a session is opened or
	// resumed, an [Endpoint] answers, or others have all sessions and this process stands by.
	// Ready is called after it when all sessions are open.
	Opened, Ready func()
	// Alive is called when a session is opened, and on every heartbeat that Discord
	// acknowledges (one in 41 s, of each session), every few seconds while a session waits to
	// identify as Discord wants or this process stands by, and while an [Endpoint] is healthy.
	// It is not called while any session hangs. Nothing else should feed a service manager's
	// watchdog.
	Alive func()
	// Posted is called with the HTTP status of each answer to a request for an [Endpoint].
	Posted func(status int)
}

// Shard is one of Count parts of a bot's servers. Each has a session of its own.
type Shard struct{ ID, Count int }

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

// Sessions are the sessions of a process with the gateway, one for each shard that it keeps.
// They are made by [Client.NewSessions] and run once with [Sessions.Run]; the other methods
// are safe for concurrent use.
type Sessions struct {
	client   *Client
	handler  Handler
	sharding Sharding
	turns    *identifies
	// healthy is when a session was last known to be open, or waited as Discord wants.
	healthy moment

	// first is what Discord said of identifies at the start, for the session that is the first
	// to identify.
	first atomic.Pointer[startLimit]

	mu sync.Mutex
	// count is the number of shards, 0 before it is known, and kept the sessions by shard.
	count int
	kept  map[int]*session
}

// NewSessions returns sessions that can be run.
func (c *Client) NewSessions(of Sharding, h Handler) *Sessions {
	if of.Share == nil {
		of.Hold = nil
	}
	return &Sessions{client: c, handler: h, sharding: of, turns: &identifies{hold: of.Hold, buckets: map[int]*bucket{}}, kept: map[int]*session{}}
}

// Run keeps the sessions connected until ctx ends, and then closes them and returns nil. Any
// error means that one of them gave up, see [ExitCode]: the others are closed too. A session
// that is not connected does not give up while another one is.
func (a *Sessions) Run(ctx context.Context) error {
	defer a.turns.lent.Wait()
	count, err := a.countShards(ctx)
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
	share := a.keepAll
	if a.sharding.Share != nil {
		share = a.share
	}
	share(keeping, names, func(shard context.Context, name string) {
		if err := a.keep(shard, keeping, Shard{slices.Index(names, name), count}); err != nil {
			giveUp(err)
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	return context.Cause(keeping)
}

// keepAll calls do for all names at once.
func (a *Sessions) keepAll(ctx context.Context, names []string, do func(context.Context, string)) {
	var running sync.WaitGroup
	for _, name := range names {
		running.Go(func() { do(ctx, name) })
	}
	running.Wait()
}

// share shares the names with other processes. While none is this process's, it stands by,
// which is as good as a session.
func (a *Sessions) share(ctx context.Context, names []string, do func(context.Context, string)) {
	ctx, end := context.WithCancel(ctx)
	var standby sync.WaitGroup
	defer standby.Wait()
	defer end()
	standby.Go(func() {
		standsBy := sync.OnceFunc(a.reportOpened)
		for sleep(ctx, signEvery) {
			if len(a.sessions()) == 0 {
				standsBy()
				a.markHealthy()
			}
		}
	})
	a.sharding.Share(ctx, names, do)
}

// keep runs the session of a shard until ctx ends. Its state is known until all sessions end, or
// the shard becomes another process's.
func (a *Sessions) keep(ctx, all context.Context, of Shard) error {
	s := a.newSession(of)
	a.mu.Lock()
	a.kept[of.ID] = s
	a.mu.Unlock()
	err := s.run(ctx)
	if all.Err() == nil {
		a.mu.Lock()
		delete(a.kept, of.ID)
		a.mu.Unlock()
	}
	return err
}

// countShards returns the number of shards, and asks Discord unless it is set to 1: for what
// it recommends, and how many may identify at once.
func (a *Sessions) countShards(ctx context.Context) (count int, err error) {
	if count = a.sharding.Count; count != 1 {
		limit, err := a.askLimit(ctx)
		if err != nil {
			return 0, err
		}
		if count == 0 {
			count = max(1, limit.Shards)
		}
	}
	if count > 1 {
		a.client.log.Info("the servers are shared among sessions", slog.Int("shards", count))
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.count = count
	return count, nil
}

// wrongCount returns the error for a number of shards that Discord does not take. If Discord
// recommended it, a new process asks again.
func (a *Sessions) wrongCount(code int) error {
	if a.sharding.Count == 0 {
		return fmt.Errorf("%w: Discord no longer takes the number of shards that it recommended (close code %d)", ErrDead, code)
	}
	return fmt.Errorf("%w: %d (close code %d): set NONNA_SHARDS to auto, or to what nonna doctor shows", ErrSharding, a.sharding.Count, code)
}

// askLimit asks Discord for the limits of identifies until it answers, as long as a session
// may be closed.
func (a *Sessions) askLimit(ctx context.Context) (startLimit, error) {
	limit, err := a.client.startLimit(ctx, Policy{Tries: 1000, Repeatable: true, Until: time.Now().Add(a.client.cfg.Dead)})
	if err != nil && !errors.Is(err, ErrBadToken) {
		return startLimit{}, fmt.Errorf("%w: %w", ErrDead, err)
	}
	a.turns.concurrency.Store(limit.Concurrency)
	a.first.Store(&limit)
	return limit, err
}

// newSession returns the session of a shard.
func (a *Sessions) newSession(of Shard) *session {
	log := a.client.log
	if of.Count > 1 {
		log = log.With(slog.Int("shard", of.ID))
	}
	return &session{all: a, client: a.client, shard: of, bucket: a.turns.of(of), log: log}
}

// sessions returns the sessions by shard.
func (a *Sessions) sessions() []*session {
	a.mu.Lock()
	defer a.mu.Unlock()
	list := make([]*session, 0, len(a.kept))
	for id := range a.count {
		if s := a.kept[id]; s != nil {
			list = append(list, s)
		}
	}
	return list
}

// markHealthy notes that a session is healthy, or none is needed, and tells the handler unless
// another session hangs.
func (a *Sessions) markHealthy() {
	a.healthy.set()
	for _, s := range a.sessions() {
		if s.hangs() {
			s.log.Error("the session hangs", slog.Duration("since", s.acked.since()))
			return
		}
	}
	if a.handler.Alive != nil {
		a.handler.Alive()
	}
}

// reportOpened tells the handler that a session is open, and if all are.
func (a *Sessions) reportOpened() {
	if a.handler.Opened != nil {
		a.handler.Opened()
	}
	if a.handler.Ready != nil && a.Status().Ready {
		a.handler.Ready()
	}
}

// Status is the state of a process's sessions.
type Status struct {
	// Ready says whether interactions can come: all sessions that this process keeps are
	// open. A process that stands by keeps none.
	Ready bool
	// Connected says whether there are sessions and all are open, and Connections how often
	// they were opened or resumed.
	Connected   bool
	Connections int
	// Latency is the longest that the gateway took to acknowledge a session's latest
	// heartbeat, 0 before the first.
	Latency time.Duration
	// Guilds is about how many servers the bot is in, with the sessions of all processes, as
	// Discord counted lately. It is 0 while that is unknown.
	Guilds int
	// Shards are the shards of this process in order, and OfShards is the number of all, 0
	// before it is known.
	Shards   []ShardStatus
	OfShards int
}

// ShardStatus is the state of the session of a shard.
type ShardStatus struct {
	// ID is the number of the shard, from 0.
	ID        int
	Connected bool
	// Connections and Latency are those of [Status].
	Connections int
	Latency     time.Duration
}

// Open returns the number of shards of this process whose sessions are open.
func (s Status) Open() (n int) {
	for _, shard := range s.Shards {
		if shard.Connected {
			n++
		}
	}
	return n
}

// Status returns the state of the sessions.
func (a *Sessions) Status() Status {
	kept := a.sessions()
	a.mu.Lock()
	all := Status{Guilds: a.client.countGuilds(), OfShards: a.count}
	a.mu.Unlock()
	all.Ready = all.OfShards > 0 && (a.sharding.Share != nil || len(kept) == all.OfShards)
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
