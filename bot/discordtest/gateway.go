package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway is the WebSocket half of the server, see [Server.Gateway]: it counts what the bot
// does, and takes orders to misbehave. The server's mu guards its fields.
type Gateway struct {
	srv      *Server
	sessions map[string]*session
	conns    map[*conn]bool
	plans    []Connect
	// identifies is how many are left until resetAt; below 0 the token is invalid.
	identifies int
	resetAt    time.Time
	// identified is the time of the last granted identify, by bucket: the number of the
	// shard modulo max_concurrency.
	identified map[int]time.Time
	count      Counts
}

// Gateway returns the WebSocket half of the server.
func (s *Server) Gateway() *Gateway { return s.gw }

// Counts holds what the gateway has counted.
type Counts struct {
	// Connections is how many were accepted, Identifies how many were requested.
	Connections, Identifies int
	// TooSoon is how many identifies came before their time, see [Options.IdentifyEvery].
	TooSoon int
	// Readies and Resumed are how many identifies and resumes were granted.
	Readies, Resumed int
	// Heartbeats is how many arrived, acknowledged or not.
	Heartbeats int
	// Live is how many sessions are connected now.
	Live int
	// Closes are the bot's close codes, oldest first; 1006 stands for a connection that was
	// dropped without a code.
	Closes []int
}

// identifiesPerDay is the session_start_limit of GET /gateway/bot. An identify beyond it
// makes Discord reset the token.
const identifiesPerDay = 1000

// SetIdentifies sets how many identifies are left, and when the limit is reset.
func (g *Gateway) SetIdentifies(left int, reset time.Duration) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.identifies, g.resetAt = left, time.Now().Add(reset)
}

// identifiesLeft returns how many identifies are left, after resetting the limit if the day
// is over. Callers must hold mu.
func (s *Server) identifiesLeft() int {
	if now := time.Now(); !now.Before(s.gw.resetAt) {
		s.gw.identifies, s.gw.resetAt = identifiesPerDay, now.Add(24*time.Hour)
	}
	return s.gw.identifies
}

// Counts returns what the gateway has counted so far.
func (g *Gateway) Counts() Counts {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	c := g.count
	c.Closes = slices.Clone(c.Closes)
	for _, ses := range g.sessions {
		if ses.conn != nil {
			c.Live++
		}
	}
	return c
}

// Wait waits until want returns true for the counts.
func (g *Gateway) Wait(ctx context.Context, want func(Counts) bool) error {
	return g.srv.Until(ctx, func() bool { return want(g.Counts()) })
}

// WaitReady waits until a session is connected.
func (g *Gateway) WaitReady(ctx context.Context) error {
	return g.Wait(ctx, func(c Counts) bool { return c.Live > 0 })
}

func (s *Server) getGateway(*call) (any, error) {
	return object{"url": s.gatewayURL()}, nil
}

func (s *Server) getGatewayBot(*call) (any, error) {
	left := s.identifiesLeft()
	return object{
		"url": s.gatewayURL(), "shards": s.opts.Shards,
		"session_start_limit": object{
			"total": identifiesPerDay, "remaining": max(left, 0),
			"reset_after": time.Until(s.gw.resetAt).Milliseconds(), "max_concurrency": s.opts.Concurrency,
		},
	}, nil
}

// Step is something that the gateway does to a connection: to open ones by [Gateway.Do], to
// later ones by [Connect]. A new kind of fault is a function here that returns one. It is
// called with the server's mu held.
type Step func(*conn)

// Reconnect tells the bot to reconnect and resume (Op 7).
func Reconnect() Step { return func(c *conn) { c.push(op(opReconnect, nil)) } }

// RequestHeartbeat asks for a heartbeat now (Op 1).
func RequestHeartbeat() Step { return func(c *conn) { c.push(op(opHeartbeat, nil)) } }

// InvalidSession says that the session is invalid (Op 9), and ends it unless it is
// resumable.
func InvalidSession(resumable bool) Step {
	return func(c *conn) {
		if !resumable {
			c.srv.endSession(c)
		}
		c.push(op(opInvalidSession, resumable))
	}
}

// CloseWith closes with a code. As at Discord, some codes also end the session: 4004, 4007,
// 4009 to 4014.
func CloseWith(code int) Step { return func(c *conn) { c.srv.closeConn(c, code, "") } }

// Cut drops the connection without a close code.
func Cut() Step { return func(c *conn) { c.push(frame{}) } }

// Silence sends nothing more, not even heartbeat ACKs, and leaves the connection open.
func Silence() Step { return func(c *conn) { c.silent = true } }

// IgnoreHeartbeats acknowledges no more heartbeats (Op 11).
func IgnoreHeartbeats() Step { return func(c *conn) { c.deaf = true } }

// Raw sends a text unchanged, for what Discord would never send. It has no sequence number,
// unlike events of [Gateway.Dispatch].
func Raw(text string) Step {
	return func(c *conn) { c.push(frame{websocket.TextMessage, []byte(text)}) }
}

// Do does a step to every open connection, or only to those of the given shards.
func (g *Gateway) Do(step Step, shards ...int) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	for c := range g.conns {
		if len(shards) == 0 || c.session != nil && slices.Contains(shards, c.session.shard[0]) {
			step(c)
		}
	}
}

// Shards returns the shards that are connected now, in order, as "0/2" for the first of two.
func (g *Gateway) Shards() []string {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	live := []string{}
	for _, ses := range g.sessions {
		if ses.conn != nil {
			live = append(live, fmt.Sprintf("%d/%d", ses.shard[0], ses.shard[1]))
		}
	}
	slices.Sort(live)
	return live
}

// Connect is a fault of later gateway connections. The zero value does nothing.
type Connect struct {
	// Times is the number of connections that are affected; 0 means 1, a negative number
	// all.
	Times int
	// Refuse is an HTTP status to answer instead of accepting the WebSocket.
	Refuse int
	// Hello is done instead of sending Hello.
	Hello Step
	// Ready is done once instead of sending READY or RESUMED, for the first Identify or
	// Resume. OnlyResume limits it to Resume.
	Ready      Step
	OnlyResume bool
	// Replay is how many acknowledged events a resume sends again.
	Replay int
}

// Next orders faults of the next connections, in order.
func (g *Gateway) Next(plans ...Connect) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.plans = append(g.plans, plans...)
}

// nextPlan returns the fault of the next connection. Callers must hold mu.
func (g *Gateway) nextPlan() (plan Connect) {
	if len(g.plans) > 0 {
		plan = g.plans[0]
		if spent(&g.plans[0].Times) {
			g.plans = g.plans[1:]
		}
	}
	return plan
}

// misbehaves does the step that was ordered instead of READY or RESUMED, if any, and
// reports whether it did. Callers must hold mu.
func (c *conn) misbehaves(resume bool) bool {
	step := c.plan.Ready
	if step == nil || c.plan.OnlyResume && !resume {
		return false
	}
	c.plan.Ready = nil // the bot may try again on this connection
	step(c)
	return true
}

// Dispatch sends an event to the session of its server's shard, by its guild_id, or to that of
// shard 0 if it has none. Like any event it is numbered and replayed.
func (g *Gateway) Dispatch(event string, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("discordtest: event %s: %w", event, err)
	}
	var of struct {
		Guild string `json:"guild_id"`
	}
	_ = json.Unmarshal(raw, &of) // it may be anything
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.srv.dispatch(event, of.Guild, raw)
}
