package discord

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"
)

// discordClock knows when Discord's answers were made, and so how far this
// machine's clock is off.
type discordClock struct {
	now func() time.Time
	// since measures how long ago something was, whatever clock was set meanwhile.
	since func(time.Time) time.Duration

	mu sync.Mutex
	// date is that of the last answer and heard when it came, zero before the first.
	date, heard time.Time
}

// hear notes when an answer was made.
func (c *discordClock) hear(res *http.Response) {
	date, err := http.ParseTime(res.Header.Get("Date"))
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.date, c.heard = date, time.Now()
}

// off returns how far the clock is ahead, and how long ago Discord was heard.
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

// ClockOff returns how far the clock of this machine is ahead of Discord's,
// negative where it is behind, to a second or two; also where it was set since
// Discord answered last. Before the first answer it is not known. A machine that
// slept seems to be ahead, so before that is said Discord is asked anew.
func (c *Client) ClockOff(ctx context.Context) (ahead time.Duration, known bool) {
	ahead, ago, known := c.clock.off()
	if known && ahead.Abs() > time.Minute && ago > time.Minute {
		_ = c.Get(ctx, "asking for the time", discordgo.EndpointGateway, Asking(1), new(struct{})) // without an answer it stays so
		ahead, _, known = c.clock.off()
	}
	return ahead, known
}
