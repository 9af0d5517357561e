package discordtest

import (
	"encoding/json"
	"fmt"

	"github.com/gorilla/websocket"
)

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

// Heal forgets the orders of [Gateway.Next].
func (g *Gateway) Heal() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.plans = nil
}

// nextPlan is how the next connection goes wrong. Callers hold mu.
func (g *Gateway) nextPlan() (plan Connect) {
	if len(g.plans) == 0 {
		return plan
	}
	plan = g.plans[0]
	if spent(&g.plans[0].Times) {
		g.plans = g.plans[1:]
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
