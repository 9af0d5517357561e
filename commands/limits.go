package commands

import (
	"container/list"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits says how often things may be asked for. The zero value sets none.
type Limits struct {
	// User is for one user's commands: typed ones, and buttons and forms that ask
	// for as much (see [Action.Anew]).
	User Rate
	// Light is for one user's other buttons and suggestions together, which cost
	// little and come in bursts: typing asks for suggestions at each key.
	Light Rate
	// Tracked is the most users and servers remembered at once. Past it the
	// one that was quiet for longest is forgotten, which gives it a fresh
	// start; so memory is bounded whatever comes in.
	Tracked int
}

// Rate is a rate limit: Burst at once, then one every Every. An Every of 0
// means no limit.
type Rate struct {
	Every time.Duration
	Burst int
}

// DefaultLimits returns the limits of a router that is told nothing else.
func DefaultLimits() Limits {
	return Limits{
		User:    Rate{Every: 2 * time.Second, Burst: 5},
		Light:   Rate{Every: 200 * time.Millisecond, Burst: 30},
		Tracked: 20_000,
	}
}

// limiters remember who asked for how much lately.
type limiters struct {
	limits Limits

	mu     sync.Mutex
	recent *list.List // of *limiterEntry, the latest used first
	byKey  map[limiterKey]*list.Element
}

// limiterKey names a limiter; each is a user's, a server's, or a member's.
type limiterKey struct {
	user, guild uint64
	light       bool
}

type limiterEntry struct {
	key     limiterKey
	limiter *rate.Limiter
}

func newLimiters(l Limits) *limiters {
	return &limiters{limits: l, recent: list.New(), byKey: make(map[limiterKey]*list.Element)}
}

// take takes what the request costs, or takes nothing and returns how long to
// wait. anew tells a request for something new from a light one.
func (g *limiters) take(now time.Time, req Request, anew bool) (taken *rate.Reservation, wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	limit := g.limits.User
	if !anew {
		limit = g.limits.Light
	}
	return reserve(now, g.limiter(limiterKey{user: req.User.ID, light: !anew}, limit))
}

// cool takes one command of a member from the server's own wait between two of
// them, 0 for none; or takes nothing and returns how long to wait.
func (g *limiters) cool(now time.Time, req Request, cooldown time.Duration) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	_, wait := reserve(now, g.memberLimiter(req, cooldown))
	return wait
}

// reserve takes one from a limiter, or nothing and returns the wait.
func reserve(now time.Time, l *rate.Limiter) (*rate.Reservation, time.Duration) {
	if l == nil {
		return nil, 0
	}
	r := l.ReserveN(now, 1)
	d := r.DelayFrom(now)
	if d > 0 {
		r.CancelAt(now) // a refused request costs nothing
	}
	return r, d
}

// memberLimiter is the limiter of a server's own cooldown, nil for none. The
// setting can change at any time, so it is set anew at each use.
func (g *limiters) memberLimiter(req Request, cooldown time.Duration) *rate.Limiter {
	if cooldown <= 0 {
		return nil
	}
	key := limiterKey{user: req.User.ID, guild: req.GuildID}
	l := g.limiter(key, Rate{Every: cooldown, Burst: 1})
	if l != nil && l.Limit() != rate.Every(cooldown) {
		l.SetLimit(rate.Every(cooldown))
	}
	return l
}

// limiter returns the limiter of a key, made when it is new; nil where there
// is no limit.
func (g *limiters) limiter(key limiterKey, r Rate) *rate.Limiter {
	if r.Every <= 0 {
		return nil
	}
	if e, known := g.byKey[key]; known {
		g.recent.MoveToFront(e)
		return e.Value.(*limiterEntry).limiter
	}
	entry := &limiterEntry{key: key, limiter: rate.NewLimiter(rate.Every(r.Every), max(r.Burst, 1))}
	g.byKey[key] = g.recent.PushFront(entry)
	g.forget()
	return entry.limiter
}

// forget drops the limiters quiet for longest until the bound is kept. At
// least two stay, those that one request can need at once.
func (g *limiters) forget() {
	for g.recent.Len() > max(g.limits.Tracked, 2) {
		oldest := g.recent.Back()
		g.recent.Remove(oldest)
		delete(g.byKey, oldest.Value.(*limiterEntry).key)
	}
}
