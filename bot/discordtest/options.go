package discordtest

import "time"

// Options says what kind of Discord to start. The zero value is a good one.
type Options struct {
	// Token is the only bot token that is accepted, without the word "Bot".
	// Empty means a made-up one: see [Server.Token].
	Token string
	// Guilds are the servers the bot is in. Empty means one: [DefaultGuild].
	Guilds []Guild
	// Now is the clock that answers are judged by: three seconds for the
	// first, fifteen minutes for the rest. Nil means [time.Now]; a test that
	// must not wait passes [Clock.Now].
	Now func() time.Time
	// HeartbeatInterval is what Hello asks for. 0 means Discord's 41.25 s.
	HeartbeatInterval time.Duration
	// AnyCommand lets [Server.Slash] and the like send commands that the bot
	// never registered, with any options. Without it a command that Discord
	// would not offer cannot be sent.
	AnyCommand bool
	// RequireNoMentions makes a message without "allowed_mentions":{"parse":[]}
	// a violation: for bots that promise never to ping anyone.
	RequireNoMentions bool
	// SpecFile is Discord's published OpenAPI specification. "" means the file
	// that [SpecEnv] names, or the usual place; when there is none the check is
	// skipped, and said so.
	SpecFile string
	// NoSpec leaves that check out: for benchmarks, where it takes a tenth of
	// the time.
	NoSpec bool
	// InMemory serves over pipes in memory instead of TCP on loopback. A test
	// in a testing/synctest bubble needs it, and is then as fast as it is long:
	// heartbeats and backoffs of minutes pass at once. Connect with
	// [Server.Client] and [Server.Dialer].
	InMemory bool
	// IdentifyEvery is how long after an identify the next one gets an Op 9:
	// with Discord, 5 s for bots of max_concurrency 1. 0 does not look.
	IdentifyEvery time.Duration
	// PrivilegedIntents are those that the bot was granted; asking for others
	// closes the gateway with 4014.
	PrivilegedIntents int
	// Keep is how many requests, interactions and messages are remembered,
	// the oldest being forgotten first. 0 means 1,000.
	Keep int
}

func (o Options) withDefaults() Options {
	if o.Token == "" {
		o.Token = "MTE.discordtest.token"
	}
	if len(o.Guilds) == 0 {
		o.Guilds = []Guild{DefaultGuild()}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.HeartbeatInterval == 0 {
		o.HeartbeatInterval = 41250 * time.Millisecond
	}
	if o.Keep == 0 {
		o.Keep = 1000
	}
	return o
}
