package discord

import (
	"encoding/json"
	"log/slog"
	"sync/atomic"
	"time"
)

// Handler is told what a [Session] hears. Any of its functions may be nil. They are
// called in the order of what happened, and nothing more is heard until they return.
type Handler struct {
	// Interaction takes the JSON of an interaction, once for each time that Discord
	// delivers it.
	Interaction func(data []byte)
	// Removed takes the id of a server that the bot was removed from.
	Removed func(guildID uint64)
	// Ready is called each time a session starts or is resumed.
	Ready func()
	// Alive is called regularly while the session is healthy, or waits for an
	// identify as Discord wants. Nothing else must feed a service manager's watchdog.
	Alive func()
}

// withDefaults returns a copy with functions that do nothing for those that are nil.
func (h Handler) withDefaults() Handler {
	if h.Interaction == nil {
		h.Interaction = func([]byte) {}
	}
	if h.Removed == nil {
		h.Removed = func(uint64) {}
	}
	if h.Ready == nil {
		h.Ready = func() {}
	}
	if h.Alive == nil {
		h.Alive = func() {}
	}
	return h
}

// Session is one session with Discord's gateway, over as many connections as it
// takes. It is made by [Client.NewSession] and runs once with [Session.Run]; its
// other methods are safe for concurrent use. It has no locks: whatever hangs, the
// goroutine of Run goes on and can give up.
type Session struct {
	client  *Client
	handler Handler
	timing  Timing
	log     *slog.Logger

	guilds      guilds
	isConnected atomic.Bool
	connections atomic.Int64
	latency     atomic.Int64 // in nanoseconds

	// id and address are of the latest READY: the next connection resumes with them.
	// The id is "" when it must identify. Where there is no address, gateway is
	// connected to. They belong to the reader of a connection, and to Run between two.
	id, address, gateway string
	// seq is the number of the latest event.
	seq atomic.Int64

	// These belong to Run.
	//
	// lastHealthy is when there was last a healthy connection, or a wait that
	// Discord asked for.
	lastHealthy time.Time
	// failures counts the connections in a row that failed, or were soon lost.
	failures int
}

// NewSession returns a session that can be run. A client may have several.
func (c *Client) NewSession(h Handler) *Session {
	return &Session{client: c, handler: h.withDefaults(), timing: c.cfg.Timing, log: c.log}
}

// Status is how a session is now.
type Status struct {
	// Connected says that there is an open connection, and Connections how many
	// there have been.
	Connected   bool
	Connections int
	// Latency is how long the gateway took to acknowledge the latest heartbeat, 0
	// before the first.
	Latency time.Duration
	// Guilds is how many servers the bot is in, as far as the session was told.
	// Servers that Discord cannot reach just now count.
	Guilds int
}

// Status returns how the session is now.
func (s *Session) Status() Status {
	return Status{
		Connected:   s.isConnected.Load(),
		Connections: int(s.connections.Load()),
		Latency:     time.Duration(s.latency.Load()),
		Guilds:      len(s.guilds.all()),
	}
}

// In reports whether the bot is in a server, as far as the session was told. A
// server that Discord cannot reach just now counts. Before the first connection the
// bot is in none.
func (s *Session) In(guildID uint64) bool { return s.guilds.all()[guildID] }

// isResumable reports whether the next connection resumes, which costs no identify.
func (s *Session) isResumable() bool { return s.id != "" }

// forget makes the next connection identify.
func (s *Session) forget() {
	s.id, s.address = "", ""
	s.seq.Store(0)
}

// lastSeq returns the number of the latest event, nil before the first.
func (s *Session) lastSeq() *int64 {
	if seq := s.seq.Load(); seq != 0 {
		return &seq
	}
	return nil
}

// take acts on an event. Except for READY, an event that cannot be read, with a
// field of another type than Discord documents for example, is passed over whole:
// taken for a removal, a GUILD_DELETE could have a server's data deleted. The error,
// if any, ends the connection.
func (s *Session) take(event string, data []byte) error {
	var g guild
	var err error
	switch event {
	case "READY":
		return s.takeReady(data)
	case "GUILD_CREATE":
		if err = json.Unmarshal(data, &g); err == nil {
			s.guilds.add(Uint(g.ID))
		}
	case "GUILD_DELETE":
		err = json.Unmarshal(data, &g)
		// A server that cannot be reached for a while is deleted, too.
		if id := Uint(g.ID); err == nil && id != 0 && !g.Unavailable {
			s.guilds.remove(id)
			s.handler.Removed(id)
		}
	case "INTERACTION_CREATE":
		s.handler.Interaction(data)
	}
	if err != nil {
		s.log.Error("an event could not be read", slog.String("event", event), slog.Any("err", err))
	}
	return nil
}

// takeReady begins the session. A server in it that cannot be read is left out.
func (s *Session) takeReady(data []byte) error {
	var ready struct {
		ID      string            `json:"session_id"`
		Address any               `json:"resume_gateway_url"`
		Guilds  []json.RawMessage `json:"guilds"`
	}
	if err := json.Unmarshal(data, &ready); err != nil || ready.ID == "" {
		return errReady
	}
	s.id = ready.ID
	s.address, _ = ready.Address.(string)
	s.guilds.set(ready.Guilds)
	return nil
}
