package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/gorilla/websocket"
)

// Gateway is the WebSocket half of the server: what it saw of the bot's
// connections, and orders to misbehave. See [Server.Gateway]. Its fields are
// guarded by the server's mu.
type Gateway struct {
	srv      *Server
	sessions map[string]*session
	conns    map[*conn]bool
	plans    []Connect
	// identifies are left until resetAt; below 0 the token is dead.
	identifies int
	resetAt    time.Time
	// identified is when the last session was granted.
	identified time.Time
	count      Counts
}

// Gateway returns the WebSocket half of the server.
func (s *Server) Gateway() *Gateway { return s.gw }

// Counts is what the gateway saw so far.
type Counts struct {
	// Connections were accepted, Identifies asked for on them.
	Connections, Identifies int
	// Readies and Resumed are the identifies and resumes that were granted.
	Readies, Resumed int
	// Heartbeats came, acknowledged or not.
	Heartbeats int
	// Live are the sessions that run right now.
	Live int
	// Closes are the codes the bot closed with, oldest first; 1006 stands for
	// a connection dropped without a word.
	Closes []int
}

// identifiesPerDay is the session_start_limit of GET /gateway/bot: each identify
// takes one, and who identifies with none left loses the token.
const identifiesPerDay = 1000

// SetIdentifies sets how many identifies are left for how long.
func (g *Gateway) SetIdentifies(left int, reset time.Duration) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.identifies, g.resetAt = left, time.Now().Add(reset)
}

// identifiesLeft gives back the day's identifies when the day is over, and
// returns what is left now. Callers hold mu.
func (s *Server) identifiesLeft() int {
	if now := time.Now(); !now.Before(s.gw.resetAt) {
		s.gw.identifies, s.gw.resetAt = identifiesPerDay, now.Add(24*time.Hour)
	}
	return s.gw.identifies
}

// Counts returns what the gateway saw so far.
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

// Wait waits until the counts are as the test wants them.
func (g *Gateway) Wait(ctx context.Context, want func(Counts) bool) error {
	return g.srv.Until(ctx, func() bool { return want(g.Counts()) })
}

// WaitReady waits until a session is running.
func (g *Gateway) WaitReady(ctx context.Context) error {
	return g.Wait(ctx, func(c Counts) bool { return c.Live > 0 })
}

func (s *Server) getGateway(*call) (any, error) {
	return object{"url": s.gatewayURL()}, nil
}

func (s *Server) getGatewayBot(*call) (any, error) {
	left := s.identifiesLeft()
	return object{
		"url": s.gatewayURL(), "shards": 1,
		"session_start_limit": object{
			"total": identifiesPerDay, "remaining": max(left, 0),
			"reset_after": time.Until(s.gw.resetAt).Milliseconds(), "max_concurrency": 1,
		},
	}, nil
}

// Step is something that the gateway does to a connection: with [Gateway.Do] at
// once to those that are open, with [Connect] to those to come. A new kind of
// fault is a function here that returns one. It is called with the server's mu
// held.
type Step func(*conn)

// Reconnect tells the bot to go and resume (Op 7).
func Reconnect() Step { return func(c *conn) { c.push(op(opReconnect, nil)) } }

// RequestHeartbeat asks for a heartbeat now (Op 1).
func RequestHeartbeat() Step { return func(c *conn) { c.push(op(opHeartbeat, nil)) } }

// InvalidSession tells that the session is over (Op 9); it can be resumed only
// if resumable.
func InvalidSession(resumable bool) Step {
	return func(c *conn) {
		if !resumable {
			c.srv.endSession(c)
		}
		c.push(op(opInvalidSession, resumable))
	}
}

// CloseWith closes with a code. As with Discord, some codes end the session too:
// 4004, 4007, 4009 to 4014.
func CloseWith(code int) Step { return func(c *conn) { c.srv.closeConn(c, code, "") } }

// Cut drops the connection without a word.
func Cut() Step { return func(c *conn) { c.push(frame{}) } }

// Silence says nothing more, not even heartbeat ACKs, and leaves the connection
// open.
func Silence() Step { return func(c *conn) { c.silent = true } }

// IgnoreHeartbeats acknowledges no more heartbeats (Op 11).
func IgnoreHeartbeats() Step { return func(c *conn) { c.deaf = true } }

// Raw sends a text as it is: for what no Discord would send. It has no number;
// an odd event with one is [Gateway.Dispatch]'s.
func Raw(text string) Step {
	return func(c *conn) { c.push(frame{websocket.TextMessage, []byte(text)}) }
}

// Binary is [Raw] in a binary frame.
func Binary(data string) Step {
	return func(c *conn) { c.push(frame{websocket.BinaryMessage, []byte(data)}) }
}

// Do does it to every connection that is open.
func (g *Gateway) Do(step Step) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	for c := range g.conns {
		step(c)
	}
}

// Connect is how a coming gateway connection goes wrong. The zero value goes
// right.
type Connect struct {
	// Times is how many connections go so; 0 means 1, a negative number means
	// for ever.
	Times int
	// Refuse is an HTTP status that is answered instead of a WebSocket.
	Refuse int
	// Hello happens instead of Hello.
	Hello Step
	// Ready happens once instead of READY or RESUMED, to whichever of Identify
	// and Resume comes first; OnlyResume lets an Identify pass.
	Ready      Step
	OnlyResume bool
	// Replay is how many events a resume brings again though the bot had
	// acknowledged them.
	Replay int
}

// Next orders how the next connections go wrong, in this order.
func (g *Gateway) Next(plans ...Connect) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.plans = append(g.plans, plans...)
}

// nextPlan is how the next connection goes wrong. Callers hold mu.
func (g *Gateway) nextPlan() (plan Connect) {
	if len(g.plans) > 0 {
		plan = g.plans[0]
		if spent(&g.plans[0].Times) {
			g.plans = g.plans[1:]
		}
	}
	return plan
}

// misbehaves does what was ordered instead of READY or RESUMED. Callers hold mu.
func (c *conn) misbehaves(resume bool) bool {
	step := c.plan.Ready
	if step == nil || c.plan.OnlyResume && !resume {
		return false
	}
	c.plan.Ready = nil // the bot may go on with this connection
	step(c)
	return true
}

// Dispatch sends an event to every session, numbered and replayed as any other.
func (g *Gateway) Dispatch(event string, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("discordtest: event %s: %w", event, err)
	}
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.srv.dispatch(event, raw)
}
