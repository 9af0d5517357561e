package lease

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync"
	"time"
)

// ErrLost is the cause with which the context of work ends when its lease is another
// process's, or may be soon.
var ErrLost = errors.New("the lease is lost")

// Config configures a [Keeper]. All fields have defaults.
type Config struct {
	// Open opens a session with the server. Without it leases are held in memory: at once, and
	// by this process alone.
	Open func(context.Context) (Session, error)
	// Term is how long a lease is left to a process that gives no sign of life, and must be
	// that of Open's sessions: the default of both is [Term]. A tenth of it is the time
	// between two signs, and after two thirds without one work must end.
	Term time.Duration
	// MayMove, when set, is asked before a lease of [Keeper.Share] is given away, and reports
	// whether that may be. It must return soon after its context ends, a tenth of a term later.
	MayMove func(context.Context) bool
	// Log is for operators; the default is [slog.Default].
	Log *slog.Logger
}

// Term is the default of [Config.Term].
const Term = 15 * time.Second

// Keeper holds the leases of a process. It is safe for concurrent use, and holds leases
// only while [Keeper.Run] runs.
type Keeper struct {
	cfg Config
	// turns has a channel for each lock, which is full while a caller wants or has it.
	turns sync.Map
	// next is when to beat.
	next *time.Timer

	// mu guards what follows.
	mu sync.Mutex
	// claims are the leases that are wanted or held, by their locks.
	claims map[int32]*claim
	// sharers is the lock of all that share size leases with this process: Alive where it shares
	// none.
	sharers int32
	size    int
	// seen says who held what after the latest beat of all, and beaten is when that began. Only Run
	// changes them.
	seen   map[int32]Holders
	beaten time.Time
}

// claim is a lease that is wanted or held in this process. Its fields below the blank line are
// guarded by the mutex of its keeper.
type claim struct {
	name string
	// isUrgent says that others do not hold the lease for long, and isShared that it is one of
	// Share's.
	isUrgent, isShared bool
	// work is the context of work, and end ends it.
	work context.Context
	end  context.CancelCauseFunc
	// granted is closed when the lease is held.
	granted chan struct{}

	// isHeld says that the lease was granted, and what is done under it has not returned.
	isHeld bool
}

// isActive reports whether the work of a claim goes on.
func (c *claim) isActive() bool { return c.isHeld && c.work.Err() == nil }

// New returns the keeper of a process.
func New(cfg Config) *Keeper {
	cfg.Term = cmp.Or(cfg.Term, Term)
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	return &Keeper{cfg: cfg, next: time.NewTimer(0), claims: map[int32]*claim{}, sharers: Key(Alive)}
}

// Hold waits until this process holds a lease, calls do, gives the lease back, and returns
// the error of do. The context of do ends with ctx, and with the cause [ErrLost] before this
// process gives its connection up. Where ctx ends first Hold returns its cause. Within a
// process, too, a name is held by one caller at a time. Hold is for short work: others look
// for the lease often.
func (k *Keeper) Hold(ctx context.Context, name string, do func(context.Context) error) error {
	return k.hold(ctx, claim{name: name, isUrgent: true}, do)
}

// Keep calls do whenever this process holds a lease, until ctx is done. do is to work until
// its context is done, as with [Keeper.Hold], and may be called again later; where it
// returns before, the lease is given back and Keep returns.
func (k *Keeper) Keep(ctx context.Context, name string, do func(context.Context)) {
	k.keep(ctx, claim{name: name}, do)
}

// Share keeps several leases, together with other processes that share the same names: each
// takes one a beat, and no more than its part by the number of processes that do so. A process
// that has more than its part ends the work of one lease a beat, for another to take it. Share
// returns when ctx is done and every do has returned, and must be called only once.
//
// Share is for work that does little harm when two processes do it for a while, and whose
// end does more, such as sessions with Discord: where the database cannot be reached, it
// goes on for four terms, although another process might have taken the lease.
func (k *Keeper) Share(ctx context.Context, names []string, do func(ctx context.Context, name string)) {
	k.change(func() { k.sharers, k.size = Key("sharing "+strings.Join(names, ", ")), len(names) })
	var running sync.WaitGroup
	for _, name := range names {
		running.Go(func() {
			k.keep(ctx, claim{name: name, isShared: true}, func(ctx context.Context) { do(ctx, name) })
		})
	}
	<-ctx.Done()
	k.change(func() { k.sharers = Key(Alive) })
	running.Wait()
}

// keep calls do whenever this process holds the lease of a claim, until ctx is done or do
// returns by itself.
func (k *Keeper) keep(ctx context.Context, c claim, do func(context.Context)) {
	for isAsked := true; isAsked && ctx.Err() == nil; {
		_ = k.hold(ctx, c, func(work context.Context) error {
			do(work)
			isAsked = work.Err() != nil
			return nil
		})
	}
}

// hold waits for a lease, first for others who want it in this process, calls do, and gives the
// lease back.
func (k *Keeper) hold(ctx context.Context, c claim, do func(context.Context) error) error {
	lock := Key(c.name)
	turns, _ := k.turns.LoadOrStore(lock, make(chan struct{}, 1))
	turn := turns.(chan struct{})
	select {
	case turn <- struct{}{}:
		defer func() { <-turn }()
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if k.cfg.Open == nil {
		return do(ctx)
	}
	c.granted = make(chan struct{})
	c.work, c.end = context.WithCancelCause(ctx)
	defer c.end(nil)
	k.change(func() { k.claims[lock] = &c })
	defer k.change(func() { delete(k.claims, lock) })
	select {
	case <-c.granted:
		return do(c.work)
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// change changes what is wanted, and asks for a beat at once.
func (k *Keeper) change(how func()) {
	k.mu.Lock()
	defer k.mu.Unlock()
	how()
	k.next.Reset(0)
}

// Living returns the number of processes that use the database, as far as this one knows. It is at
// least 1.
func (k *Keeper) Living() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return max(1, k.seen[Key(Alive)].All)
}

// IsCutOff reports whether this process has not reached the database for a third of a term,
// while others lived when it last did. They may still answer what it cannot.
func (k *Keeper) IsCutOff() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return time.Since(k.beaten) > k.cfg.Term/3 && k.seen[Key(Alive)].All > 1
}
