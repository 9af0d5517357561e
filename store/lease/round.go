package lease

import (
	"context"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"time"
)

// How the names of the leases begin by which processes know of each other, and of those that are
// [Config.Uncounted].
const (
	process   = "process "
	uncounted = "console "
)

// Run takes, renews and gives back leases. After ctx is done it takes no more, and returns
// once all others were given back: those who hold them must see to their end.
func (k *Keeper) Run(ctx context.Context) {
	if !k.cfg.Shared {
		<-ctx.Done()
		return
	}
	done := ctx.Done()
	for {
		err := k.round(ctx)
		k.report(err)
		if ctx.Err() != nil && k.isEmpty(err) {
			break
		}
		select {
		case <-k.wake:
		case <-time.After(k.pause()):
		case <-done:
			done = nil
		}
	}
	attempt, cancel := k.attempt(ctx)
	defer cancel()
	if err := k.table.leave(attempt, k.cfg.Holder); err != nil {
		k.cfg.Log.Warn("leases could not be given back, so others wait until they run out", slog.Any("err", err))
	}
}

// pause returns the time until the next round.
func (k *Keeper) pause() time.Duration {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range k.claims {
		if c.state == waiting && c.isUrgent {
			return k.cfg.Term / 60
		}
	}
	return k.cfg.Term / 10
}

// isEmpty reports whether nothing is held any more, as far as that could be stored.
func (k *Keeper) isEmpty(failed error) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range k.claims {
		if c.state != released || failed == nil {
			return false
		}
	}
	return true
}

// report logs when rounds begin to fail, and when they succeed again. After a failure
// nothing counts that was seen before: others could not beat either.
func (k *Keeper) report(err error) {
	if err != nil {
		clear(k.sights)
	}
	switch {
	case err != nil && !k.failing:
		k.cfg.Log.Warn("leases cannot be renewed", slog.Any("err", err))
	case err == nil && k.failing:
		k.cfg.Log.Info("leases can be renewed again")
	}
	k.failing = err != nil
}

// attempt returns the context of what is asked of the database in a round.
func (k *Keeper) attempt(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), k.cfg.Term/5)
}

// round tells the others that this process lives, looks at what they hold, and takes what
// is free.
func (k *Keeper) round(ctx context.Context) error {
	attempt, cancel := k.attempt(ctx)
	defer cancel()
	start := time.Now()
	back := k.returned()
	rows, err := k.table.renew(attempt, k.cfg.Holder, back)
	if err != nil {
		return err
	}
	k.see(rows)
	k.settle(back, start)
	if ctx.Err() != nil {
		return nil
	}
	k.giveAway(ctx)
	for _, seen := range k.wanted() {
		if err := k.take(attempt, seen); err != nil {
			return err
		}
	}
	return k.removeDead(attempt)
}

// returned returns the names of the leases that are to be given back.
func (k *Keeper) returned() (names []string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	names, k.strays = k.strays, nil
	for name, c := range k.claims {
		if c.state == released {
			names = append(names, name)
		}
	}
	return names
}

// see notes what there is, and since when it is unchanged: since the moment after it was
// first read so, unless there was a time meanwhile in which this process did not read.
func (k *Keeper) see(rows []row) {
	now := time.Now()
	gap := now.Sub(k.renewed)
	if gap > k.cfg.Term/3 {
		clear(k.sights)
	}
	if k.failing || gap > k.cfg.Term/5 {
		k.steady = now
	}
	k.renewed = now
	before := maps.Clone(k.sights)
	clear(k.sights)
	for _, r := range rows {
		s := sight{r, now}
		if old := before[r.name]; old.row == r {
			s.since = old.since
		}
		k.sights[r.name] = s
	}
}

// isDead reports whether a lease was seen unchanged for a whole term.
func (k *Keeper) isDead(s sight) bool {
	return s.holder != k.cfg.Holder && k.renewed.Sub(s.since) >= k.cfg.Term
}

// isLeft reports whether a shared lease can be taken over. Two processes may do its work for a
// while, so half a term of silence is enough, which is longer than it takes to try again after
// one attempt that failed. Then the database must not be the reason: this process has missed
// nothing for a term.
func (k *Keeper) isLeft(s sight) bool {
	left := s.holder != k.cfg.Holder && k.renewed.Sub(s.since) >= k.cfg.Term/2 && k.renewed.Sub(k.steady) >= k.cfg.Term
	return left || k.isDead(s)
}

// settle brings the claims up to what was read, with a beat that began at start.
func (k *Keeper) settle(returned []string, start time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, name := range returned {
		if c := k.claims[name]; c != nil && c.state == released {
			k.drop(c)
		}
	}
	k.living = 1 + len(k.others(process, k.isDead))
	for name, s := range k.sights {
		if c := k.claims[name]; s.holder == k.cfg.Holder && c != nil {
			k.grant(c, start)
		} else if s.holder == k.cfg.Holder && name != k.presence {
			k.strays = append(k.strays, name)
		}
	}
	for name, c := range k.claims {
		if now := k.sights[name].holder; c.state == held && now != k.cfg.Holder {
			k.cfg.Log.Warn("a lease is another's", slog.String("lease", name), slog.String("holder", now))
			c.stop(ErrLost)
		}
	}
}

// others returns the other processes with a lease whose name begins so, and is their own, in
// order and without those that are gone.
func (k *Keeper) others(prefix string, isGone func(sight) bool) (holders []string) {
	for name, s := range k.sights {
		if strings.HasPrefix(name, prefix) && s.holder != k.cfg.Holder && !isGone(s) {
			holders = append(holders, s.holder)
		}
	}
	slices.Sort(holders)
	return holders
}

// wanted returns the leases to take: those that are claimed, and free by what was seen.
func (k *Keeper) wanted() (list []row) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if _, known := k.sights[k.presence]; !known {
		list = append(list, row{name: k.presence})
	}
	for name, c := range k.claims {
		if c.state != waiting || k.isOthers(c) {
			c.free = time.Time{}
			continue
		}
		s := k.sights[name]
		s.name = name
		list = append(list, s.row)
	}
	return list
}

// isOthers reports whether the lease of a claim that waits is held by a process that lives, or
// is stored for this one.
func (k *Keeper) isOthers(c *claim) bool {
	s, taken := k.sights[c.name]
	if c.group != nil {
		return taken && !k.isLeft(s)
	}
	return taken && !k.isDead(s)
}

// take takes a lease that is free, unless this process has its part of the group.
func (k *Keeper) take(ctx context.Context, seen row) error {
	if !k.mayTake(seen.name) {
		return nil
	}
	start := time.Now()
	took, err := k.table.take(ctx, k.cfg.Holder, seen)
	if err != nil || !took {
		return err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	c := k.claims[seen.name]
	if c == nil {
		return nil // the next round finds that nobody wants it any more
	}
	if seen.holder != "" {
		k.cfg.Log.Info("a lease was taken over", slog.String("lease", seen.name), slog.String("from", seen.holder))
	}
	if c.group != nil {
		c.group.took++
	}
	k.grant(c, start)
	return nil
}

// mayTake reports whether this process takes a lease: of those that it shares no more than
// its part by the number of processes, and only some at a time, for those that start now. One
// that nobody takes for a while is taken all the same.
func (k *Keeper) mayTake(name string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	c := k.claims[name]
	if c == nil || c.group == nil {
		return true
	}
	has, part := k.part(c.group)
	if has < part || c.free.IsZero() {
		c.free = k.renewed
	}
	isLeftOver := k.renewed.Sub(c.free) >= 4*k.cfg.Term
	if has >= part && !isLeftOver || !c.group.hasRoom(k.renewed, k.cfg.Term/10) {
		return false
	}
	c.group.refused = c.group.refused || isLeftOver
	return true
}

// part returns how many leases of a group this process has, and how many are its part. The
// parts of all are enough for the group.
func (k *Keeper) part(g *group) (has, part int) {
	for _, c := range k.claims {
		if c.group == g && c.state != waiting {
			has++
		}
	}
	sharing := 1 + len(k.others(g.presence, k.isLeft))
	return has, (g.size + sharing - 1) / sharing
}

// giveAway ends the work of a lease where this process has more than its part, all is calm and
// nothing speaks against it. When the work has ended the lease is given back, and another takes
// it.
func (k *Keeper) giveAway(ctx context.Context) {
	c := k.surplus()
	if c == nil {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, k.cfg.Term/10)
	defer cancel()
	if !k.cfg.MayMove(ctx) {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	if c.state == held {
		k.cfg.Log.Info("a lease is given away to a process that came later", slog.String("lease", c.name))
		c.stop(errGivenAway)
	}
}

// surplus returns a lease to give away, nil if there is none. The next can be given away four terms
// later.
func (k *Keeper) surplus() *claim {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, name := range slices.Sorted(maps.Keys(k.claims)) {
		c := k.claims[name]
		if c.group == nil || c.state != held || !k.isCalm(c.group) {
			continue
		}
		if has, part := k.part(c.group); has > part {
			c.group.calm = k.renewed
			return c
		}
	}
	return nil
}

// isCalm reports whether a lease of a group may be given away: for a while the same processes
// have shared it, and this one gave none away; they leave none free, and none is free.
// Each move costs a session, and a process that is restarted again and again is to cause none.
func (k *Keeper) isCalm(g *group) bool {
	if others := k.others(g.presence, k.isLeft); !slices.Equal(others, g.others) {
		g.others, g.calm, g.refused = others, k.renewed, false
	}
	for _, c := range k.claims {
		if c.group == g && c.state != held && (c.state != waiting || !k.isOthers(c)) {
			return false
		}
	}
	return !g.refused && k.renewed.Sub(g.calm) >= 4*k.cfg.Term
}

// removeDead deletes the leases of dead processes that nobody here takes.
func (k *Keeper) removeDead(ctx context.Context) error {
	for _, s := range slices.Collect(maps.Values(k.sights)) {
		if !k.isDead(s) {
			continue
		}
		if err := k.table.remove(ctx, s.row); err != nil {
			return err
		}
	}
	return nil
}
