package commands

import (
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Limits bounds how often users may ask. The zero value sets no bounds.
type Limits struct {
	// User is for one user's commands: typed ones, and the buttons and forms that cost
	// as much (see [Costly]).
	User Rate
	// Light is for one user's other buttons and suggestions together, which cost
	// little and come in bursts: typing asks for suggestions at each key.
	Light Rate
}

// Rate is a rate limit: Burst at once, then one every Every. An Every of 0 means no limit.
type Rate struct {
	Every time.Duration
	Burst int
}

// DefaultLimits returns the limits of the bot in Discord.
func DefaultLimits() Limits {
	return Limits{
		User:  Rate{Every: 2 * time.Second, Burst: 5},
		Light: Rate{Every: 200 * time.Millisecond, Burst: 30},
	}
}

// maxLimiters is the most limiters that are kept.
const maxLimiters = 20_000

// limiters hold the rate limiters of the users who asked of late, and those of the cooldowns
// of servers. When there are too many all are forgotten, which gives everybody a fresh start:
// so memory is bounded whatever comes in. They are those of this process.
type limiters struct {
	mu  sync.Mutex
	all map[limiterKey]*rate.Limiter
}

// limiterKey names a limiter: one of the two of a user, or that of a server's cooldown.
type limiterKey struct {
	guild, user uint64
	light       bool
}

// take takes one request from a limit. refund gives it back. With a wait it took nothing.
func (g *limiters) take(now time.Time, key limiterKey, limit Rate) (refund func(), wait time.Duration) {
	if limit.Every <= 0 {
		return func() {}, 0
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.all[key]
	switch every := rate.Every(limit.Every); {
	case l == nil:
		if len(g.all) >= maxLimiters {
			clear(g.all)
		}
		l = rate.NewLimiter(every, max(limit.Burst, 1))
		g.all[key] = l
	case l.Limit() != every: // the server has changed its cooldown
		l.SetLimitAt(now, every)
	}
	// A reservation that is cancelled would keep an earlier one from being refunded.
	if missing := 1 - l.TokensAt(now); missing > 0 {
		return func() {}, max(1, time.Duration(missing*float64(limit.Every)))
	}
	r := l.ReserveN(now, 1)
	return func() { r.CancelAt(now) }, 0 // at a later time it would do nothing
}
