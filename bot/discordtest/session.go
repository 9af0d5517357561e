package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// The gateway's opcodes.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatACK   = 11
)

// session is a gateway session. It outlives its connections.
type session struct {
	id string
	// log holds the events for a resume to replay; that with number n is at n-1. READY and
	// RESUMED are not replayed and are empty frames.
	log  []frame
	conn *conn // nil while the bot is not connected
	shard
}

// shard is what a session serves: the shard_id and num_shards of an identify.
type shard [2]int

// has reports whether the events of a server come to the shard; what belongs to none, "",
// comes to shard 0.
func (s shard) has(guild string) bool {
	id, _ := strconv.ParseUint(guild, 10, 64) // 0 for anything else
	return int(id>>22%uint64(s[1])) == s[0]   //nolint:gosec // the shard is valid
}

// isValid reports whether there can be such a shard.
func (s shard) isValid() bool { return s[0] >= 0 && s[0] < s[1] }

// credentials is the data of Op 2 and Op 6.
type credentials struct {
	Token     string
	Intents   *int
	Shard     *shard
	SessionID string `json:"session_id"`
	Seq       int
}

// receive handles one message from the bot.
func (s *Server) receive(c *conn, data []byte) {
	var msg struct {
		Op   int             `json:"op"`
		Data json.RawMessage `json:"d"`
	}
	var in credentials
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.wake()
	c.heartbeatTimer.Reset(2 * s.opts.Heartbeat)
	if time.Since(c.minute) >= time.Minute {
		c.minute, c.messages = time.Now(), 0
	}
	c.messages++
	err := json.Unmarshal(data, &msg)
	if msg.Op == opIdentify || msg.Op == opResume {
		err = json.Unmarshal(msg.Data, &in)
	}
	switch {
	case len(data) > maxGatewayMessage:
		s.reject(c, 4002, "the message is too long")
	case c.messages > maxPerMinute:
		s.reject(c, 4008, "too many messages in a minute")
	case err != nil:
		s.reject(c, 4002, "the message cannot be read: "+err.Error())
	case msg.Op == opHeartbeat:
		s.gw.count.Heartbeats++
		if !c.deaf {
			c.push(op(opHeartbeatACK, nil))
		}
	case msg.Op == opIdentify:
		s.identify(c, in)
	case msg.Op == opResume:
		s.resume(c, in)
	default:
		s.reject(c, 4001, fmt.Sprintf("op %d is not served here", msg.Op))
	}
}

// reject closes a connection for a mistake of the bot. Callers must hold mu.
func (s *Server) reject(c *conn, code int, detail string) {
	s.violate(RuleGateway, "gateway", fmt.Sprintf("%s (close code %d)", detail, code))
	s.closeConn(c, code, detail)
}

// closeConn closes a connection with a code. Some codes end the session. Callers must hold
// mu.
func (s *Server) closeConn(c *conn, code int, why string) {
	if code == 4004 || code == 4007 || code >= 4009 && code <= 4014 {
		s.endSession(c)
	}
	c.leave() // ignore what the bot still sends
	c.push(closing(code, why))
}

// leave detaches a connection from its session, which can still be resumed.
func (c *conn) leave() {
	if c.session != nil {
		c.session.conn, c.session = nil, nil
	}
}

// endSession ends the session of a connection, so that it cannot be resumed. Callers must
// hold mu.
func (s *Server) endSession(c *conn) {
	if c.session != nil {
		delete(s.gw.sessions, c.session.id)
		c.leave()
	}
}

// identify handles Op 2. Callers must hold mu.
func (s *Server) identify(c *conn, in credentials) {
	s.gw.count.Identifies++
	of := shard{0, 1}
	if in.Shard != nil {
		of = *in.Shard
	}
	switch {
	case c.session != nil:
		s.reject(c, 4005, "the connection has already identified")
	case s.overBudget() || !s.isToken(in.Token):
		s.closeConn(c, 4004, "Authentication failed.")
	case in.Intents == nil || *in.Intents&^knownIntents != 0:
		s.closeConn(c, 4013, "Invalid intent(s).")
	case !of.isValid():
		s.closeConn(c, 4010, "Invalid shard.")
	case len(s.inShard(of)) > maxGuilds:
		s.closeConn(c, 4011, "Sharding required.")
	case c.misbehaves(false):
	case s.tooSoon(of):
		c.push(op(opInvalidSession, false))
	default:
		s.start(c, of)
	}
}

// inShard returns the servers of a shard. Callers must hold mu.
func (s *Server) inShard(of shard) []string {
	return slices.DeleteFunc(s.inGuilds(), func(id string) bool { return !of.has(id) })
}

func (s *Server) isToken(token string) bool { return strings.TrimPrefix(token, "Bot ") == s.Token() }

// tooSoon reports whether the last identify of the same bucket was less than IdentifyEvery
// ago. Callers must hold mu.
func (s *Server) tooSoon(of shard) bool {
	bucket := of[0] % s.opts.Concurrency
	if last, ok := s.gw.identified[bucket]; ok && time.Since(last) < s.opts.IdentifyEvery {
		s.gw.count.TooSoon++
		return true
	}
	s.gw.identified[bucket] = time.Now()
	return false
}

// overBudget uses up one of the day's identifies. It reports whether none was left, which
// makes the token invalid. Callers must hold mu.
func (s *Server) overBudget() bool {
	left := s.identifiesLeft()
	s.gw.identifies--
	if left > 0 {
		return false
	}
	s.violate(RuleIdentifyBudget, "gateway", "an identify with none left: Discord resets the token")
	return true
}

// maxGuilds is how many servers one session may have.
const maxGuilds = 2500

// knownIntents are those that Discord has. Interactions come without any, and no other events
// are sent here.
const knownIntents = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25

// start creates a session and sends READY. Callers must hold mu.
func (s *Server) start(c *conn, of shard) {
	ses := &session{id: "session" + s.snowflake(), conn: c, shard: of}
	s.gw.sessions[ses.id] = ses
	c.session = ses
	guilds := []any{}
	for _, id := range s.inShard(of) {
		guilds = append(guilds, object{"id": id, "unavailable": true})
	}
	s.emit(ses, "READY", object{
		"v": 10, "user": userJSON(AppID, "bot"), "guilds": guilds, "session_id": ses.id, "shard": of,
		"resume_gateway_url": s.resumeURL(), "application": object{"id": AppID, "flags": 0},
	})
	s.gw.count.Readies++
}

// resume handles Op 6. Callers must hold mu.
func (s *Server) resume(c *conn, in credentials) {
	ses := s.gw.sessions[in.SessionID]
	switch {
	case !s.isToken(in.Token):
		s.closeConn(c, 4004, "Authentication failed.")
	case c.misbehaves(true):
	case ses == nil:
		c.push(op(opInvalidSession, false))
	case in.Seq > len(ses.log):
		s.closeConn(c, 4007, "Invalid seq")
		delete(s.gw.sessions, ses.id)
	default:
		s.takeUp(c, ses, in.Seq)
	}
}

// takeUp moves a session to a new connection and replays what the bot missed.
// Callers must hold mu.
func (s *Server) takeUp(c *conn, ses *session, seen int) {
	if old := ses.conn; old != nil {
		old.leave()
		old.push(frame{})
	}
	ses.conn, c.session = c, ses
	for _, f := range ses.log[max(0, seen-c.plan.Replay):] {
		if f.data != nil {
			c.push(f)
		}
	}
	s.emit(ses, "RESUMED", object{})
	s.gw.count.Resumed++
}

// emit numbers an event, logs it for a resume, and sends it if the bot is connected.
// Callers must hold mu.
func (s *Server) emit(ses *session, name string, data any) {
	f := text(object{"op": opDispatch, "d": data, "s": len(ses.log) + 1, "t": name})
	if ses.conn != nil {
		ses.conn.push(f)
	}
	if name == "READY" || name == "RESUMED" {
		f = frame{}
	}
	ses.log = append(ses.log, f)
}

// dispatch sends an event to the sessions of a server's shard, and an event without a server
// to those of shard 0. Callers must hold mu.
func (s *Server) dispatch(name, guild string, data json.RawMessage) error {
	sent := false
	for _, ses := range s.gw.sessions {
		if ses.has(guild) {
			s.emit(ses, name, data)
			sent = true
		}
	}
	if !sent {
		return errors.New("discordtest: no gateway session is identified for this event; wait with Gateway().WaitReady first")
	}
	return nil
}
