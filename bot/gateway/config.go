package gateway

import (
	"cmp"
	"context"
	"log/slog"
	"net"
	"net/http"
	"time"

	"nonna/commands"
)

// Config is everything a [Bot] needs. Token and Router are required; what else
// is zero gets a default.
type Config struct {
	// Token is the bot's token, without "Bot " in front.
	Token string
	// GuildID is the one server to register commands in, for trying things out:
	// there they change at once. 0 registers them everywhere.
	GuildID uint64
	// Router answers the requests.
	Router *commands.Router
	// Logger gets what operators should know; the default is [slog.Default].
	Logger *slog.Logger
	// Transport makes what carries HTTP, with connections of its own; the
	// default is as [http.DefaultTransport], with pings. Tests make one here that
	// leads to a Discord of their own.
	Transport func() http.RoundTripper
	// Dial makes the connection to the gateway, before TLS; the default is a
	// [net.Dialer] that gives up after [Timing.Open].
	Dial func(ctx context.Context, network, addr string) (net.Conn, error)
	// Now is the clock that requests are stamped with and windows are counted
	// by; the default is [time.Now].
	Now func() time.Time
	// Ready, when set, is called each time a session starts or is resumed.
	Ready func()
	// Alive, when set, is called regularly while the session is healthy: this
	// feeds a service manager's watchdog, and only this must.
	Alive func()
	// Answered, when set, is called when Discord has taken the first, or the last,
	// of what answers a request, so long after that came.
	Answered func(which Answer, took time.Duration)
	// GuildRemoved, when set, is called when the bot was removed from a server.
	// It is called in a goroutine of its own that a shutdown waits for.
	GuildRemoved func(ctx context.Context, guildID uint64)
	// Timing holds the deadlines.
	Timing Timing
}

// Timing holds the lengths of time that a [Bot] goes by. Zero values get the
// defaults named here; tests shorten some.
type Timing struct {
	// Defer is how long a handler may take before Discord is told that the
	// answer comes later: 1.5 s, half of what Discord allows.
	Defer time.Duration
	// FirstAnswer is when an interaction's first answer must have arrived:
	// 2.9 s, a little under Discord's 3 s.
	FirstAnswer time.Duration
	// Again is how long an attempt at a first answer may go unanswered before it
	// is made once more, over another connection: 1 s.
	Again time.Duration
	// Lifetime is how long an interaction can be answered at all: 15 minutes
	// less 10 s.
	Lifetime time.Duration
	// Suggest is how long autocompletion may take: 2.5 s.
	Suggest time.Duration
	// Fetch is how long fetching one attached file may take: 10 s.
	Fetch time.Duration
	// Open is how long one step of opening a session may be silent, and a third
	// of how long the whole of it may take: 20 s.
	Open time.Duration
	// Check is how often the session's health is looked at: 5 s.
	Check time.Duration
	// Stuck is how long the library may hold its lock before it is taken to be
	// deadlocked: 60 s.
	Stuck time.Duration
	// Dead is how long there may be no session at all: 5 minutes. After that a
	// fresh process may have better luck.
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
	// Drain is how long running handlers may go on when the program ends: 10 s.
	Drain time.Duration
}

// withDefaults fills in what is zero.
func (t Timing) withDefaults() Timing {
	return Timing{
		Defer:       cmp.Or(t.Defer, 1500*time.Millisecond),
		FirstAnswer: cmp.Or(t.FirstAnswer, 2900*time.Millisecond),
		Again:       cmp.Or(t.Again, time.Second),
		Lifetime:    cmp.Or(t.Lifetime, 15*time.Minute-10*time.Second),
		Suggest:     cmp.Or(t.Suggest, 2500*time.Millisecond),
		Fetch:       cmp.Or(t.Fetch, 10*time.Second),
		Open:        cmp.Or(t.Open, 20*time.Second),
		Check:       cmp.Or(t.Check, 5*time.Second),
		Stuck:       cmp.Or(t.Stuck, time.Minute),
		Dead:        cmp.Or(t.Dead, 5*time.Minute),
		Backoff:     cmp.Or(t.Backoff, 2*time.Second),
		Identify:    cmp.Or(t.Identify, 5*time.Second),
		Retry:       cmp.Or(t.Retry, 200*time.Millisecond),
		Drain:       cmp.Or(t.Drain, 10*time.Second),
	}
}

// withDefaults fills in what is zero.
func (c Config) withDefaults() Config {
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
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Ready == nil {
		c.Ready = func() {}
	}
	if c.Alive == nil {
		c.Alive = func() {}
	}
	if c.Answered == nil {
		c.Answered = func(Answer, time.Duration) {}
	}
	if c.GuildRemoved == nil {
		c.GuildRemoved = func(context.Context, uint64) {}
	}
	return c
}
