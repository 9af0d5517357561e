package lease

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"time"
)

// Alive is the lock that all processes share that use a database, and process that of those that
// are not [Config.Uncounted].
const (
	Alive   = "alive"
	process = "process"
)

// Run takes, renews and gives back leases. After ctx is done it takes no more, and returns
// once all others were given back: those who hold them must see to their end.
func (k *Keeper) Run(ctx context.Context) {
	for failing := false; k.cfg.Open != nil; {
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
	<-ctx.Done()
}

// session beats over one connection until that fails, or ctx is done and nothing is held. It
// calls began after the first beat.
func (k *Keeper) session(ctx context.Context, began func()) error {
	opening, cancel := context.WithTimeout(ctx, k.cfg.Term/2)
	s, err := k.cfg.Open(opening)
	cancel()
	if err != nil {
		return err
	}
	defer s.Close()
	b := &beats{Keeper: k, session: s, shared: time.Now()} // who starts now is known a beat later
	if !k.beaten.IsZero() {                                // who held something else before comes first
		b.waits = time.Now().Add(k.cfg.Term / 3)
	}
	defer k.lose()
	for done := ctx.Done(); ; {
		if err := b.beat(ctx); err != nil {
			return err
		}
		began()
		if ctx.Err() != nil && k.isEmpty() {
			return nil
		}
		select {
		case <-k.wake:
		case <-time.After(k.pause()):
		case <-done:
			done = nil
		}
	}
}

// pause returns the time until the next beat.
func (k *Keeper) pause() time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range k.claims {
		if c.work == nil && c.isUrgent {
			return k.cfg.Term / 60
		}
	}
	return k.cfg.Term / 10
}

// isEmpty reports whether nobody works.
func (k *Keeper) isEmpty() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range k.claims {
		if c.work != nil {
			return false
		}
	}
	return true
}

// lose ends the work that another process may begin when the connection is closed, which
// happens next.
func (k *Keeper) lose() {
	k.mu.Lock()
	defer k.mu.Unlock()
	for name, h := range k.seen {
		h.Mine = false
		k.seen[name] = h
	}
	for _, c := range k.claims {
		if c.work != nil && c.group == nil {
			k.stop(c, "it may be another's")
		}
	}
}

// beats are those over one connection.
type beats struct {
	*Keeper
	session Session
	// waits is when leases can be taken that this process did not hold before, and shared when
	// it last looked at those that it shares.
	waits, shared time.Time
}

// beat takes and gives back leases, and looks at who holds what then. An answer is awaited until
// the work of Hold and Keep has ended and a little longer.
func (b *beats) beat(ctx context.Context) error {
	start := time.Now()
	shares := start.Sub(b.shared) >= b.cfg.Term/10
	if shares {
		b.shared = start
		if ctx.Err() == nil {
			b.giveAway(ctx)
		}
	}
	want := b.wanted(shares, ctx.Err() != nil)
	take, back := b.change(want)
	last := b.beaten
	if start.Sub(last) > b.cfg.Term/2 {
		last = start
	}
	asking, cancel := context.WithDeadline(context.WithoutCancel(ctx), last.Add(b.cfg.Term*3/4))
	defer cancel()
	seen, err := b.session.Beat(asking, take, back)
	if err != nil {
		return err
	}
	b.settle(start, want, seen)
	return nil
}

// wanted returns the locks that this process is to hold, and whether others may hold them too.
// Of those that it shares it takes one more at most, if shares says so.
func (b *beats) wanted(shares, ends bool) map[Lock]bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	want := b.present()
	mayTake := !ends && !time.Now().Before(b.waits)
	for _, name := range slices.Sorted(maps.Keys(b.claims)) {
		c, held := b.claims[name], b.seen[name]
		isNext := mayTake && c.work == nil
		if isNext && c.group != nil {
			isNext = shares && b.active(c.group) < b.part(c.group) && (held.All == 0 || held.Mine)
			shares = shares && !isNext
		}
		if isNext || c.isActive() || c.work != nil && held.Mine {
			want[Lock{name, false}] = true
		}
	}
	return want
}

// present returns the locks by which processes know of each other.
func (k *Keeper) present() map[Lock]bool {
	want := map[Lock]bool{{Alive, true}: true}
	if !k.cfg.Uncounted {
		want[Lock{process, true}] = true
	}
	for g := range k.groups {
		want[Lock{g.name, true}] = true
	}
	return want
}

// change returns which locks to take and to give back.
func (k *Keeper) change(want map[Lock]bool) (take, back []Lock) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for l := range want {
		if !k.seen[l.Name].Mine {
			take = append(take, l)
		}
	}
	for name, h := range k.seen {
		if l := (Lock{name, h.Shared}); h.Mine && !want[l] {
			back = append(back, l)
		}
	}
	return take, back
}

// settle begins, prolongs and ends work by what was seen in a beat that began at start.
func (k *Keeper) settle(start time.Time, want map[Lock]bool, seen map[string]Holders) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.seen, k.beaten = seen, start
	for name, c := range k.claims {
		switch held := seen[name]; {
		case held.Mine && (c.work != nil || want[Lock{name, false}]):
			k.grant(c, start)
		case c.isActive() && (c.group == nil || held.All > 0):
			k.stop(c, "it is another's")
		}
	}
}

// active returns how many leases of a group this process works at.
func (k *Keeper) active(g *group) (n int) {
	for _, c := range k.claims {
		if c.group == g && c.isActive() {
			n++
		}
	}
	return n
}

// part returns how many leases of a group are this process's part. The parts of all are enough
// for the group.
func (k *Keeper) part(g *group) int {
	sharing := max(1, k.seen[g.name].All)
	return (g.size + sharing - 1) / sharing
}

// giveAway ends the work of a lease where this process has more than its part and nothing speaks
// against it. When the work has ended the lease is given back, and another takes it.
func (k *Keeper) giveAway(ctx context.Context) {
	c := k.surplus()
	if c == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, k.cfg.Term/10)
	defer cancel()
	if k.cfg.MayMove(ctx) {
		k.cfg.Log.Info("a lease is given away to another process", slog.String("lease", c.name))
		c.end(errGivenAway)
	}
}

// surplus returns a lease to give away, nil if there is none.
func (k *Keeper) surplus() *claim {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(k.claims)) {
		c := k.claims[name]
		if g := c.group; g != nil && c.isActive() && k.active(g) > k.part(g) {
			return c
		}
	}
	return nil
}
