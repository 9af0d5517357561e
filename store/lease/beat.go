package lease

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"
)

// Alive is the lock that all processes share that use a database.
const Alive = "alive"

// Run takes, renews and gives back leases. After ctx is done it takes no more, and returns
// once all others were given back: those who hold them must see to their end.
func (k *Keeper) Run(ctx context.Context) {
	if k.cfg.Open == nil {
		<-ctx.Done()
		return
	}
	const late = "it could not be renewed in time"
	k.works = time.AfterFunc(k.safe(), func() { k.stopAll(false, late) })
	k.shares = time.AfterFunc(4*k.cfg.Term, func() { k.stopAll(true, late) })
	defer k.works.Stop()
	defer k.shares.Stop()
	for failing := false; ; {
		err := k.session(ctx, func() {
			if failing {
				k.cfg.Log.Info("leases can be renewed again")
			}
			failing = false
		})
		if ctx.Err() != nil {
			return
		}
		if !failing {
			k.cfg.Log.Warn("leases cannot be renewed", slog.Any("err", err))
		}
		failing = true
		select {
		case <-time.After(k.cfg.Term / 15):
		case <-ctx.Done():
		}
	}
}

// session beats over one connection until that fails, or ctx is done and nobody works. It calls
// began after each beat.
func (k *Keeper) session(ctx context.Context, began func()) error {
	opening, cancel := context.WithTimeout(ctx, k.cfg.Term/2)
	s, err := k.cfg.Open(opening)
	cancel()
	if err != nil {
		return err
	}
	defer s.Close()
	waits, shared := time.Now(), time.Now() // who starts now is known a beat later
	if !k.beaten.IsZero() {                 // who held something else before comes first
		waits = waits.Add(k.cfg.Term / 3)
	}
	// Another process may begin this work when the connection is closed, which happens next.
	defer k.stopAll(false, "it may be another's")
	for done := ctx.Done(); ; {
		start := time.Now()
		shares := start.Sub(shared) >= k.cfg.Term/10
		wishes, above := k.wishes(!start.Before(waits) && ctx.Err() == nil, shares)
		if err := k.beat(ctx, s, start, wishes); err != nil {
			return err
		}
		began()
		if shares {
			shared = start
			k.giveAway(ctx, above)
		}
		pause, isWorking := k.state()
		if ctx.Err() != nil && !isWorking {
			return nil
		}
		select {
		case <-k.wake:
		case <-time.After(pause):
		case <-done:
			done = nil
		}
	}
}

// state returns the time until the next beat, and whether somebody works.
func (k *Keeper) state() (pause time.Duration, isWorking bool) {
	k.mu.Lock()
	defer k.mu.Unlock()
	pause = k.cfg.Term / 10
	for _, c := range k.first() { // others of a name wait for this process, not for another
		isWorking = isWorking || c.work != nil
		if c.work == nil && c.isUrgent {
			pause = k.cfg.Term / 60
		}
	}
	return pause, isWorking
}

// beat takes and gives back leases, and begins, prolongs and ends work by who holds what then. An
// answer is awaited until the work of Hold and Keep has ended and a little longer.
func (k *Keeper) beat(ctx context.Context, s Session, start time.Time, wishes map[string]Wish) error {
	last := k.beaten
	if start.Sub(last) > k.cfg.Term/2 {
		last = start
	}
	asking, cancel := context.WithDeadline(context.WithoutCancel(ctx), last.Add(k.cfg.Term*3/4))
	defer cancel()
	seen, err := s.Beat(asking, wishes)
	if err != nil {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.seen, k.beaten = seen, start
	k.works.Reset(time.Until(start.Add(k.safe())))
	k.shares.Reset(time.Until(start.Add(4 * k.cfg.Term)))
	for name, c := range k.first() {
		switch {
		case seen[name].Mine && c.work == nil && time.Since(start) < k.safe():
			c.begin()
		case seen[name].Mine:
		case c.isActive() && (c.group == nil || seen[name].All > 0):
			k.stop(c, "it is another's")
		}
	}
	return nil
}

// wishes returns what this process wants with each lock, and a claim above its part, nil if there is
// none. Of the leases that it shares it takes one more at most, if shares says so.
func (k *Keeper) wishes(mayTake, shares bool) (all map[string]Wish, above *claim) {
	k.mu.Lock()
	defer k.mu.Unlock()
	all = map[string]Wish{Alive: Share}
	claims := k.first()
	for _, name := range slices.Sorted(maps.Keys(claims)) {
		c := claims[name]
		all[name] = k.wish(c, mayTake, shares)
		if c.group == nil {
			continue
		}
		if c.ctx.Err() == nil {
			all[c.group.name] = Share
		}
		if c.isActive() && k.surplus(c.group) > 0 {
			above = c
		}
		shares = shares && (all[name] == Look || c.work != nil)
	}
	return all, above
}

// wish returns what a claim wants. It must be called with the lock held.
func (k *Keeper) wish(c *claim, mayTake, shares bool) Wish {
	held := k.seen[c.name]
	isFree := c.group == nil || shares && held.All == 0 && k.surplus(c.group) < 0
	if c.isActive() || c.work != nil && held.Mine || c.work == nil && mayTake && isFree {
		return Own
	}
	return Look
}

// surplus returns how many leases of a group this process works at above its part. The parts of all
// are enough for the group. It must be called with the lock held.
func (k *Keeper) surplus(g *group) (n int) {
	for _, c := range k.claims {
		if c.group == g && c.isActive() {
			n++
		}
	}
	sharing := max(1, k.seen[g.name].All)
	return n - (g.size+sharing-1)/sharing
}

// giveAway ends the work of a claim, if there is one and nothing speaks against it. When the work has
// ended the lease is given back, and another process takes it.
func (k *Keeper) giveAway(ctx context.Context, c *claim) {
	ctx, cancel := context.WithTimeout(ctx, k.cfg.Term/10)
	defer cancel()
	if c != nil && (k.cfg.MayMove == nil || k.cfg.MayMove(ctx)) {
		k.cfg.Log.Info("a lease is given away to another process", slog.String("lease", c.name))
		c.end(errGivenAway)
	}
}
