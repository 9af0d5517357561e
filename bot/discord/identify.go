package discord

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// identifyReserve is how many of the day's identifies are never used: past the
// last one Discord resets the token.
const identifyReserve = 10

// identifies spaces the identifies of all sessions of a client.
type identifies struct {
	turn chan struct{} // holds a token while a session identifies
	last atomic.Int64  // when the latest identify was sent, in nanoseconds of Unix time
}

func newIdentifies() *identifies { return &identifies{turn: make(chan struct{}, 1)} }

// note notes that an identify is being sent.
func (i *identifies) note() { i.last.Store(time.Now().UnixNano()) }

// waitToIdentify returns when the session may identify: Discord allows 1,000
// identifies in 24 hours, and max_concurrency every 5 seconds. The session's turn
// lasts until done is called, which may be called twice. Waiting is what the session
// should do, so it is healthy meanwhile.
func (s *Session) waitToIdentify(ctx context.Context) (done func(), err error) {
	all := s.client.identifies
	for entered := false; !entered; {
		select {
		case all.turn <- struct{}{}:
			entered = true
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-time.After(s.timing.Check):
			s.markHealthy()
		}
	}
	done = sync.OnceFunc(func() { <-all.turn })
	if err := s.waitForBudget(ctx); err != nil {
		done()
		return nil, err
	}
	if err := s.waitHealthy(ctx, s.timing.Identify-time.Since(time.Unix(0, all.last.Load()))); err != nil {
		done()
		return nil, err
	}
	return done, nil
}

// waitForBudget waits while too few identifies are left.
func (s *Session) waitForBudget(ctx context.Context) error {
	for {
		limit, err := s.client.startLimit(ctx)
		if err != nil {
			return err
		}
		s.gateway = limit.URL
		pause := limit.pause()
		if pause <= 0 {
			return nil
		}
		s.log.Warn("few identifies are left today, waiting before the next",
			slog.Int("remaining", limit.Remaining), slog.Int("total", limit.Total), slog.Duration("wait", pause))
		if err := s.waitHealthy(ctx, pause); err != nil {
			return err
		}
		if limit.Remaining > identifyReserve {
			return nil // the wait was to spread them, not for new ones
		}
	}
}

// waitHealthy waits while showing that the session is healthy.
func (s *Session) waitHealthy(ctx context.Context, d time.Duration) error {
	deadline := time.Now().Add(d)
	for left := d; left > 0; left = time.Until(deadline) {
		s.markHealthy()
		if !sleep(ctx, min(left, s.timing.Check)) {
			return context.Cause(ctx)
		}
	}
	return nil
}

// startLimit is Discord's session_start_limit, and the gateway's address.
type startLimit struct {
	URL        string `json:"-"`
	Total      int    `json:"total"`
	Remaining  int    `json:"remaining"`
	ResetAfter int64  `json:"reset_after"` // milliseconds
}

// pause returns how long to wait before an identify: for new ones when only the
// reserve is left, and when fewer than a tenth is left, as long as spreads the rest
// evenly. So a program that is restarted in a loop slows down long before it is too
// late.
func (l startLimit) pause() time.Duration {
	reset := time.Duration(l.ResetAfter) * time.Millisecond
	switch {
	case l.Total == 0:
		return 0 // Discord did not say
	case l.Remaining <= identifyReserve:
		return max(reset, time.Second)
	case l.Remaining < l.Total/10:
		return reset / time.Duration(l.Remaining)
	}
	return 0
}

// startLimit asks how many identifies are left.
func (c *Client) startLimit(ctx context.Context) (startLimit, error) {
	var answer struct {
		URL    string     `json:"url"`
		Shards int        `json:"shards"`
		Limit  startLimit `json:"session_start_limit"`
	}
	if err := c.Get(ctx, "asking for the gateway", discordgo.EndpointGatewayBot, Asking(3), &answer); err != nil {
		return startLimit{}, err
	}
	if answer.Shards > 1 {
		c.log.Warn("discord recommends sharding, which this bot does not do", slog.Int("shards", answer.Shards))
	}
	answer.Limit.URL = answer.URL
	return answer.Limit, nil
}

// Logins asks Discord how often the bot can still identify today, and how often in
// all.
func (c *Client) Logins(ctx context.Context) (left, total int, err error) {
	limit, err := c.startLimit(ctx)
	return limit.Remaining, limit.Total, err
}
