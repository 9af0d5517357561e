package gateway

import (
	"cmp"
	"context"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"time"

	"nonna/bot/discord"
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
	// Transport and Dial are those of [discord.Config]. Tests make some here that
	// lead to a Discord of their own.
	Transport func() http.RoundTripper
	Dial      func(ctx context.Context, network, addr string) (net.Conn, error)
	// Now is the clock that requests are stamped with and windows are counted
	// by; the default is [time.Now].
	Now func() time.Time
	// Ready and Alive are those of [discord.Handler].
	Ready, Alive func()
	// Answered, when set, is called when Discord has taken the first, or the last,
	// of what answers a request, so long after that came.
	Answered func(which Answer, took time.Duration)
	// GuildRemoved, when set, is called when the bot was removed from a server.
	// It is called in a goroutine of its own that a shutdown waits for.
	GuildRemoved func(ctx context.Context, guildID uint64)
	// MaxRequests is how many requests are worked on at once, most of them waiting; as
	// many again are told to come back, and more are dropped: 512.
	MaxRequests int
	// MaxHandlers is how many handlers run at once: 4 for each processor, and at least
	// 8, so that what one member may ask at once takes not all. They keep the
	// processors busy, and with many more the deferrals of waiting requests would be
	// late.
	MaxHandlers int
	// Timing holds the deadlines of answers, and Session those of sessions and calls.
	Timing  Timing
	Session discord.Timing
}

// Timing holds the lengths of time that a [Bot] goes by. Zero values get the
// defaults named here; tests shorten some.
type Timing struct {
	// Defer is how long after a request came Discord is told that the answer comes
	// later: 1.5 s, half of what Discord allows.
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
	// Fetch is how long fetching the files of a request may take: 10 s.
	Fetch time.Duration
	// Wait is how long a request may wait for its turn, from when it came; then its
	// user is told that the bot is busy: [MaxWait].
	Wait time.Duration
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
		Wait:        cmp.Or(t.Wait, MaxWait),
		Drain:       cmp.Or(t.Drain, 10*time.Second),
	}
}

// withDefaults fills in what is zero.
func (c Config) withDefaults() Config {
	c.Timing = c.Timing.withDefaults()
	c.MaxRequests = cmp.Or(c.MaxRequests, 512)
	c.MaxHandlers = cmp.Or(c.MaxHandlers, max(8, 4*runtime.GOMAXPROCS(0)))
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Answered == nil {
		c.Answered = func(Answer, time.Duration) {}
	}
	if c.GuildRemoved == nil {
		c.GuildRemoved = func(context.Context, uint64) {}
	}
	return c
}
