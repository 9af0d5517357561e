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
	// gives up after 20 s.
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// Now is this machine's clock; the default is [time.Now].
	Now func() time.Time
	// Processes returns the number of processes that use the token, this one included,
	// which share what Discord allows a token or an address; the default is one.
	Processes func() int
	// IsCutOff reports whether this process cannot answer what another may; the default is
	// never. An [Endpoint] refuses requests then, so that a proxy asks the next.
	IsCutOff func() bool
	// GiveUpAfter is how long all sessions may be closed, or Discord may not answer an [Endpoint],
	// before the process is given up, so that a fresh one can try: 5 minutes by default.
	GiveUpAfter time.Duration
	// TokenRetry is the wait before a call is tried once more because Discord refused the token,
	// which a restart cannot mend: 5 s by default.
	TokenRetry time.Duration
	// History is how Discord took the token before, and NoteHistory, when set, is called with each
	// change of it, which is seldom.
	History     TokenHistory
	NoteHistory func(TokenHistory)
}

// WithDefaults returns a copy with defaults for the fields that are zero.
func (c Config) WithDefaults() Config {
	c.GiveUpAfter, c.TokenRetry = cmp.Or(c.GiveUpAfter, 5*time.Minute), cmp.Or(c.TokenRetry, 5*time.Second)
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.Transport == nil {
		c.Transport = newTransport
	}
	if c.Dial == nil {
		c.Dial = (&net.Dialer{Timeout: 20 * time.Second}).DialContext
	}
	if c.IsCutOff == nil {
		c.IsCutOff = func() bool { return false }
	}
	if c.Processes == nil {
		c.Processes = func() int { return 1 }
	}
	if c.NoteHistory == nil {
		c.NoteHistory = func(TokenHistory) {}
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	return c
}
