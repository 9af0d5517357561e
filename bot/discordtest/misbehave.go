package discordtest

import (
	"encoding/json"
	"fmt"
)

// Connect is how a coming gateway connection goes wrong. The zero value goes
// right.
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

	// The rest happens instead of READY or RESUMED, to whichever of Identify
	// and Resume comes; OnlyResume lets an Identify pass.
	OnlyResume bool
	// Silent says nothing any more, but for heartbeat ACKs.
	Silent bool
	// Reconnect sends Op 7.
	Reconnect bool
	// Invalid sends Op 9, with Resumable as its value.
	Invalid, Resumable bool
	// Close is a close code.
	Close int
}

// Next orders how the next connections go wrong, in this order.
func (g *Gateway) Next(plans ...Connect) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	for _, p := range plans {
		if p.Times == 0 {
			p.Times = 1
		}
		g.srv.gw.plans = append(g.srv.gw.plans, &p)
	}
}

// Heal forgets the orders of [Gateway.Next], acknowledges heartbeats again and
// replays no more than it must.
func (g *Gateway) Heal() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.srv.gw.plans, g.srv.gw.deaf, g.srv.gw.replay = nil, false, 0
}

func (gw *gatewayState) nextPlan() Connect {
	if len(gw.plans) == 0 {
		return Connect{}
	}
	p := gw.plans[0]
	if p.Times > 0 {
		p.Times--
	}
	if p.Times == 0 {
		gw.plans = gw.plans[1:]
	}
	return *p
}

// IgnoreHeartbeats stops (or starts again) acknowledging heartbeats (Op 11).
func (g *Gateway) IgnoreHeartbeats(yes bool) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.srv.gw.deaf = yes
}

// ReplayOnResume makes every resume replay also the last n events that the bot
// had already acknowledged.
func (g *Gateway) ReplayOnResume(n int) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.srv.gw.replay = n
}

// RequestHeartbeat asks every connection for a heartbeat now (Op 1).
func (g *Gateway) RequestHeartbeat() { g.toAll(frame{op: 1}) }

// Reconnect tells every connection to go and resume (Op 7).
func (g *Gateway) Reconnect() { g.toAll(frame{op: 7}) }

// InvalidSession tells every connection that its session is over (Op 9); it
// can be resumed only if resumable.
func (g *Gateway) InvalidSession(resumable bool) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	for c := range g.srv.gw.conns {
		if !resumable {
			g.srv.endSession(c)
		}
		c.push(frame{op: 9, data: resumable})
	}
}

// Close closes every connection with a code. As with Discord, some codes end
// the session too: 4004, 4007, 4009 to 4014.
func (g *Gateway) Close(code int, reason string) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	for c := range g.srv.gw.conns {
		g.srv.closeConn(c, code, reason)
	}
}

// Cut drops every connection without a word.
func (g *Gateway) Cut() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	for c := range g.srv.gw.conns {
		c.push(frame{cut: true})
	}
}

// Silence says nothing more on the connections that are open now, not even
// heartbeat ACKs, and leaves them open.
func (g *Gateway) Silence() {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	for c := range g.srv.gw.conns {
		c.silent = true
	}
}

// SendRaw sends a text as it is on every connection: for what no Discord would
// send.
func (g *Gateway) SendRaw(text string) { g.toAll(frame{raw: []byte(text)}) }

// Dispatch sends an event to every session, numbered and replayed as any other.
func (g *Gateway) Dispatch(event string, data any) error {
	raw, err := json.Marshal(data)
	if err != nil {
		return fmt.Errorf("discordtest: event %s: %w", event, err)
	}
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.srv.dispatchTo("", event, raw)
}

func (g *Gateway) toAll(f frame) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	for c := range g.srv.gw.conns {
		c.push(f)
	}
}
