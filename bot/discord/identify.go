package discord

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"
)

// identifyReserve is how many of the day's identifies are never used: past the
// last one Discord resets the token.
const identifyReserve = 10

// waitToIdentify returns when there may be an identify, or with an error. Discord
// allows 1,000 in 24 hours, and max_concurrency every 5 seconds; the library counts
// neither.
func (p *Session) waitToIdentify(ctx context.Context) error {
	for {
		left, err := p.client.identifies(ctx)
		if err != nil {
			return err
		}
		pause := left.pause()
		if pause <= 0 {
			break
		}
		p.log.Warn("few identifies are left today, waiting before the next",
			slog.Int("remaining", left.Remaining), slog.Int("total", left.Total), slog.Duration("wait", pause))
		if err := p.waitAlive(ctx, pause); err != nil {
			return err
		}
		if left.Remaining > identifyReserve {
			break // the wait was to spread them, not for new ones
		}
	}
	if err := p.waitAlive(ctx, p.timing.Identify-time.Since(p.identified)); err != nil {
		return err
	}
	p.identified = time.Now()
	return nil
}

// Logins asks Discord how often the bot can still connect anew today, and how
// often in all.
func (c *Client) Logins(ctx context.Context) (left, total int, err error) {
	limit, err := c.identifies(ctx)
	return limit.Remaining, limit.Total, err
}

// startLimit is Discord's session_start_limit.
type startLimit struct {
	Total      int   `json:"total"`
	Remaining  int   `json:"remaining"`
	ResetAfter int64 `json:"reset_after"` // milliseconds
}

// pause is how long to wait: for new identifies when none are to be used, and
// when fewer than a tenth is left, as long as spreads the rest evenly. So a
// program that is restarted in a loop slows down long before it is too late.
func (s startLimit) pause() time.Duration {
	reset := time.Duration(s.ResetAfter) * time.Millisecond
	switch {
	case s.Total == 0:
		return 0 // Discord did not say
	case s.Remaining <= identifyReserve:
		return max(reset, time.Second)
	case s.Remaining < s.Total/10:
		return reset / time.Duration(s.Remaining)
	}
	return 0
}

// identifies asks how many are left.
func (c *Client) identifies(ctx context.Context) (startLimit, error) {
	var answer struct {
		Shards int        `json:"shards"`
		Limit  startLimit `json:"session_start_limit"`
	}
	if err := c.Get(ctx, "asking for the gateway", discordgo.EndpointGatewayBot, Asking(3), &answer); err != nil {
		return startLimit{}, err
	}
	if answer.Shards > 1 {
		c.log.Warn("discord recommends sharding, which this bot does not do", slog.Int("shards", answer.Shards))
	}
	return answer.Limit, nil
}

// waitAlive waits while showing that the program is well: waiting here is what it
// should do.
func (p *Session) waitAlive(ctx context.Context, d time.Duration) error {
	deadline := time.Now().Add(d)
	for left := d; left > 0; left = time.Until(deadline) {
		p.markHealthy()
		if !sleep(ctx, min(left, p.timing.Check)) {
			return context.Cause(ctx)
		}
	}
	return nil
}

// Application is how Discord knows the bot.
type Application struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Bot is its user.
	Bot struct {
		ID string `json:"id"`
	} `json:"bot"`
}

// Application asks Discord who the bot is, which also shows whether the token is
// good ([ErrBadToken]).
func (c *Client) Application(ctx context.Context) (app Application, err error) {
	err = c.Get(ctx, "asking for the application", discordgo.EndpointApplications+"/@me", Asking(5), &app)
	if err == nil && app.ID == "" {
		err = errors.New("asking for the application: the answer holds no id")
	}
	return app, err
}
