package commands

import (
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
		User:  Rate{Every: 2 * time.Second, Burst: 5},
		Light: Rate{Every: 200 * time.Millisecond, Burst: 30},
	}
}

// maxTracked is the most users of whom a [tracked] knows something.
const maxTracked = 20_000

// tracked holds a value for each of the users who asked of late. When it is full it forgets all
// of them, which gives everybody a fresh start: so memory is bounded whatever comes in.
type tracked[K comparable, V any] map[K]V

func (t tracked[K, V]) set(key K, value V) {
	if len(t) >= maxTracked {
		clear(t)
	}
	t[key] = value
}

// limiters hold the rate limiters of users.
type limiters struct {
	limits Limits

	mu  sync.Mutex
	all tracked[limiterKey, *rate.Limiter]
}

// limiterKey names one of the two limiters of a user.
type limiterKey struct {
	user  uint64
	light bool
}

func newLimiters(l Limits) *limiters {
	return &limiters{limits: l, all: tracked[limiterKey, *rate.Limiter]{}}
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
	l, known := g.all[key]
	if !known {
		l = rate.NewLimiter(rate.Every(r.Every), max(r.Burst, 1))
		g.all.set(key, l)
	}
	return l
}

// cooldowns hold which members wait for their next command, on servers that make them wait. They
// are those of this process, and end with it.
type cooldowns struct {
	mu      sync.Mutex
	waiting tracked[member, cooldown]
}

// member is a member of a server.
type member struct{ guild, user uint64 }

// cooldown is the wait that a request began.
type cooldown struct {
	request string
	began   time.Time
}

// begin begins the cooldown of a request's member, and returns 0. While another request's is
// running it changes nothing, and returns how much of it is left. A request that is delivered
// again does not wait for itself.
func (c *cooldowns) begin(req Request, now time.Time) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := member{req.GuildID, req.User.ID}
	if last, ok := c.waiting[m]; ok && last.request == req.ID {
		return 0
	} else if left := last.began.Add(req.Settings.Cooldown).Sub(now); ok && left > 0 {
		return left
	}
	c.waiting.set(m, cooldown{req.ID, now})
	return 0
}

// end ends the cooldown that a request began, if it still runs.
func (c *cooldowns) end(req Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	m := member{req.GuildID, req.User.ID}
	if c.waiting[m].request == req.ID {
		delete(c.waiting, m)
	}
}
