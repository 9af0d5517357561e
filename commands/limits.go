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
func (g *limiters) take(now time.Time, req Request, anew bool) (*rate.Reservation, time.Duration) {
	limit := g.limits.User
	if !anew {
		limit = g.limits.Light
	}
	return g.reserve(now, limiterKey{user: req.User.ID, light: !anew}, limit)
}

// cool takes one command of a member from the server's own wait between two of
// them, 0 for none; or takes nothing and returns how long to wait.
func (g *limiters) cool(now time.Time, req Request, cooldown time.Duration) time.Duration {
	_, wait := g.reserve(now, limiterKey{user: req.User.ID, guild: req.GuildID}, Rate{Every: cooldown, Burst: 1})
	return wait
}

// reserve takes one from the limiter of a key, or nothing and returns the wait.
func (g *limiters) reserve(now time.Time, key limiterKey, limit Rate) (*rate.Reservation, time.Duration) {
	if limit.Every <= 0 {
		return nil, 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	r := g.limiter(now, key, limit).ReserveN(now, 1)
	d := r.DelayFrom(now)
	if d > 0 {
		r.CancelAt(now) // a refused request costs nothing
	}
	return r, d
}

// limiter returns the limiter of a key, made when it is new. A server can change
// its cooldown at any time.
func (g *limiters) limiter(now time.Time, key limiterKey, r Rate) *rate.Limiter {
	if e, known := g.byKey[key]; known {
		g.recent.MoveToFront(e)
		l := e.Value.(*limiterEntry).limiter
		if limit := rate.Every(r.Every); l.Limit() != limit {
			l.SetLimitAt(now, limit)
		}
		return l
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
