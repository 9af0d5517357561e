package jobs

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// maxClockOff is how far the clock may be off to be gone by.
const maxClockOff = time.Minute

// clock is a clock that is gone by only while it is right: what was closed or
// deleted too early stays so.
type clock struct {
	now func() time.Time
	off ClockOff
	log *slog.Logger

	mu sync.Mutex
	// wrong says that the clock was off at the last look.
	wrong bool
}

// ClockOff tells how far the clock is ahead, once that is known:
// [discord.Client.ClockOff].
type ClockOff func(ctx context.Context) (ahead time.Duration, known bool)

// read returns the time and whether it can be gone by, and logs when that changes
// to no. The time is read first, so that it is right if the clock still is.
func (c *clock) read(ctx context.Context) (now time.Time, right bool) {
	now = c.now()
	ahead, known := c.off(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.wrong
	c.wrong = known && ahead.Abs() > maxClockOff
	if c.wrong && !was {
		c.log.Error("this machine's time differs from Discord's: no challenge is closed and no server deleted until it is set right", slog.Duration("ahead", ahead))
	}
	return now, known && !c.wrong
}

// isPast reports whether a time is surely over.
func (c *clock) isPast(ctx context.Context, t time.Time) bool {
	now, right := c.read(ctx)
	return right && now.After(t)
}
