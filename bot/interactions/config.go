package interactions

import (
	"cmp"
	"context"
	"net"
	"runtime"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discord/session"
	"nonna/commands"
)

// Config configures a [Bot]. Token and Router are required; the other fields have
// defaults.
type Config struct {
	// Config is how Discord is called.
	discord.Config
	// Handler is called as its fields say, but Interaction is the bot's own.
	discord.Handler
	// Sharding says which sessions there are. Its Hold, when set, is also called to register
	// the commands.
	Sharding session.Sharding
	// GuildID is the one server to register commands in, for trying things out:
	// there they change at once. 0 registers them everywhere.
	GuildID uint64
	// Router answers the requests.
	Router *commands.Router
	// HTTP, when set, takes interactions that Discord posts, and there is no session; see
	// [nonna/bot/discord/endpoint.Endpoint].
	HTTP net.Listener
	// Answered, when set, is called when Discord accepted the first acknowledgement of a
	// request, and again when it accepted the complete answer, with the time since the
	// request came.
	Answered func(phase Phase, took time.Duration)
	// MaxRequests is how many requests are worked on at once, most of them waiting; the
	// default is 512. As many again are refused, and more are dropped.
	MaxRequests int
	// MaxHandlers is how many handlers run at once. They keep the processors busy, and
	// with many more the deferrals of waiting requests would be late. The default is 4
	// for each processor, and at least 8, more than one member can ask for at once.
	MaxHandlers int
	// Timing holds the deadlines of answers.
	Timing Timing
}

// Phase is a phase of an answer: the first acknowledgement, or the complete answer.
type Phase string

// The phases. For an answer that was not deferred they coincide.
const (
	FirstAnswer Phase = "first"
	LastAnswer  Phase = "last"
)

// Timing holds the limits of an answer that tests change. Zero fields have the defaults named
// here.
type Timing struct {
	// Defer is how long after a request was made Discord is told that the answer comes
	// later: 1.5 s, half of what Discord allows.
	Defer time.Duration
	// AnswerWithin is when an interaction's first answer must have arrived:
	// 2.9 s, a little under Discord's 3 s.
	AnswerWithin time.Duration
	// ResendAfter is how long Discord may take to acknowledge a first answer, from when it was
	// sent, before it is sent once more, over another connection: 1 s.
	ResendAfter time.Duration
}

const (
	// lifetime is how long an interaction can be answered at all, a little less than Discord's
	// 15 minutes.
	lifetime = 15*time.Minute - 10*time.Second
	// suggestTime is how long autocompletion may take.
	suggestTime = 2500 * time.Millisecond
	// fetchTime is how long fetching the files of a request may take.
	fetchTime = 10 * time.Second
	// MaxWait is how long after it came a request may wait for its turn. Then its user reads
	// that the bot is busy.
	MaxWait = time.Minute
	// drainTime is how long running handlers may go on when the program ends.
	drainTime = 10 * time.Second
)

// withDefaults returns the limits with defaults for zero fields.
func (t Timing) withDefaults() Timing {
	return Timing{
		Defer:        cmp.Or(t.Defer, 1500*time.Millisecond),
		AnswerWithin: cmp.Or(t.AnswerWithin, 2900*time.Millisecond),
		ResendAfter:  cmp.Or(t.ResendAfter, time.Second),
	}
}

// withDefaults returns the configuration with defaults for zero fields.
func (c Config) withDefaults() Config {
	c.Config, c.Timing = c.WithDefaults(), c.Timing.withDefaults()
	c.MaxRequests = cmp.Or(c.MaxRequests, 512)
	c.MaxHandlers = cmp.Or(c.MaxHandlers, max(8, 4*runtime.GOMAXPROCS(0)))
	if c.Answered == nil {
		c.Answered = func(Phase, time.Duration) {}
	}
	if c.Sharding.Hold == nil {
		c.Sharding.Hold = func(ctx context.Context, _ string, do func(context.Context) error) error { return do(ctx) }
	}
	return c
}
