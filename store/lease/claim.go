package lease

import (
	"context"
	"log/slog"
	"slices"
)

// claim is a lease that is wanted or held in this process. Its fields below the blank line
// are guarded by the mutex of its keeper.
type claim struct {
	name string
	// isUrgent says that others do not hold the lease for long.
	isUrgent bool
	// group is what it is shared in, nil if there is none.
	group *group
	// ctx is that of its caller.
	ctx context.Context
	// grants gets the context of work when the lease is held.
	grants chan context.Context

	// work is the context of work, nil while the claim waits, and end ends it.
	work context.Context
	end  context.CancelCauseFunc
}

// isActive reports whether the work of a claim goes on.
func (c *claim) isActive() bool { return c.work != nil && c.work.Err() == nil }

// group is a number of leases that processes share. Who does holds the lock of its name with
// the others.
type group struct {
	name string
	size int
}

// claim waits for a lease, first for others who want it in this process, and returns the
// context of work, or the cause of ctx.
func (k *Keeper) claim(ctx context.Context, c *claim) (context.Context, error) {
	c.ctx, c.grants = ctx, make(chan context.Context, 1)
	k.update(func() { k.claims = append(k.claims, c) })
	select {
	case work := <-c.grants:
		return work, nil
	case <-ctx.Done():
		k.release(c)
		return nil, context.Cause(ctx)
	}
}

// first returns the first claim of each name. It must be called with the lock held.
func (k *Keeper) first() map[string]*claim {
	all := map[string]*claim{}
	for _, c := range slices.Backward(k.claims) {
		all[c.name] = c
	}
	return all
}

// update changes claims, and asks for a beat at once. In memory it begins work instead.
func (k *Keeper) update(change func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	change()
	for _, c := range k.first() {
		if k.cfg.Open == nil && c.work == nil {
			c.begin()
		}
	}
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// begin begins the work of a claim.
func (c *claim) begin() {
	c.work, c.end = context.WithCancelCause(c.ctx)
	c.grants <- c.work
}

// release ends a claim. The next beat gives the lease back, unless another claim wants it.
func (k *Keeper) release(c *claim) {
	k.update(func() {
		if c.work != nil {
			c.end(nil)
		}
		k.claims = slices.DeleteFunc(k.claims, func(other *claim) bool { return other == c })
	})
}

// stopAll stops the work under leases that are shared, or all other work.
func (k *Keeper) stopAll(isShared bool, why string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	for _, c := range k.claims {
		if c.work != nil && (c.group != nil) == isShared {
			k.stop(c, why)
		}
	}
}

// stop asks the work of a claim to end because its lease is lost. It must be called with the lock
// held.
func (k *Keeper) stop(c *claim, why string) {
	if c.isActive() {
		k.cfg.Log.Warn("work under a lease ends", slog.String("lease", c.name), slog.String("why", why))
	}
	c.end(ErrLost)
}
