package gateway

import "time"

// Status is how the bot is in Discord.
type Status struct {
	// Connected says that there is a session now, and Connections how many
	// connections there have been.
	Connected   bool
	Connections int
	// Latency is how long the gateway took to acknowledge the latest heartbeat, 0
	// before the first.
	Latency time.Duration
	// Guilds is how many servers the bot is in, see [Bot.Guilds].
	Guilds int
}

// Status returns how the bot is now.
func (b *Bot) Status() Status {
	b.mu.Lock()
	defer b.mu.Unlock()
	s := b.status
	s.Guilds = len(b.guilds)
	return s
}

// setConnected notes that a connection was opened or lost.
func (b *Bot) setConnected(connected bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.status.Connected = connected
	if connected {
		b.status.Connections++
	}
}

func (b *Bot) setLatency(d time.Duration) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.status.Latency = d
}

// Answer is what Discord got of an answer.
type Answer string

// Of an answer there is a first thing, which may only be that more follows, and a
// last.
const (
	FirstAnswer Answer = "first"
	LastAnswer  Answer = "last"
)
