package discordtest

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// The gateway's opcodes.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoiceState     = 4
	opResume         = 6
	opReconnect      = 7
	opRequestMembers = 8
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatACK   = 11
)

// session is a gateway session: it outlives its connections.
type session struct {
	id    string
	seq   int64
	log   []frame // what a resume replays
	conn  *conn   // nil while the bot is away
	shard [2]int
}

type resumeData struct {
	Token     string `json:"token"`
	SessionID string `json:"session_id"`
	Seq       int64  `json:"seq"`
}

// receive handles one message of the bot's.
func (s *Server) receive(c *conn, data []byte) {
	var msg struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.changed.wake()
	if why := c.tooMuch(data, s.opts.Now()); why != 0 {
		s.fault(c, why, "the bot sends too much over the gateway")
		return
	}
	if err := json.Unmarshal(data, &msg); err != nil {
		s.fault(c, 4002, "the message is no JSON object: "+err.Error())
		return
	}
	switch msg.Op {
	case opHeartbeat:
		s.gw.count.Heartbeats++
		if !s.gw.deaf {
			c.push(frame{op: opHeartbeatACK})
		}
	case opIdentify:
		s.identify(c, msg.Data)
	case opResume:
		s.resume(c, msg.Data)
	case opPresence, opVoiceState, opRequestMembers:
		if c.session == nil {
			s.fault(c, 4003, fmt.Sprintf("op %d came before Identify", msg.Op))
		}
	default:
		s.fault(c, 4001, fmt.Sprintf("op %d is not for bots to send", msg.Op))
	}
}

// fault closes a connection for a mistake of the bot's. Callers hold mu.
func (s *Server) fault(c *conn, code int, detail string) {
	s.violateLocked(RuleGateway, "gateway", fmt.Sprintf("%s (close code %d)", detail, code))
	s.closeConn(c, code, detail)
}

// closeConn closes with a code; some end the session. Callers hold mu.
func (s *Server) closeConn(c *conn, code int, why string) {
	if code == 4004 || code == 4007 || code >= 4009 && code <= 4014 {
		s.endSession(c)
	}
	c.push(frame{close: code, why: why})
}

// endSession makes the connection's session one that cannot be resumed.
// Callers hold mu.
func (s *Server) endSession(c *conn) {
	if c.session != nil {
		delete(s.gw.sessions, c.session.id)
		c.session = nil
	}
}

// misstep does what was ordered instead of READY or RESUMED. Callers hold mu.
func (s *Server) misstep(c *conn, resume bool) bool {
	p := c.plan
	if p.OnlyResume && !resume {
		return false
	}
	switch {
	case p.Silent:
	case p.Reconnect:
		c.push(frame{op: opReconnect})
	case p.Invalid:
		c.push(frame{op: opInvalidSession, data: p.Resumable})
	case p.Close != 0:
		s.closeConn(c, p.Close, "")
	default:
		return false
	}
	// What was ordered happens once: the bot may go on with this connection.
	c.plan = Connect{Silent: p.Silent}
	return true
}

// resume handles Op 6. Callers hold mu.
func (s *Server) resume(c *conn, raw json.RawMessage) {
	s.gw.count.Resumes++
	var in resumeData
	if err := json.Unmarshal(raw, &in); err != nil {
		s.fault(c, 4002, "Resume cannot be read: "+err.Error())
		return
	}
	if strings.TrimPrefix(in.Token, "Bot ") != s.opts.Token {
		s.closeConn(c, 4004, "Authentication failed.")
		return
	}
	if s.misstep(c, true) {
		return
	}
	ses := s.gw.sessions[in.SessionID]
	if ses == nil {
		c.push(frame{op: opInvalidSession, data: false})
		return
	}
	if in.Seq > ses.seq {
		s.closeConn(c, 4007, "Invalid seq")
		delete(s.gw.sessions, ses.id)
		return
	}
	s.takeUp(c, ses, in.Seq)
}

// takeUp moves a session to a new connection and replays what the bot missed.
// Callers hold mu.
func (s *Server) takeUp(c *conn, ses *session, seen int64) {
	if ses.conn != nil {
		ses.conn.session = nil
		ses.conn.push(frame{cut: true})
	}
	ses.conn, c.session = c, ses
	for _, f := range ses.log {
		if f.seq > seen-int64(s.gw.replay) {
			c.push(f)
		}
	}
	s.emit(ses, "RESUMED", json.RawMessage(`{"_trace":["discordtest"]}`))
	s.gw.count.Resumed++
}

// emit numbers an event, remembers it, and sends it if the bot is there.
// Callers hold mu.
func (s *Server) emit(ses *session, event string, data json.RawMessage) {
	ses.seq++
	f := frame{op: opDispatch, seq: ses.seq, event: event, data: data}
	// READY and RESUMED are of their connection and are never replayed.
	if event != "READY" && event != "RESUMED" {
		ses.log = append(ses.log, f)
		if over := len(ses.log) - s.opts.Keep; over > 0 {
			ses.log = slices.Delete(ses.log, 0, over)
		}
	}
	if ses.conn != nil {
		ses.conn.push(f)
	}
}

// dispatchTo sends an event to the sessions a guild belongs to, "" for those
// of direct messages. Callers hold mu.
func (s *Server) dispatchTo(guild, event string, data json.RawMessage) error {
	sent := false
	for _, ses := range s.gw.sessions {
		if s.onShard(ses, guild) {
			s.emit(ses, event, data)
			sent = true
		}
	}
	if !sent {
		return ErrNoSession
	}
	return nil
}

// onShard tells whether a session sees a guild: Discord shards by the guild's
// id, and sends direct messages to shard 0.
func (s *Server) onShard(ses *session, guild string) bool {
	n := uint64(max(ses.shard[1], 1))
	id, err := strconv.ParseUint(guild, 10, 64)
	if err != nil {
		return ses.shard[0] == 0
	}
	return (id>>22)%n == uint64(ses.shard[0])
}
