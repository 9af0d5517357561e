package discordtest

import (
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// conn is one WebSocket of the bot's. Its fields are guarded by the server's mu.
type conn struct {
	ws       *websocket.Conn
	plan     Connect
	session  *session
	silent   bool
	received window

	queue []frame
	wake  chan struct{} // holds one: there is something in the queue
	done  chan struct{} // closed when the reader has ended
}

// frame is something to send. The zero value drops the connection.
type frame struct {
	kind int // of message, as WebSocket has them
	data []byte
	seq  int64 // of an event
}

// text is a message of the gateway's as it is sent.
func text(msg object) frame {
	data, err := json.Marshal(msg)
	if err != nil {
		panic("discordtest: a gateway message: " + err.Error())
	}
	return frame{kind: websocket.TextMessage, data: data}
}

// op is a message that is not an event.
func op(code int, data any) frame { return text(object{"op": code, "d": data, "s": nil, "t": nil}) }

// event is an event, with its number in the session.
func event(seq int64, name string, data any) frame {
	f := text(object{"op": opDispatch, "d": data, "s": seq, "t": name})
	f.seq = seq
	return f
}

func closing(code int, why string) frame {
	return frame{kind: websocket.CloseMessage, data: websocket.FormatCloseMessage(code, why)}
}

const (
	maxGatewayMessage = 4096 // bytes
	maxPerMinute      = 120
	heartbeatInterval = 41250 * time.Millisecond
)

// tooMuch returns the close code for what is over the gateway's limits, else 0.
// Callers hold the server's mu.
func (c *conn) tooMuch(data []byte, now time.Time) int {
	switch count := c.received.add(now, time.Minute); {
	case len(data) > maxGatewayMessage:
		return 4002
	case count > maxPerMinute:
		return 4008
	}
	return 0
}

// push queues a frame and never waits: a bot that does not read must not stop
// the server. Silence drops it. Callers hold the server's mu.
func (c *conn) push(f frame) {
	if c.silent && (f.kind == websocket.TextMessage || f.kind == websocket.BinaryMessage) {
		return
	}
	c.queue = append(c.queue, f)
	select {
	case c.wake <- struct{}{}:
	default:
	}
}

// write sends what is queued until the connection ends.
func (s *Server) write(c *conn) {
	for {
		select {
		case <-c.wake:
		case <-c.done:
			return
		}
		s.mu.Lock()
		queue := c.queue
		c.queue = nil
		s.mu.Unlock()
		for _, f := range queue {
			if !c.send(f) {
				_ = c.ws.Close()
				return
			}
		}
	}
}

// send writes one frame; false means that the connection is over.
func (c *conn) send(f frame) bool {
	switch f.kind {
	case 0:
		return false
	case websocket.CloseMessage:
		_ = c.ws.WriteControl(f.kind, f.data, time.Now().Add(time.Second))
		return false
	}
	return c.ws.WriteMessage(f.kind, f.data) == nil
}

// serveGateway accepts a WebSocket and lives as long as it does.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	if !websocket.IsWebSocketUpgrade(r) {
		http.NotFound(w, r)
		return
	}
	s.mu.Lock()
	plan := s.gw.nextPlan()
	s.mu.Unlock()
	if plan.Refuse != 0 {
		http.Error(w, http.StatusText(plan.Refuse), plan.Refuse)
		return
	}
	up := websocket.Upgrader{CheckOrigin: func(*http.Request) bool { return true }}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	ws.SetCloseHandler(func(int, string) error { return nil }) // see farewell
	c := &conn{ws: ws, plan: plan, wake: make(chan struct{}, 1), done: make(chan struct{})}
	if !s.addConn(c) {
		_ = ws.Close()
		return
	}
	var writer sync.WaitGroup
	writer.Go(func() { s.write(c) })
	s.greet(c)
	code := s.readConn(c)
	s.dropConn(c, code)
	close(c.done)
	_ = ws.Close()
	writer.Wait()
}

func (s *Server) addConn(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.gw.conns[c] = struct{}{}
	if q, ok := c.ws.NetConn().(*quietConn); ok {
		q.gateway.Store(true)
	}
	s.gw.count.Connections++
	s.changed.wake()
	return true
}

// dropConn takes the connection off the books. The session stays, to be
// resumed, unless the bot said goodbye: 1000 and 1001 end it.
func (s *Server) dropConn(c *conn, code int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.gw.conns, c)
	s.gw.count.Closes = append(s.gw.count.Closes, code)
	if code == websocket.CloseNormalClosure || code == websocket.CloseGoingAway {
		s.endSession(c)
	}
	if c.session != nil && c.session.conn == c {
		c.session.conn = nil
	}
	s.changed.wake()
}

// sessionTimedOut is the close code for a bot that stopped its heartbeat.
const sessionTimedOut = 4009

// timeOut gives up on a bot that has gone quiet, unless it was met with silence
// itself: that lasts until somebody hangs up.
func (s *Server) timeOut(c *conn) int {
	s.mu.Lock()
	silent := c.silent || c.plan.Silent
	if !silent {
		s.endSession(c)
	}
	s.mu.Unlock()
	if silent {
		_ = c.ws.NetConn().SetReadDeadline(time.Time{})
		_, _ = io.Copy(io.Discard, c.ws.NetConn())
		return websocket.CloseAbnormalClosure
	}
	// The connection is closed right after, so this is said here and now.
	c.send(closing(sessionTimedOut, "Session timed out."))
	return sessionTimedOut
}

// farewell answers the bot's close. In memory it gives the bot two seconds to
// hang up first: discordgo sleeps for one while it holds the session's lock,
// and a goroutine of its that waits for that lock would stop the clock of a
// testing/synctest bubble, and with it the sleep.
func (s *Server) farewell(c *conn, code int) {
	if s.opts.InMemory {
		_ = c.ws.NetConn().SetReadDeadline(time.Now().Add(2 * time.Second))
		_, _ = io.Copy(io.Discard, c.ws.NetConn())
	}
	c.send(closing(code, ""))
}

// readConn handles what the bot sends until the connection ends, and returns
// the code it closed with.
func (s *Server) readConn(c *conn) int {
	for {
		// A bot whose heartbeat stops is gone, whatever TCP thinks.
		_ = c.ws.SetReadDeadline(time.Now().Add(2 * heartbeatInterval))
		_, data, err := c.ws.ReadMessage()
		var netErr net.Error
		if errors.As(err, &netErr) && netErr.Timeout() {
			return s.timeOut(c)
		}
		if err != nil {
			var closed *websocket.CloseError
			if errors.As(err, &closed) {
				s.farewell(c, closed.Code)
				return closed.Code
			}
			return websocket.CloseAbnormalClosure
		}
		s.receive(c, data)
	}
}
