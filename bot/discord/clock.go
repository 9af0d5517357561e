package discord

import (
	"context"
	"net/http"
	"sync"
	"time"
)

// discordClock compares Discord's clock, as its answers show it, with this machine's, and knows
// how long there was no answer.
type discordClock struct {
	now func() time.Time
	// since returns the time since a reading of [time.Now], unaffected by changes of
	// the clock.
	since func(time.Time) time.Duration

	mu sync.Mutex
	// date is the time in the latest answer, and heard when it came. Both are zero
	// before the first.
	date, heard time.Time
	// silent is since when calls have got no answer, zero after one that did.
	silent time.Time
}

// hear remembers the time in an answer.
func (c *discordClock) hear(res *http.Response) {
	date, err := http.ParseTime(res.Header.Get("Date"))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.silent = time.Time{}
	if err == nil {
		c.date, c.heard = date, time.Now()
	}
}

// miss notes that a call got no answer.
func (c *discordClock) miss() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.silent.IsZero() {
		c.silent = time.Now()
	}
}

// silence returns how long calls have got no answer, 0 after one that did.
func (c *discordClock) silence() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.silent.IsZero() {
		return 0
	}
	return time.Since(c.silent)
}

// off returns how far this machine's clock is ahead, and the age of the latest answer.
func (c *discordClock) off() (ahead, ago time.Duration, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.date.IsZero() {
		return 0, 0, false
	}
	ago = c.since(c.heard)
	return c.now().Sub(c.date.Add(ago)), ago, true
}

// time returns Discord's time, whatever this machine's clock says.
func (c *discordClock) time() (now time.Time, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.date.Add(c.since(c.heard)), !c.date.IsZero()
}

// Now returns the time by Discord's own clock, at most a second or two behind. Before
// Discord's first answer it is not known.
func (c *Client) Now() (now time.Time, known bool) { return c.clock.time() }

// ClockOff returns how far this machine's clock is ahead of Discord's, to a second or
// two; it is negative if the clock is behind. Changes of the clock since the latest
// answer count. Before the first answer the difference is not known. After a machine
// has slept its clock seems to be ahead, so a large difference is checked with a call.
func (c *Client) ClockOff(ctx context.Context) (ahead time.Duration, known bool) {
	ahead, ago, known := c.clock.off()
	if known && ahead.Abs() > time.Minute && ago > time.Minute {
		c.askTime(ctx)
		ahead, _, known = c.clock.off()
	}
	return ahead, known
}

// askTime makes a call for the time in its answer. Without an answer nothing changes.
func (c *Client) askTime(ctx context.Context) {
	_ = c.Get(ctx, "asking for the time", "/gateway", Asking(1), new(struct{}))
}
