package discordtest

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/gorilla/websocket"
)

// Connect is how a coming gateway connection goes wrong. The zero value goes
// right. A new kind of fault is a field here, and its effect where the
// connection is greeted or answered, below; what goes wrong on connections
// that are open is a method of [Gateway].
type Connect struct {
	// Times is how many connections go so; 0 means 1, a negative number means
	// for ever.
	Times int
	// Refuse is an HTTP status that is answered instead of a WebSocket.
	Refuse int
	// SilentBeforeHello accepts the connection and never says a word.
	SilentBeforeHello bool
	// CloseBeforeHello is a close code sent instead of Hello.
	CloseBeforeHello int
	// Hello is a text sent instead of Hello.
	Hello string

	// The rest happens instead of READY or RESUMED, to whichever of Identify
	// and Resume comes; OnlyResume lets an Identify pass.
	OnlyResume bool
	// Silent says nothing any more, but for heartbeat ACKs.
	Silent bool
	// Reconnect sends Op 7.
	Reconnect bool
	// Invalid sends Op 9, whose value says that the session is over.
	Invalid bool
	// Close is a close code.
	Close int
}

// Next orders how the next connections go wrong, in this order.
func (g *Gateway) Next(plans ...Connect) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.plans = append(g.plans, plans...)
}

// Heal forgets the orders of [Gateway.Next], acknowledges heartbeats again and
// replays no more than it must.
func (g *Gateway) Heal() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.plans, g.deaf, g.replay = nil, false, 0
}

func (g *Gateway) nextPlan() Connect {
	if len(g.plans) == 0 {
		return Connect{}
	}
	p := g.plans[0]
	if spent(&g.plans[0].Times) {
		g.plans = g.plans[1:]
	}
	return p
}

// greet enters a connection in the books and says Hello, or what was ordered
// instead.
func (s *Server) greet(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gw.conns[c] = true
	s.gw.count.Connections++
	c.beating = time.AfterFunc(2*heartbeatInterval, func() { s.giveUp(c) })
	s.wake()
	switch {
	case c.plan.SilentBeforeHello:
		c.silent = true
	case c.plan.CloseBeforeHello != 0:
		s.closeConn(c, c.plan.CloseBeforeHello, "")
	case c.plan.Hello != "":
		c.push(frame{websocket.TextMessage, []byte(c.plan.Hello)})
	default:
		c.push(op(opHello, object{"heartbeat_interval": heartbeatInterval.Milliseconds()}))
	}
}

// misbehave does what was ordered instead of READY or RESUMED. Callers hold mu.
func (s *Server) misbehave(c *conn, resume bool) bool {
	p := c.plan
	if p.OnlyResume && !resume {
		return false
	}
	switch {
	case p.Silent:
	case p.Reconnect:
		c.push(op(opReconnect, nil))
	case p.Invalid:
		c.push(op(opInvalidSession, false))
	case p.Close != 0:
		s.closeConn(c, p.Close, "")
	default:
		return false
	}
	// What was ordered happens once: the bot may go on with this connection.
	c.plan = Connect{Silent: p.Silent}
	return true
}

// IgnoreHeartbeats stops (or starts again) acknowledging heartbeats (Op 11).
func (g *Gateway) IgnoreHeartbeats(yes bool) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.deaf = yes
}

// ReplayOnResume makes every resume replay also the last n events that the bot
// had already acknowledged.
func (g *Gateway) ReplayOnResume(n int) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.replay = n
}

// RequestHeartbeat asks every connection for a heartbeat now (Op 1).
func (g *Gateway) RequestHeartbeat() { g.each(func(c *conn) { c.push(op(opHeartbeat, nil)) }) }

// Reconnect tells every connection to go and resume (Op 7).
func (g *Gateway) Reconnect() { g.each(func(c *conn) { c.push(op(opReconnect, nil)) }) }

// InvalidSession tells every connection that its session is over (Op 9); it
// can be resumed only if resumable.
func (g *Gateway) InvalidSession(resumable bool) {
	g.each(func(c *conn) {
		if !resumable {
			g.srv.endSession(c)
		}
		c.push(op(opInvalidSession, resumable))
	})
}

// Close closes every connection with a code. As with Discord, some codes end
// the session too: 4004, 4007, 4009 to 4014.
func (g *Gateway) Close(code int, reason string) {
	g.each(func(c *conn) { g.srv.closeConn(c, code, reason) })
}

// Cut drops every connection without a word.
func (g *Gateway) Cut() { g.each(func(c *conn) { c.push(frame{}) }) }

// Silence says nothing more on the connections that are open now, not even
// heartbeat ACKs, and leaves them open.
func (g *Gateway) Silence() { g.each(func(c *conn) { c.silent = true }) }

// SendRaw sends a text as it is on every connection: for what no Discord would
// send. It has no number; an odd event with one is [Gateway.Dispatch]'s.
func (g *Gateway) SendRaw(data string) { g.sendFrame(websocket.TextMessage, data) }

// SendBinary is [Gateway.SendRaw] in a binary frame.
func (g *Gateway) SendBinary(data string) { g.sendFrame(websocket.BinaryMessage, data) }

func (g *Gateway) sendFrame(kind int, data string) {
	g.each(func(c *conn) { c.push(frame{kind, []byte(data)}) })
}

func (g *Gateway) each(do func(*conn)) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	for c := range g.conns {
		do(c)
	}
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
