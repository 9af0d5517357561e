package lease

import (
	"context"
	"log/slog"
	"time"
)

// claim is a lease that is wanted or held in this process. Its fields below the blank line
// are guarded by the mutex of its keeper.
type claim struct {
	name string
	// limit is how long it is held after a beat that was stored.
	limit time.Duration
	// isUrgent says that others do not hold the lease for long.
	isUrgent bool
	// group is what it is shared in, nil if there is none.
	group *group
	// ctx is that of its caller.
	ctx context.Context
	// grants holds the context of work when the lease is held and nobody works yet.
	grants chan context.Context
	// gone is closed when another claim can follow.
	gone chan struct{}

	state state
	// free is since when the lease has been free and beyond this process's part, zero where it
	// is not.
	free time.Time
	// end ends the context of work, and until is when that must be.
	end   context.CancelCauseFunc
	until time.Time
	timer *time.Timer
}

// group is a number of leases that processes share.
type group struct {
	size int
	// presence is how the names of the leases begin by which those who share know of each
	// other.
	presence string
	// round is when the round was in which this process last took some, and took how many.
	round time.Time
	took  int
	// others are the processes that share it too, and calm the time since which they have
	// been the same and this process gave none away.
	others []string
	calm   time.Time
	// refused says that they left a lease free, so that this process took more than its part.
	refused bool
}

// hasRoom reports whether another lease of the group may be taken in a round. Rounds that
// follow each other within a pause count as one. In a hundred all can be taken.
func (g *group) hasRoom(round time.Time, pause time.Duration) bool {
	if round.Sub(g.round) >= pause {
		g.round, g.took = round, 0
	}
	return g.took <= g.size/100
}

// state is the state of a claim.
type state int

// The states of a claim.
const (
	// waiting claims are granted when the lease can be taken.
	waiting state = iota
	// held claims have a context of work.
	held
	// ending claims were held, and their work is asked to end.
	ending
	// released claims are given back in the next round.
	released
)

// claim adds a claim, once there is no other for its name, and returns it.
func (k *Keeper) claim(ctx context.Context, c *claim) (*claim, error) {
	c.ctx, c.grants, c.gone = ctx, make(chan context.Context, 1), make(chan struct{})
	for {
		before := k.add(c)
		if before == nil {
			return c, nil
		}
		select {
		case <-before.gone:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
}

// add adds a claim, or returns the one that there is for its name.
func (k *Keeper) add(c *claim) (before *claim) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if before := k.claims[c.name]; before != nil {
		return before
	}
	k.claims[c.name] = c
	if k.cfg.Shared {
		k.ask()
	} else {
		c.begin()
	}
	return nil
}

// wait returns the context of work, or the cause of ctx.
func (c *claim) wait(ctx context.Context) (context.Context, error) {
	select {
	case work := <-c.grants:
		return work, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// begin makes the context of work.
func (c *claim) begin() {
	work, end := context.WithCancelCause(c.ctx)
	c.state, c.end = held, end
	c.grants <- work
}

// wait makes a claim whose work has ended wait for the lease.
func (k *Keeper) wait(c *claim) {
	k.mu.Lock()
	defer k.mu.Unlock()
	c.state = waiting
	k.ask()
}

// release ends a claim. The next round gives the lease back.
func (k *Keeper) release(c *claim) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if c.end != nil {
		c.end(nil)
	}
	if c.state == waiting || !k.cfg.Shared {
		k.drop(c)
	}
	c.state = released
	k.ask()
}

// drop forgets a claim. It must be called with the lock held.
func (k *Keeper) drop(c *claim) {
	delete(k.claims, c.name)
	close(c.gone)
}

// ask asks for a round at once.
func (k *Keeper) ask() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// grant begins the work of a claim whose lease was stored at a time after start, or prolongs
// it. It must be called with the lock held.
func (k *Keeper) grant(c *claim, start time.Time) {
	c.until = start.Add(c.limit)
	if c.state != waiting || !time.Now().Before(c.until) {
		return
	}
	c.begin()
	c.timer = time.AfterFunc(time.Until(c.until), func() { k.expire(c) })
}

// expire ends the work of a claim whose time is over.
func (k *Keeper) expire(c *claim) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if c.state != held {
		return
	}
	if left := time.Until(c.until); left > 0 {
		c.timer.Reset(left)
		return
	}
	k.cfg.Log.Warn("a lease could not be renewed in time", slog.String("lease", c.name))
	c.stop(ErrLost)
}

// stop asks the work of a claim to end, for a cause. It must be called with the lock held.
func (c *claim) stop(cause error) {
	c.state = ending
	c.end(cause)
}
