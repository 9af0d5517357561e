package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// maxClockOff is how far the clock may be off and still be trusted.
const maxClockOff = time.Minute

// Clock is this machine's clock, which jobs trust only while it is right: what is closed
// or deleted too early is lost. It is safe for concurrent use.
type Clock struct {
	now func() time.Time
	off ClockOff
	log *slog.Logger

	mu sync.Mutex
	// wrong says that the clock was off when it was last read.
	wrong bool
}

// ClockOff returns how far the clock is ahead, and whether that is known:
// [discord.Client.ClockOff].
type ClockOff func(ctx context.Context) (ahead time.Duration, known bool)

// NewClock returns the clock now, which is off by what off returns.
func NewClock(now func() time.Time, off ClockOff, log *slog.Logger) *Clock {
	return &Clock{now: now, off: off, log: log}
}

// read returns the time and whether it is known to be right to a minute, and logs when
// it turns wrong. The time is read first, so that it is right if the clock still is.
func (c *Clock) read(ctx context.Context) (now time.Time, right bool) {
	now = c.now()
	ahead, known := c.off(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.wrong
	c.wrong = known && ahead.Abs() > maxClockOff
	if c.wrong && !was {
		c.log.Error("this machine's time differs from Discord's: no result of a challenge is announced, no match closed and no server deleted until it is set right", slog.Duration("ahead", ahead))
	}
	return now, known && !c.wrong
}

// isPast reports whether a time is certainly over.
func (c *Clock) isPast(ctx context.Context, t time.Time) bool {
	now, right := c.read(ctx)
	return right && now.After(t)
}
