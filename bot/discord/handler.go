package discord

import (
	"errors"
	"time"
)

// SignEvery is the time between two signs of life where no heartbeat gives them.
const SignEvery = 5 * time.Second

// Handler handles what sessions or an endpoint report. Any of its functions may be nil, but not
// the Interaction of an endpoint. None may block: the session hangs that waits for it.
type Handler struct {
	// Interaction is called with the JSON of an interaction each time that Discord
	// delivers it. Its error is [ErrBusy], or says that the interaction cannot be read; a
	// session ignores it.
	Interaction func(data []byte) error
	// Opened is called each time interactions can begin to come: a session is opened or
	// resumed, an endpoint answers, or others have all sessions and this process stands by.
	// Ready is called after it when all sessions are open.
	Opened, Ready func()
	// Alive is called when a session is opened, and on every heartbeat that Discord
	// acknowledges (one in 41 s, of each session), every few seconds while a session waits to
	// identify as Discord wants or this process stands by, whenever Discord refuses a token that has
	// opened a session of late, and while an endpoint is healthy.
	// It is not called while any session hangs. Nothing else should feed a service manager's
	// watchdog.
	Alive func()
	// Posted is called with the HTTP status of each answer to a request for an endpoint.
	Posted func(status int)
}

// Filled returns a copy without nil functions, except for that of interactions.
func (h Handler) Filled() Handler {
	for _, tell := range []*func(){&h.Opened, &h.Ready, &h.Alive} {
		if *tell == nil {
			*tell = func() {}
		}
	}
	if h.Posted == nil {
		h.Posted = func(int) {}
	}
	return h
}

// ErrBusy is an error of [Handler.Interaction]: there is too much to do even to refuse more.
var ErrBusy = errors.New("too busy for an interaction")

// Status is the state of a process's sessions.
type Status struct {
	// Ready says whether interactions can come: all sessions that this process keeps are
	// open. A process that stands by keeps none.
	Ready bool
	// Connected says whether there are sessions and all are open, and Connections how often
	// they were opened or resumed.
	Connected   bool
	Connections int
	// Latency is the longest that the gateway took to acknowledge a session's latest
	// heartbeat, 0 before the first.
	Latency time.Duration
	// Guilds is about how many servers the bot is in, with the sessions of all processes, as
	// Discord counted lately. It is 0 while that is unknown.
	Guilds int
	// Shards are the shards of this process in order, and OfShards is the number of all, 0
	// before it is known.
	Shards   []ShardStatus
	OfShards int
}

// ShardStatus is the state of the session of a shard.
type ShardStatus struct {
	// ID is the number of the shard, from 0.
	ID        int
	Connected bool
	// Connections and Latency are those of [Status].
	Connections int
	Latency     time.Duration
}

// Open returns the number of shards of this process whose sessions are open.
func (s Status) Open() (n int) {
	for _, shard := range s.Shards {
		if shard.Connected {
			n++
		}
	}
	return n
}
