package commands

import (
	"container/list"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits says how often things may be asked for. Whoever has no id (the
// console) is never limited, and neither is a conversation outside a server.
type Limits struct {
	// User is for one user's commands, Guild for all commands of one server: typed
	// ones, and buttons and forms that ask for as much (see [Action.Anew]).
	User, Guild Rate
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
		Guild:   Rate{Every: 100 * time.Millisecond, Burst: 60},
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
// wait, and the sentence for the limit that was reached. anew tells a request for
// something new from a light one.
func (g *limiters) take(now time.Time, req Request, anew bool) (taken []*rate.Reservation, wait time.Duration, why Sentence) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !anew {
		return nil, reserve(now, g.limiter(limiterKey{user: req.User.ID, light: true}, g.limits.Light, req.User.ID)), SayTooFast
	}
	for _, l := range []struct {
		*rate.Limiter
		why Sentence
	}{
		{g.limiter(limiterKey{user: req.User.ID}, g.limits.User, req.User.ID), SayTooFast},
		{g.limiter(limiterKey{guild: req.GuildID}, g.limits.Guild, req.GuildID), SayGuildTooFast},
	} {
		if l.Limiter == nil {
			continue
		}
		r := l.ReserveN(now, 1)
		taken = append(taken, r)
		if d := r.DelayFrom(now); d > 0 {
			cancelAll(now, taken)
			return nil, d, l.why
		}
	}
	return taken, 0, ""
}

// cool takes one command of a member from the server's own wait between two of
// them, 0 for none; or takes nothing and returns how long to wait.
func (g *limiters) cool(now time.Time, req Request, cooldown time.Duration) time.Duration {
	g.mu.Lock()
	defer g.mu.Unlock()
	return reserve(now, g.memberLimiter(req, cooldown))
}

// reserve takes one from a limiter, or nothing and returns the wait.
func reserve(now time.Time, l *rate.Limiter) time.Duration {
	if l == nil {
		return 0
	}
	r := l.ReserveN(now, 1)
	d := r.DelayFrom(now)
	if d > 0 {
		r.CancelAt(now)
	}
	return d
}

// cancelAll undoes reservations in reverse order: a refused request costs
// nothing, so that asking too early does not make the wait longer.
func cancelAll(now time.Time, taken []*rate.Reservation) {
	for i := len(taken) - 1; i >= 0; i-- {
		taken[i].CancelAt(now)
	}
}

// memberLimiter is the limiter of a server's own cooldown, nil for none. The
// setting can change at any time, so it is set anew at each use.
func (g *limiters) memberLimiter(req Request, cooldown time.Duration) *rate.Limiter {
	if cooldown <= 0 || req.User.ID == 0 {
		return nil
	}
	key := limiterKey{user: req.User.ID, guild: req.GuildID}
	l := g.limiter(key, Rate{Every: cooldown, Burst: 1}, req.GuildID)
	if l != nil && l.Limit() != rate.Every(cooldown) {
		l.SetLimit(rate.Every(cooldown))
	}
	return l
}

// limiter returns the limiter of a key, made when it is new; nil where there
// is no limit or nobody to limit.
func (g *limiters) limiter(key limiterKey, r Rate, id uint64) *rate.Limiter {
	if id == 0 || r.Every <= 0 {
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
// least three stay, those that one request can need at once.
func (g *limiters) forget() {
	for g.recent.Len() > max(g.limits.Tracked, 3) {
		oldest := g.recent.Back()
		g.recent.Remove(oldest)
		delete(g.byKey, oldest.Value.(*limiterEntry).key)
	}
}
