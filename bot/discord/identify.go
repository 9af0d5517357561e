package discord

import (
	"context"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
)

// identifyReserve is how many of the day's identifies are never used. An identify with
// none left makes Discord reset the token.
const identifyReserve = 10

// identifies coordinates the identifies of all sessions of a client.
type identifies struct {
	turn chan struct{} // holds a token while a session identifies
	last atomic.Int64  // when the latest identify was sent, in nanoseconds of Unix time
}

func newIdentifies() *identifies { return &identifies{turn: make(chan struct{}, 1)} }

// note remembers that an identify is sent now.
func (i *identifies) note() { i.last.Store(time.Now().UnixNano()) }

// waitToIdentify returns when the session may identify: Discord allows 1,000
// identifies in 24 hours, and max_concurrency every 5 seconds. The session's turn
// lasts until done is called, which may be called twice.
func (s *Session) waitToIdentify(ctx context.Context) (done func(), err error) {
	all, began := s.client.identifies, time.Now()
	select {
	case all.turn <- struct{}{}:
	case <-ctx.Done():
		return func() {}, context.Cause(ctx)
	}
	s.lastHealthy = s.lastHealthy.Add(time.Since(began)) // the wait was no fault
	if err = s.waitForBudget(ctx); err == nil {
		left := s.timing.Identify - time.Since(time.Unix(0, all.last.Load()))
		err = s.waitHealthy(ctx, min(left, s.timing.Identify)) // the clock may have been set back
	}
	return sync.OnceFunc(func() { <-all.turn }), err
}

// waitForBudget asks how many identifies are left, and waits if they are few.
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
			return nil // it has waited to spread them
		}
	}
}

// waitHealthy waits as Discord wants, which shows that the session is healthy.
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

// pause returns how long to wait before an identify: until there are new ones if only the
// reserve is left, and if fewer than a tenth is left, so long that the rest is spread
// evenly. So a program that is restarted in a loop slows down in time.
func (l startLimit) pause() time.Duration {
	reset := time.Duration(l.ResetAfter) * time.Millisecond
	switch {
	case l.Total == 0:
		return 0 // unknown
	case l.Remaining <= identifyReserve:
		return max(reset, time.Second)
	case l.Remaining < l.Total/10:
		return reset / time.Duration(l.Remaining)
	}
	return 0
}

// startLimit asks Discord how many identifies are left.
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

// Logins asks Discord how many identifies are left today, and how many a day has.
func (c *Client) Logins(ctx context.Context) (left, total int, err error) {
	limit, err := c.startLimit(ctx)
	return limit.Remaining, limit.Total, err
}
