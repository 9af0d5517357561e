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

// errGivenAway is the cause with which the context of work ends when another process is to
// have the lease.
var errGivenAway = errors.New("the lease is given away")

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
	// wake asks for a beat at once.
	wake chan struct{}
	// works ends the work of Hold and Keep when no beat has succeeded for long, and shares that of
	// Share.
	works, shares *time.Timer

	mu sync.Mutex
	// claims are in the order in which they were made. Of those of one name only the first counts.
	claims []*claim
	// seen says who held what after the latest beat of all, and beaten is when that began.
	seen   map[string]Holders
	beaten time.Time
}

// New returns the keeper of a process.
func New(cfg Config) *Keeper {
	cfg.Term = cmp.Or(cfg.Term, Term)
	cfg.Log = cmp.Or(cfg.Log, slog.Default())
	return &Keeper{cfg: cfg, wake: make(chan struct{}, 1)}
}

// Hold waits until this process holds a lease, calls do, gives the lease back, and returns
// the error of do. The context of do ends with ctx, and with the cause [ErrLost] before this
// process gives its connection up. Where ctx ends first Hold returns its cause. Within a
// process, too, a name is held by one caller at a time. Hold is for short work: others look
// for the lease often.
func (k *Keeper) Hold(ctx context.Context, name string, do func(context.Context) error) error {
	c := &claim{name: name, isUrgent: true}
	work, err := k.claim(ctx, c)
	if err != nil {
		return err
	}
	defer k.release(c)
	return do(work)
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
// returns when ctx is done and every do has returned.
//
// Share is for work that does little harm when two processes do it for a while, and whose
// end does more, such as sessions with Discord: where the database cannot be reached, it
// goes on for four terms, although another process might have taken the lease.
func (k *Keeper) Share(ctx context.Context, names []string, do func(ctx context.Context, name string)) {
	g := &group{name: "sharing " + strings.Join(names, ", "), size: len(names)}
	var running sync.WaitGroup
	for _, name := range names {
		running.Go(func() {
			k.keep(ctx, claim{name: name, group: g}, func(ctx context.Context) { do(ctx, name) })
		})
	}
	running.Wait()
	<-ctx.Done()
}

// Living returns the number of processes that use the database, as far as this one knows. It is at
// least 1.
func (k *Keeper) Living() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return max(1, k.seen[Alive].All)
}

// IsCutOff reports whether this process has not reached the database for a third of a term,
// while others lived when it last did. They may still answer what it cannot.
func (k *Keeper) IsCutOff() bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return time.Since(k.beaten) > k.cfg.Term/3 && k.seen[Alive].All > 1
}

// safe is how long work may go on after a beat began that succeeded.
func (k *Keeper) safe() time.Duration { return k.cfg.Term * 2 / 3 }

// keep calls do whenever this process holds the lease of a claim, until ctx is done or do
// returns by itself.
func (k *Keeper) keep(ctx context.Context, like claim, do func(context.Context)) {
	for {
		c := like
		work, err := k.claim(ctx, &c)
		if err != nil {
			return
		}
		do(work)
		isAsked := work.Err() != nil
		k.release(&c)
		if !isAsked || ctx.Err() != nil {
			return
		}
	}
}
