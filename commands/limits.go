package commands

import (
	"container/list"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits bounds how often users may ask. The zero value sets no bounds.
type Limits struct {
	// User is for one user's commands: typed ones, and the buttons and forms that cost
	// as much (see [Action.Costly]).
	User Rate
	// Light is for one user's other buttons and suggestions together, which cost
	// little and come in bursts: typing asks for suggestions at each key.
	Light Rate
	// Tracked is the most limiters of users remembered at once. Past it the one that
	// was quiet for longest is forgotten, which gives it a fresh start; so memory is
	// bounded whatever comes in.
	Tracked int
}

// Rate is a rate limit: Burst at once, then one every Every. An Every of 0
// means no limit.
type Rate struct {
	Every time.Duration
	Burst int
}

// DefaultLimits returns the limits of a router without [WithLimits].
func DefaultLimits() Limits {
	return Limits{
		User:    Rate{Every: 2 * time.Second, Burst: 5},
		Light:   Rate{Every: 200 * time.Millisecond, Burst: 30},
		Tracked: 20_000,
	}
}

// limiters hold the rate limiters of users.
type limiters struct {
	limits Limits

	mu     sync.Mutex
	recent *list.List // of *limiterEntry, the latest used first
	byKey  map[limiterKey]*list.Element
}

// limiterKey names one of the two limiters of a user.
type limiterKey struct {
	user  uint64
	light bool
}

type limiterEntry struct {
	key     limiterKey
	limiter *rate.Limiter
}

func newLimiters(l Limits) *limiters {
	return &limiters{limits: l, recent: list.New(), byKey: make(map[limiterKey]*list.Element)}
}

// take takes what a request costs of its user's limit. refund gives it back. With a wait
// it took nothing.
func (g *limiters) take(now time.Time, req Request, costly bool) (refund func(), wait time.Duration) {
	limit := g.limits.User
	if !costly {
		limit = g.limits.Light
	}
	if limit.Every <= 0 {
		return func() {}, 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.limiter(limiterKey{user: req.User.ID, light: !costly}, limit)
	// A reservation that is cancelled would keep an earlier one from being refunded.
	if missing := 1 - l.TokensAt(now); missing > 0 {
		return func() {}, max(1, time.Duration(missing*float64(limit.Every)))
	}
	r := l.ReserveN(now, 1)
	return func() { r.CancelAt(now) }, 0 // at a later time it would do nothing
}

// limiter returns the limiter of a key, and makes it where it is missing.
func (g *limiters) limiter(key limiterKey, r Rate) *rate.Limiter {
	if e, known := g.byKey[key]; known {
		g.recent.MoveToFront(e)
		return e.Value.(*limiterEntry).limiter
	}
	entry := &limiterEntry{key: key, limiter: rate.NewLimiter(rate.Every(r.Every), max(r.Burst, 1))}
	g.byKey[key] = g.recent.PushFront(entry)
	g.forget()
	return entry.limiter
}

// forget drops the limiters that were not used for longest until the bound is kept.
// One always stays: a request uses one.
func (g *limiters) forget() {
	for g.recent.Len() > max(g.limits.Tracked, 1) {
		oldest := g.recent.Back()
		g.recent.Remove(oldest)
		delete(g.byKey, oldest.Value.(*limiterEntry).key)
	}
}
