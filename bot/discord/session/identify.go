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

// identifies are the turns of sessions to identify. Shards whose numbers are equal modulo
// Discord's max_concurrency take turns, others do not wait for each other.
type identifies struct {
	// hold is [Sharding.Hold], and lent waits until nothing is held by it.
	hold func(ctx context.Context, name string, do func(context.Context) error) error
	lent sync.WaitGroup
	// concurrency is max_concurrency as Discord said it lately.
	concurrency atomic.Int64

	mu      sync.Mutex
	buckets map[int]*bucket
}

// bucket is the turn of the shards that wait for each other.
type bucket struct {
	name string
	free chan struct{} // holds a token while no session of this process has the turn
	last moment        // when the latest identify was sent
}

// pause returns how long to wait before the next identify.
func (b *bucket) pause() time.Duration { return identifyEvery - b.last.since() }

// of returns the bucket of a shard.
func (i *identifies) of(s shard) *bucket {
	i.mu.Lock()
	defer i.mu.Unlock()
	n := s.ID % int(max(1, i.concurrency.Load()))
	if i.buckets[n] == nil {
		i.buckets[n] = &bucket{name: fmt.Sprint("identify ", n), free: make(chan struct{}, 1)}
		i.buckets[n].free <- struct{}{}
	}
	return i.buckets[n]
}

// waitToIdentify returns when the session may identify: Discord allows 1,000
// identifies in 24 hours, and max_concurrency every 5 seconds. The session's turn
// lasts until done is called, which may be called twice.
func (s *session) waitToIdentify(ctx context.Context) (done func(), err error) {
	b := s.all.turns.of(s.shard)
	s.bucket = b
	select {
	case <-b.free: // who had it may have been failing, so waiting for it was no sign of health
	case <-ctx.Done():
		return func() {}, context.Cause(ctx)
	}
	giveBack := func() {}
	if s.all.turns.hold != nil {
		ctx, giveBack, err = s.borrow(ctx, b)
	}
	done = sync.OnceFunc(func() { giveBack(); b.free <- struct{}{} })
	if err == nil {
		err = s.waitForBudget(ctx)
	}
	if err == nil {
		err = s.waitHealthy(ctx, b.pause())
	}
	return done, err
}

// borrow waits for the turn among all processes. The context that it returns ends if the turn
// is lost. After giveBack the turn is kept until the next identify may follow.
func (s *session) borrow(ctx context.Context, b *bucket) (held context.Context, giveBack func(), err error) {
	turns, over, holding := s.all.turns, make(chan struct{}), make(chan context.Context, 1)
	turns.lent.Go(func() {
		// It fails only where ctx ends first.
		_ = turns.hold(ctx, b.name, func(held context.Context) error {
			holding <- held
			select {
			case <-over:
			case <-held.Done():
			}
			discord.Sleep(context.WithoutCancel(ctx), b.pause())
			return nil
		})
	})
	giveBack = func() { close(over) }
	for {
		select {
		case held := <-holding:
			return held, giveBack, nil
		case <-ctx.Done():
			return ctx, giveBack, context.Cause(ctx)
		case <-time.After(discord.SignEvery):
			s.all.markHealthy()
		}
	}
}

// waitForBudget asks how many identifies are left, and waits if they are few.
func (s *session) waitForBudget(ctx context.Context) error {
	for {
		limit, err := s.all.limit(ctx)
		if err != nil {
			return err
		}
		s.gateway = limit.Gateway
		s.all.turns.concurrency.Store(int64(limit.Concurrency))
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
func (k *Keeper) limit(ctx context.Context) (discord.Logins, error) {
	if first := k.first.Swap(nil); first != nil && time.Since(first.Asked) < identifyEvery {
		return *first, nil
	}
	left := max(openTime, k.cfg.Dead-k.healthy.since())
	return k.client.Logins(ctx, discord.Policy{Tries: 1000, Repeatable: true, Always: true, Until: time.Now().Add(left)})
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
