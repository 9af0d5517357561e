package lease

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"nonna/store"
)

// ErrLost is the cause with which the context of work ends when its lease is another
// process's, or could not be renewed in time.
var ErrLost = errors.New("the lease is lost")

// errGivenAway is the cause with which the context of work ends when another process is to
// have the lease.
var errGivenAway = errors.New("the lease is given away")

// Config configures a [Keeper]. All fields have defaults.
type Config struct {
	// Holder is the name of this process, which no other may have, nor have had lately.
	// The default is random.
	Holder string
	// Shared says that other processes may use the database too. Without it leases are
	// held in memory: at once, and by this process alone.
	Shared bool
	// Term is how long a lease is left to a process that gives no sign of life: 15 s. A
	// tenth of it is the time between two signs, and after two thirds without one work
	// must end.
	Term time.Duration
	// Uncounted keeps the process out of [Keeper.Living] of others, since it does not do what
	// is divided by that number. That it lives can be seen all the same.
	Uncounted bool
	// Patience is how long the work of [Keeper.Share] goes on without a sign of life that
	// was stored: 4 terms.
	Patience time.Duration
	// MayMove, when set, is asked before a lease of [Keeper.Share] is given away, and reports
	// whether that may be. It must return soon after its context ends, a tenth of a term later.
	MayMove func(context.Context) bool
	// Log is for operators; the default is [slog.Default].
	Log *slog.Logger
}

// Keeper holds the leases of a process. It is safe for concurrent use, and holds leases
// only while [Keeper.Run] runs.
type Keeper struct {
	cfg   Config
	table table
	// presence is the name of the lease that shows that this process lives.
	presence string
	// wake asks for a round at once.
	wake chan struct{}

	mu     sync.Mutex
	claims map[string]*claim
	living int
	// strays are leases that are stored for this process although nobody here wants them.
	strays []string

	// sights are the leases of others, as they were seen in each round up to the latest.
	// Only Run uses them.
	sights map[string]sight
	// renewed is when the latest round succeeded, and failing reports whether there was
	// none since.
	renewed time.Time
	failing bool
	// steady is since when rounds have succeeded without a gap. Only Run uses it.
	steady time.Time
}

// sight is a lease and since when it has been seen unchanged.
type sight struct {
	row
	since time.Time
}

// New returns the keeper of a process over a store.
func New(st *store.Store, cfg Config) *Keeper { return newKeeper(stored{st}, cfg) }

func newKeeper(t table, cfg Config) *Keeper {
	cfg.Holder = cmp.Or(cfg.Holder, rand.Text()[:12])
	cfg.Term = cmp.Or(cfg.Term, 15*time.Second)
	cfg.Patience = cmp.Or(cfg.Patience, 4*cfg.Term)
	if cfg.MayMove == nil {
		cfg.MayMove = func(context.Context) bool { return true }
	}
	if cfg.Log == nil {
		cfg.Log = slog.Default()
	}
	presence := process
	if cfg.Uncounted {
		presence = uncounted
	}
	return &Keeper{cfg: cfg, table: t, presence: presence + cfg.Holder, wake: make(chan struct{}, 1), claims: map[string]*claim{}, living: 1, sights: map[string]sight{}}
}

// Hold waits until this process holds a lease, calls do, gives the lease back, and returns
// the error of do. The context of do ends with ctx, and with the cause [ErrLost] before
// another process can take the lease. Where ctx ends first Hold returns its cause. Within a
// process, too, a name is held by one caller at a time. Hold is for short work: others look
// for the lease often.
func (k *Keeper) Hold(ctx context.Context, name string, do func(context.Context) error) error {
	c, err := k.claim(ctx, &claim{name: name, limit: k.safe(), isUrgent: true})
	if err != nil {
		return err
	}
	defer k.release(c)
	held, err := c.wait(ctx)
	if err != nil {
		return err
	}
	return do(held)
}

// Keep calls do whenever this process holds a lease, until ctx is done. do is to work until
// its context is done, as with [Keeper.Hold], and may be called again later; where it
// returns before, the lease is given back and Keep returns.
func (k *Keeper) Keep(ctx context.Context, name string, do func(context.Context)) {
	k.keep(ctx, &claim{name: name, limit: k.safe()}, do)
}

// Share keeps several leases, together with other processes that share the same names: each
// takes a few at a time, and no more than its part by the number of processes that do so.
// When others come, and have been the same for four terms, a process that has more than its
// part ends the work of one lease in four terms, for another to take it. Share returns when ctx
// is done and every do has returned.
//
// Share is for work that does little harm when two processes do it for a while, and whose
// end does more, such as sessions with Discord: where the database cannot be reached, it
// goes on for [Config.Patience], although another process might have taken the lease. One that
// has missed nothing for a term takes it after half a term without a sign of life.
func (k *Keeper) Share(ctx context.Context, names []string, do func(ctx context.Context, name string)) {
	if len(names) == 0 {
		<-ctx.Done()
		return
	}
	g := &group{size: len(names), presence: fmt.Sprintf("sharing %s ", names[0])}
	var running sync.WaitGroup
	running.Go(func() {
		k.keep(ctx, &claim{name: g.presence + k.cfg.Holder, limit: k.cfg.Patience}, func(ctx context.Context) { <-ctx.Done() })
	})
	for _, name := range names {
		running.Go(func() {
			for again := true; again; {
				again = k.keep(ctx, &claim{name: name, limit: k.cfg.Patience, group: g}, func(ctx context.Context) { do(ctx, name) })
			}
		})
	}
	running.Wait()
}

// Living returns the number of processes that use the database, as far as this one knows,
// without those that are [Config.Uncounted]. This one counts, so it is at least 1.
func (k *Keeper) Living() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.living
}

// safe is how long work may go on after a beat began that was stored.
func (k *Keeper) safe() time.Duration { return k.cfg.Term * 2 / 3 }

// keep is [Keeper.Keep] for a claim. It also returns when the lease is given away, and reports
// that.
func (k *Keeper) keep(ctx context.Context, c *claim, do func(context.Context)) (givenAway bool) {
	c, err := k.claim(ctx, c)
	if err != nil {
		return false
	}
	defer k.release(c)
	for {
		held, err := c.wait(ctx)
		if err != nil {
			return false
		}
		do(held)
		if cause := context.Cause(held); ctx.Err() != nil || !errors.Is(cause, ErrLost) {
			return ctx.Err() == nil && errors.Is(cause, errGivenAway)
		}
		k.wait(c)
	}
}
