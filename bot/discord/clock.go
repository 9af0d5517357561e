package discord

import (
	"context"
	"errors"
	"mime"
	"net/http"
	"sync"
	"time"
)

// discordClock is Discord's clock, as its answers show it.
type discordClock struct {
	// machine is this machine's clock, and since returns the time since a reading of [time.Now],
	// which neither changes of the machine's clock nor the time while it sleeps count for.
	machine func() time.Time
	since   func(time.Time) time.Duration

	mu sync.Mutex
	// date is the time in the latest answer, and heard when it came, by the machine's clock at.
	// They are zero before the first.
	date, heard, at time.Time
}

// set remembers the time in an answer. A page that is not JSON may be a proxy's.
func (c *discordClock) set(res *http.Response) {
	date, err := http.ParseTime(res.Header.Get("Date"))
	c.mu.Lock()
	defer c.mu.Unlock()
	if err == nil && isJSON(res) {
		c.date, c.heard, c.at = date, time.Now(), c.machine()
	}
}

// isJSON reports whether an answer says that it is JSON.
func isJSON(res *http.Response) bool {
	kind, _, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	return err == nil && kind == "application/json"
}

// time returns Discord's time, whatever this machine's clock says.
func (c *discordClock) time() (now time.Time, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.date.Add(c.since(c.heard)), !c.date.IsZero()
}

// isSure reports whether the machine's clock went on since the latest answer as the time since
// says, to a minute: else the machine slept, or its clock was set.
func (c *discordClock) isSure() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	passed := c.machine().Round(0).Sub(c.at.Round(0)) // without the reading that since is made of
	return !c.date.IsZero() && (passed-c.since(c.heard)).Abs() < time.Minute
}

// Now returns the time by Discord's own clock, at most a second or two behind, and more after
// this machine slept: [Client.Time] knows better. Before Discord's first answer it is not known.
func (c *Client) Now() (now time.Time, known bool) { return c.clock.time() }

// Time returns the time by Discord's own clock, at most a second or two behind. It asks Discord
// where no answer has said so since this machine slept or its clock was set.
func (c *Client) Time(ctx context.Context) (time.Time, error) {
	if !c.clock.isSure() {
		if err := c.AskTime(ctx); err != nil {
			return time.Time{}, err
		}
	}
	now, known := c.clock.time()
	if !known {
		return now, errors.New("discord's answers do not say what time it is")
	}
	return now, nil
}

// IsTimeSure reports whether [Client.Now] knows the time, also where this machine slept or its clock
// was set.
func (c *Client) IsTimeSure() bool { return c.clock.isSure() }

// askingTime is how long Discord may take to say the time.
const askingTime = 2 * time.Second

// AskTime makes a call for the time in its answer, also while others wait for a limit. Without an
// answer nothing changes.
func (c *Client) AskTime(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, askingTime)
	defer cancel()
	return c.Get(ctx, "asking for the time", "/gateway", Policy{Tries: 1, Exempt: true}, new(struct{}))
}
