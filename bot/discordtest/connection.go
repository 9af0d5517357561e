package discordtest

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"github.com/gorilla/websocket"
)

// conn is a WebSocket connection of the bot. The server's mu guards its fields.
type conn struct {
	srv     *Server
	ws      *websocket.Conn
	plan    Connect
	session *session // nil before Identify or Resume
	silent  bool
	deaf    bool // heartbeats are not acknowledged
	queue   chan frame
	// heartbeatTimer ends the session of a bot whose heartbeat stopped.
	heartbeatTimer *time.Timer
	// minute is the start of the current minute, messages how many came since.
	minute   time.Time
	messages int
}

// frame is something to send. The zero value drops the connection.
type frame struct {
	kind int // WebSocket's type of message
	data []byte
}

// text returns a frame with a message of the gateway.
func text(msg object) frame {
	data, err := json.Marshal(msg)
	must(err)
	return frame{websocket.TextMessage, data}
}

// op returns a frame with a message that is not an event.
func op(code int, data any) frame { return text(object{"op": code, "d": data, "s": nil, "t": nil}) }

func closing(code int, why string) frame {
	return frame{websocket.CloseMessage, websocket.FormatCloseMessage(code, why)}
}

const (
	maxGatewayMessage = 4096 // bytes
	maxPerMinute      = 120
	maxUnread         = 1 << 12 // frames
	heartbeatInterval = 41250 * time.Millisecond
)

// push queues a frame without waiting: it drops the connection of a bot that does not read.
// On a silent connection it drops messages. Callers must hold the server's mu.
func (c *conn) push(f frame) {
	if c.silent && f.kind == websocket.TextMessage {
		return
	}
	select {
	case c.queue <- f:
	default:
		_ = c.ws.NetConn().Close()
	}
}

// write sends queued frames until the connection ends.
func (c *conn) write() {
	defer c.ws.Close() //nolint:errcheck // it may be closed already
	for f := range c.queue {
		switch f.kind {
		case 0:
			return
		case websocket.CloseMessage:
			_ = c.ws.WriteControl(f.kind, f.data, time.Now().Add(time.Second))
			return
		}
		if c.ws.WriteMessage(f.kind, f.data) != nil {
			return
		}
	}
}

// serveGateway accepts a WebSocket and serves it to its end.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	plan := s.gw.nextPlan()
	s.mu.Unlock()
	if plan.Refuse != 0 {
		http.Error(w, http.StatusText(plan.Refuse), plan.Refuse)
		return
	}
	s.gateways.Add(1)
	defer s.gateways.Done()
	ws, err := new(websocket.Upgrader).Upgrade(w, r, nil)
	if err != nil {
		return
	}
	defer context.AfterFunc(s.ctx, func() { _ = ws.NetConn().Close() })()
	ws.SetCloseHandler(func(int, string) error { return nil }) // see farewell
	c := &conn{srv: s, ws: ws, plan: plan, queue: make(chan frame, maxUnread)}
	s.gateways.Go(c.write)
	s.greet(c)
	s.farewell(c, s.readConn(c))
}

// greet registers a connection and sends Hello, or does the step ordered instead.
func (s *Server) greet(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.gw.conns[c] = true
	s.gw.count.Connections++
	c.heartbeatTimer = time.AfterFunc(2*s.opts.Heartbeat, func() { s.timeOut(c) })
	s.wake()
	if c.plan.Hello != nil {
		c.plan.Hello(c)
		return
	}
	c.push(op(opHello, object{"heartbeat_interval": s.opts.Heartbeat.Milliseconds()}))
}

// readConn handles the bot's messages until the connection ends, and returns its close code.
func (s *Server) readConn(c *conn) int {
	for {
		_, data, err := c.ws.ReadMessage()
		if closed, ok := errors.AsType[*websocket.CloseError](err); ok {
			return closed.Code
		}
		if err != nil {
			return websocket.CloseAbnormalClosure
		}
		s.receive(c, data)
	}
}

// farewell answers the bot's close and takes the connection off the books. The
// session stays, to be resumed, unless the bot said goodbye: 1000 and 1001 end
// it.
func (s *Server) farewell(c *conn, code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
		s.endSession(c)
	}
	c.push(closing(code, ""))
	close(c.queue)
	c.heartbeatTimer.Stop()
	delete(s.gw.conns, c)
	s.gw.count.Closes = append(s.gw.count.Closes, code)
	c.leave()
	s.wake()
}

// timeOut ends a session whose heartbeat stopped, unless the connection is silent: that
// lasts until the bot closes it.
func (s *Server) timeOut(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.gw.conns[c] && !c.silent {
		s.closeConn(c, 4009, "Session timed out.")
	}
}
