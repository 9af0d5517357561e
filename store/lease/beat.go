package lease

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Alive is the lock that all processes share that use a database.
const Alive = "alive"

// Run takes, renews and gives back leases. After ctx is done it takes no more, and returns once
// all that are held were given back: those who hold them must see to their end. In memory there is
// nothing to do, and it returns at once.
func (k *Keeper) Run(ctx context.Context) {
	for told := time.Now(); k.cfg.Open != nil && ctx.Err() == nil; {
		err := k.session(ctx)
		k.applyHolders(0)                              // where no connection can be opened, Share's work ends here
		if ctx.Err() == nil && !told.Equal(k.beaten) { // once an outage
			k.cfg.Log.Warn("leases cannot be renewed", slog.Any("err", err))
			told = k.beaten
		}
		select {
		case <-time.After(k.cfg.Term / 15):
		case <-ctx.Done():
		}
	}
}

// session beats over one connection until that fails, or ctx is done and nobody works.
func (k *Keeper) session(ctx context.Context) error {
	opening, cancel := context.WithTimeout(ctx, k.cfg.Term/2)
	s, err := k.cfg.Open(opening)
	cancel()
	if err != nil {
		return err
	}
	tell := sync.OnceFunc(func() { k.cfg.Log.Info("leases are renewed over a new connection") })
	defer s.Close()
	defer k.applyHolders(0) // before another process may begin the work
	defer context.AfterFunc(ctx, func() { k.next.Reset(0) })()
	takes, moved := time.Now(), time.Now() // a process that starts now is counted a beat later
	if !k.beaten.IsZero() {                // who held something else before comes first
		takes = takes.Add(k.cfg.Term / 3)
	}
	for {
		start := time.Now()
		mayMove := start.Sub(moved) >= k.cfg.Term/10
		own, shared, above := k.plan(ctx.Err() == nil && !start.Before(takes), mayMove)
		if ctx.Err() != nil && len(own) == 0 {
			return nil
		}
		if err := k.beat(ctx, s, own, shared); err != nil {
			return err
		}
		tell()
		if mayMove {
			moved = start
			k.giveAway(ctx, above)
		}
		<-k.next.C
	}
}

// plan returns the locks that this process wants for itself and those that it shares, and a claim
// above its part, or nil. The parts of all are enough for the leases that they share,
// and it takes one of them at most, if mayMove says so.
func (k *Keeper) plan(mayTake, mayMove bool) (own, shared []int32, above *claim) {
	k.mu.Lock()
	defer k.mu.Unlock()
	pause, works := k.cfg.Term/10, 0
	var free []int32
	for lock, c := range k.claims {
		switch {
		case c.isHeld, mayTake && !c.isShared:
			own = append(own, lock)
		case mayTake && mayMove && k.seen[lock].All == 0:
			free = []int32{lock}
		}
		if c.isShared && c.isActive() {
			works, above = works+1, c
		}
		if c.isUrgent && !c.isHeld {
			pause = k.cfg.Term / 60
		}
	}
	k.next.Reset(pause)
	sharing := max(1, k.seen[k.sharers].All)
	part := (k.size + sharing - 1) / sharing
	if works < part {
		own = append(own, free...)
	}
	if works <= part {
		above = nil
	}
	return own, []int32{Key(Alive), k.sharers}, above
}

// beat takes and gives back locks, and begins, prolongs and ends work by who holds what then. An
// answer is awaited until the work of Hold and Keep has ended and a little longer.
func (k *Keeper) beat(ctx context.Context, s Session, own, shared []int32) error {
	start, renewedWithin := time.Now(), k.cfg.Term*2/3
	late := time.AfterFunc(time.Until(k.beaten.Add(renewedWithin)), func() { k.applyHolders(renewedWithin) })
	defer late.Stop()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), k.cfg.Term*3/4)
	defer cancel()
	seen, err := s.Beat(ctx, own, shared)
	if err != nil {
		return err
	}
	k.mu.Lock()
	k.seen, k.beaten = seen, start
	k.mu.Unlock()
	k.applyHolders(renewedWithin)
	return nil
}

// applyHolders begins work whose lease is held, and ends work whose lease is lost: that of Hold and
// Keep also when the latest beat began too long ago, and that of Share four terms later.
func (k *Keeper) applyHolders(renewedWithin time.Duration) {
	k.mu.Lock()
	defer k.mu.Unlock()
	since, isCounted := time.Since(k.beaten), k.seen[Key(Alive)].Mine // a move keeps processes from that
	for lock, c := range k.claims {
		held, why := k.seen[lock], ""
		switch {
		case since >= 4*k.cfg.Term || !c.isShared && since >= renewedWithin:
			why = "it cannot be renewed"
		case held.Mine && !c.isHeld && since < renewedWithin && isCounted:
			c.isHeld = true
			close(c.granted)
		case !held.Mine:
			why = "it is another's"
		}
		if why != "" && c.isActive() {
			k.cfg.Log.Warn("work under a lease ends", slog.String("lease", c.name), slog.String("why", why))
			c.end(ErrLost)
		}
	}
}

// giveAway ends the work of a claim, if there is one and nothing speaks against it. When the work
// has ended the lease is given back, and another process takes it.
func (k *Keeper) giveAway(ctx context.Context, c *claim) {
	ctx, cancel := context.WithTimeout(ctx, k.cfg.Term/10)
	defer cancel()
	if c != nil && (k.cfg.MayMove == nil || k.cfg.MayMove(ctx)) {
		k.cfg.Log.Info("a lease is given away to another process", slog.String("lease", c.name))
		c.end(ErrLost)
	}
}
