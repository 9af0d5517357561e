package discord

import (
	"cmp"
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Config configures a [Client]. Token is required; other fields that are zero get a
// default.
type Config struct {
	// Token is the bot's token, without "Bot " in front.
	Token string
	// Logger receives what operators should know; the default is [slog.Default].
	Logger *slog.Logger
	// Transport returns a new HTTP transport with its own connections; the default
	// is like [http.DefaultTransport], with [Pings].
	Transport func() http.RoundTripper
	// Dial connects to the gateway, before TLS; the default is a [net.Dialer] that
	// gives up after [Timing.Open].
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// Now is the clock that is compared with Discord's; the default is [time.Now].
	Now func() time.Time
	// Processes returns the number of processes that use the token, this one included,
	// which share what Discord allows a token or an address; the default is one.
	Processes func() int
	// IsCutOff reports whether this process cannot answer what another may; the default is
	// never. An [Endpoint] refuses requests then, so that a proxy asks the next.
	IsCutOff func() bool
	// Timing configures the times.
	Timing Timing
}

// Timing configures the times of a [Client] and its sessions. Fields that are zero get
// the default given here.
type Timing struct {
	// Open is how long the gateway may be silent while a session is opened, which may
	// take three times as long in all, and how long a message to it may take: 20 s.
	Open time.Duration
	// Check is how often a session's health is looked at: 5 s.
	Check time.Duration
	// Stuck is how long the reader of a connection that was ended may hang before the
	// session is given up: 60 s.
	Stuck time.Duration
	// Dead is how long the session may be closed before it is given up, so that a fresh
	// process can try: 5 minutes.
	Dead time.Duration
	// Backoff is the wait after a first failed attempt to connect, doubled up to
	// 16 times itself: 2 s.
	Backoff time.Duration
	// Identify is the least time between two identifies: 5 s, by Discord's
	// max_concurrency.
	Identify time.Duration
	// Retry is the wait before a failed REST call is tried again, doubled each
	// time: 200 ms.
	Retry time.Duration
	// Doubt is the wait before a call is tried once more because Discord refused the
	// token, which a restart cannot mend: 5 s.
	Doubt time.Duration
}

// withDefaults returns a copy with defaults for the fields that are zero.
func (t Timing) withDefaults() Timing {
	return Timing{
		Open:     cmp.Or(t.Open, 20*time.Second),
		Check:    cmp.Or(t.Check, 5*time.Second),
		Stuck:    cmp.Or(t.Stuck, time.Minute),
		Dead:     cmp.Or(t.Dead, 5*time.Minute),
		Backoff:  cmp.Or(t.Backoff, 2*time.Second),
		Identify: cmp.Or(t.Identify, 5*time.Second),
		Retry:    cmp.Or(t.Retry, 200*time.Millisecond),
		Doubt:    cmp.Or(t.Doubt, 5*time.Second),
	}
}

// WithDefaults returns a copy with defaults for the fields that are zero.
func (c Config) WithDefaults() Config {
	c.Timing = c.Timing.withDefaults()
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.Transport == nil {
		c.Transport = newTransport
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{Timeout: c.Timing.Open}).DialContext
	}
	if c.IsCutOff == nil {
		c.IsCutOff = func() bool { return false }
	}
	if c.Processes == nil {
		c.Processes = func() int { return 1 }
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}
