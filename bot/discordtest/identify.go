package discordtest

import (
	"encoding/json"
	"fmt"
	"strings"
)

// identifyData is what the bot says of itself.
type identifyData struct {
	Token    string          `json:"token"`
	Intents  *int            `json:"intents"`
	Compress bool            `json:"compress"`
	Shard    *[2]int         `json:"shard"`
	Props    json.RawMessage `json:"properties"`
}

// identify handles Op 2. Callers hold mu.
func (s *Server) identify(c *conn, raw json.RawMessage) {
	s.gw.count.Identifies++
	var in identifyData
	if err := json.Unmarshal(raw, &in); err != nil {
		s.fault(c, 4002, "Identify cannot be read: "+err.Error())
		return
	}
	if c.session != nil {
		s.fault(c, 4005, "the connection has identified before")
		return
	}
	if s.overBudget() || s.tokenDead || strings.TrimPrefix(in.Token, "Bot ") != s.opts.Token {
		s.closeConn(c, 4004, "Authentication failed.")
		return
	}
	if code, why := s.admit(in); code != 0 {
		s.closeConn(c, code, why)
		return
	}
	if s.misstep(c, false) {
		return
	}
	now := s.opts.Now()
	if last := s.gw.lastID; s.opts.IdentifyEvery > 0 && !last.IsZero() && now.Sub(last) < s.opts.IdentifyEvery {
		c.push(frame{op: opInvalidSession, data: false})
		return
	}
	s.gw.lastID = now
	c.compress = in.Compress
	s.start(c, in)
}

// overBudget takes one of the day's identifies, and takes away the token when
// there was none left. Callers hold mu.
func (s *Server) overBudget() bool {
	left := s.refill().Remaining
	s.gw.limit.Remaining = max(left-1, 0)
	if left > 0 {
		return false
	}
	s.tokenDead = true
	s.violateLocked(RuleIdentifyBudget, "gateway", "an identify with none left: Discord resets the token")
	return true
}

// The intents that Discord knows, and those among them that it must grant.
const (
	knownIntents      = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
	privilegedIntents = 1<<1 | 1<<8 | 1<<15
	// shardsFrom is how many servers a bot may be in without shards.
	shardsFrom = 2500
)

// admit tells with which code a bot is turned away, 0 for not at all.
func (s *Server) admit(in identifyData) (int, string) {
	switch {
	case in.Intents == nil || *in.Intents&^knownIntents != 0:
		return 4013, "Invalid intent(s)."
	case *in.Intents&privilegedIntents&^s.opts.PrivilegedIntents != 0:
		return 4014, "Disallowed intent(s)."
	case in.Shard != nil && (in.Shard[0] < 0 || in.Shard[0] >= in.Shard[1]):
		return 4010, "Invalid shard."
	case in.Shard == nil && len(s.opts.Guilds) >= shardsFrom:
		return 4011, "Sharding required."
	}
	return 0, ""
}

// start makes a session and sends READY and the servers. Callers hold mu.
func (s *Server) start(c *conn, in identifyData) {
	ses := &session{id: "session" + s.snowflake(), conn: c, shard: [2]int{0, 1}}
	if in.Shard != nil {
		ses.shard = *in.Shard
	}
	s.gw.sessions[ses.id] = ses
	c.session = ses
	guilds := []any{}
	for _, g := range s.opts.Guilds {
		guilds = append(guilds, map[string]any{"id": g.ID, "unavailable": true})
	}
	s.emit(ses, "READY", mustJSON(map[string]any{
		"v": 10, "user": botJSON(), "guilds": guilds, "session_id": ses.id, "shard": ses.shard,
		"resume_gateway_url": s.GatewayURL(), "session_type": "normal", "private_channels": []any{},
		"application": map[string]any{"id": AppID, "flags": 0},
	}))
	s.gw.count.Readies++
	if *in.Intents&1 == 0 {
		return
	}
	for _, g := range s.opts.Guilds {
		if s.onShard(ses, g.ID) {
			s.emit(ses, "GUILD_CREATE", mustJSON(guildJSON(g)))
		}
	}
}

// mustJSON encodes what the server made itself.
func mustJSON(v any) json.RawMessage {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("discordtest: %T: %v", v, err))
	}
	return raw
}
