package discord

import (
	"encoding/json"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"
)

// Handler handles what [Sessions] or an [Endpoint] report. Any of its functions may be nil. None may
// block: a session gives up in the end that waits for Interaction or Removed, and hangs if
// it waits for Opened, Ready or Alive.
type Handler struct {
	// Interaction is called with the JSON of an interaction each time that Discord
	// delivers it. Its error is [ErrBusy], or says that the interaction cannot be read; a
	// session ignores it.
	Interaction func(data []byte) error
	// Removed is called with the id of a server that the bot was removed from.
	Removed func(guildID uint64)
	// Opened is called each time interactions can begin to come: a session is opened or
	// resumed, an [Endpoint] answers, or others have all sessions and this process stands by.
	// Ready is called after it when all sessions are open.
	Opened, Ready func()
	// Alive is called regularly while a session is open, or waits to identify as Discord
	// wants, and none hangs, and while an [Endpoint] is healthy. Nothing else should feed a
	// service manager's watchdog.
	Alive func()
	// Posted is called with the HTTP status of each answer to a request for an [Endpoint].
	Posted func(status int)
}

// session is the session of a shard with Discord's gateway, over as many connections as it
// takes. It runs once with [session.Run], which waits for nothing without a limit, so that it
// can give up whatever hangs.
type session struct {
	all    *Sessions
	client *Client
	shard  Shard
	timing Timing
	log    *slog.Logger

	guilds      sync.Map // the ids of the servers that the bot is in
	isConnected atomic.Bool
	connections atomic.Int64
	latency     atomic.Int64 // in nanoseconds

	// id and address are from the latest READY. The next connection resumes the session
	// of that id, or identifies if it is "". It goes to the address, or to gateway if
	// that is "". The reader of a connection owns them, and Run between connections.
	id, address, gateway string
	// seq is the number of the latest event.
	seq atomic.Int64

	// bucket is the turn to identify. Run owns it.
	bucket *bucket
	// pulse is when Run last showed that it does not hang, in nanoseconds of Unix time.
	pulse atomic.Int64
	// failures is how many connections failed or were soon lost since the session was last
	// healthy. Run owns it.
	failures int
	// resumes is how many resumes in succession have not opened the session, of those that
	// reached the gateway. It is owned like id.
	resumes int
}

// status returns the state of the session.
func (s *session) status() ShardStatus {
	guilds := 0
	for range s.guilds.Range {
		guilds++
	}
	return ShardStatus{
		ID:          s.shard.ID,
		Connected:   s.isConnected.Load(),
		Connections: int(s.connections.Load()),
		Latency:     time.Duration(s.latency.Load()),
		Guilds:      guilds,
	}
}

// isResumable reports whether the next connection resumes, which costs no identify.
func (s *session) isResumable() bool { return s.id != "" }

// forget makes the next connection identify.
func (s *session) forget() {
	s.id, s.address, s.resumes = "", "", 0
	s.seq.Store(0)
}

// lastSeq returns the number of the latest event, nil before the first.
func (s *session) lastSeq() *int64 {
	if seq := s.seq.Load(); seq != 0 {
		return &seq
	}
	return nil
}

// guild is the part of a server that is used.
type guild struct {
	ID          string `json:"id"`
	Unavailable bool   `json:"unavailable"`
}

// take handles an event. An event with a field of another type than Discord documents is
// ignored, since a misread GUILD_DELETE could delete a server's data. Only a READY that
// cannot be read returns an error, which ends the connection.
func (s *session) take(event string, data []byte) error {
	var g guild
	var err error
	switch event {
	case "READY":
		return s.takeReady(data)
	case "GUILD_CREATE":
		err = json.Unmarshal(data, &g)
		if id := Uint(g.ID); err == nil && id != 0 {
			s.guilds.Store(id, true)
		}
	case "GUILD_DELETE":
		err = json.Unmarshal(data, &g)
		// Discord also sends the event for a server that it cannot reach.
		if id := Uint(g.ID); err == nil && id != 0 && !g.Unavailable {
			s.guilds.Delete(id)
			if s.all.handler.Removed != nil {
				s.all.handler.Removed(id)
			}
		}
	case "INTERACTION_CREATE":
		if s.all.handler.Interaction != nil {
			_ = s.all.handler.Interaction(data) // Discord is not told
		}
	}
	if err != nil {
		s.log.Error("an event could not be read", slog.String("event", event), slog.Any("err", err))
	}
	return nil
}

// takeReady handles a READY. It leaves out servers that cannot be read.
func (s *session) takeReady(data []byte) error {
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
	s.setGuilds(ready.Guilds)
	return nil
}

// setGuilds replaces the servers. Those that were known before are never missing
// meanwhile.
func (s *session) setGuilds(list []json.RawMessage) {
	stays := make(map[any]bool, len(list))
	for _, data := range list {
		var g guild
		err := json.Unmarshal(data, &g)
		if id := Uint(g.ID); err == nil && id != 0 {
			stays[id] = true
			s.guilds.Store(id, true)
		}
	}
	for id := range s.guilds.Range {
		if !stays[id] {
			s.guilds.Delete(id)
		}
	}
}
