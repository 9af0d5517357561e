package session

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"nonna/bot/discord"
)

// identifyEvery is the least time between two identifies, by Discord's max_concurrency.
const identifyEvery = 5 * time.Second

// identifyQueue gives sessions their turns to identify. Shards whose numbers are equal modulo
// Discord's max_concurrency take turns, others do not wait for each other.
type identifyQueue struct {
	// hold is [Sharding.Hold], and holding waits until nothing is held by it.
	hold    func(ctx context.Context, name string, do func(context.Context) error) error
	holding sync.WaitGroup
	// concurrency is max_concurrency as Discord said it lately.
	concurrency atomic.Int64

	mu    sync.Mutex
	turns map[int]*identifyTurn
}

// identifyTurn is the turn of the shards that wait for each other.
type identifyTurn struct {
	queue *identifyQueue
	name  string
	free  chan struct{} // holds a token while no session of this process has the turn
	last  atomicTime    // when the latest identify was sent
}

// pause returns how long to wait before the next identify.
func (t *identifyTurn) pause() time.Duration { return identifyEvery - t.last.since() }

// of returns the turn of a shard.
func (q *identifyQueue) of(s shard) *identifyTurn {
	q.mu.Lock()
	defer q.mu.Unlock()
	n := s.ID % int(max(1, q.concurrency.Load()))
	if q.turns[n] == nil {
		q.turns[n] = &identifyTurn{queue: q, name: fmt.Sprint("identify ", n), free: make(chan struct{}, 1)}
		q.turns[n].free <- struct{}{}
	}
	return q.turns[n]
}

// wait waits for the turn among all processes, and calls waiting every few seconds while another
// process has it. The context that it returns ends if the turn is lost. The turn lasts until
// release is called, which may be called twice.
func (t *identifyTurn) wait(ctx context.Context, waiting func()) (held context.Context, release func(), err error) {
	select {
	case <-t.free: // the session before may have been failing, so waiting for it was no sign of health
	case <-ctx.Done():
		return ctx, func() {}, context.Cause(ctx)
	}
	release = sync.OnceFunc(func() { t.free <- struct{}{} })
	if t.queue.hold == nil {
		return ctx, release, nil
	}
	released, holding := make(chan struct{}), make(chan context.Context, 1)
	t.queue.holding.Go(func() {
		// It fails only where ctx ends first.
		_ = t.queue.hold(ctx, t.name, func(held context.Context) error {
			holding <- held
			select {
			case <-released:
			case <-held.Done():
			}
			discord.Sleep(context.WithoutCancel(ctx), t.pause()) // until the next identify may follow
			return nil
		})
	})
	release = sync.OnceFunc(func() { close(released); t.free <- struct{}{} })
	for {
		select {
		case held := <-holding:
			return held, release, nil
		case <-ctx.Done():
			return ctx, release, context.Cause(ctx)
		case <-time.After(discord.SignEvery):
			waiting()
		}
	}
}

// waitToIdentify returns when the session may identify: Discord allows 1,000
// identifies in 24 hours, and max_concurrency every 5 seconds. The session's turn
// lasts until release is called, which may be called twice.
func (s *session) waitToIdentify(ctx context.Context) (release func(), err error) {
	s.turn = s.all.identifies.of(s.shard)
	held, release, err := s.turn.wait(ctx, s.all.markHealthy)
	if err == nil {
		err = s.waitForBudget(held)
	}
	if err == nil {
		err = s.waitHealthy(held, s.turn.pause())
	}
	return release, err
}

// waitForBudget asks how many identifies are left, and waits if they are few.
func (s *session) waitForBudget(ctx context.Context) error {
	for {
		limit, err := s.all.limit(ctx)
		if err != nil {
			return err
		}
		s.gateway = limit.Gateway
		s.all.identifies.concurrency.Store(int64(limit.Concurrency))
		if limit.Shards > s.shard.Count && s.shard.ID == 0 {
			s.log.Warn("discord recommends more sessions: raise NONNA_SHARDS, or set it to auto and restart", slog.Int("shards", s.shard.Count), slog.Int("recommended", limit.Shards))
		}
		pause := pauseFor(limit)
		if pause <= 0 {
			return nil
		}
		s.log.Warn("few identifies are left today, waiting before the next",
			slog.Int("remaining", limit.Left), slog.Int("total", limit.Total), slog.Duration("wait", pause))
		if err := s.waitHealthy(ctx, pause); err != nil {
			return err
		}
		if limit.Left > reserve(limit) {
			return nil // it has waited to spread them
		}
	}
}

// limit returns how many identifies are left, as Discord said at the start if that was just now. It
// asks until it is answered, as long as sessions may be closed, and always long enough for an answer.
func (all *Shards) limit(ctx context.Context) (discord.Logins, error) {
	if first := all.first.Swap(nil); first != nil && time.Since(first.Asked) < identifyEvery {
		return *first, nil
	}
	left := max(openTime, all.cfg.GiveUpAfter-all.healthy.since())
	return all.client.Logins(ctx, discord.Policy{Tries: 1000, Repeatable: true, Always: true, Until: time.Now().Add(left)})
}

// waitHealthy waits as Discord wants, which shows that the session is healthy.
func (s *session) waitHealthy(ctx context.Context, d time.Duration) error {
	deadline := time.Now().Add(d)
	for left := d; left > 0; left = time.Until(deadline) {
		s.all.markHealthy()
		if !discord.Sleep(ctx, min(left, discord.SignEvery)) {
			return context.Cause(ctx)
		}
	}
	return nil
}

// reserve returns how many identifies are never used, as many as sessions may identify at once:
// several may have been told of the same last one, and an identify with none left makes Discord
// reset the token.
func reserve(l discord.Logins) int { return max(1, l.Concurrency) }

// pauseFor returns how long to wait before an identify: until there are new ones if only the
// reserve is left, and if fewer than a tenth is left, so long that the rest is spread
// evenly. So a program that is restarted in a loop slows down in time.
func pauseFor(l discord.Logins) time.Duration {
	switch {
	case l.Total == 0:
		return 0 // unknown
	case l.Left <= reserve(l):
		return max(l.Reset, time.Second)
	case l.Left < l.Total/10:
		return l.Reset / time.Duration(l.Left)
	}
	return 0
}
