package discordtest

import (
	"errors"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

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
	writer.Go(c.write)
	s.greet(c)
	code := s.readConn(c)
	s.dropConn(c, code)
	close(c.done)
	_ = ws.Close()
	writer.Wait()
}

func (s *Server) greet(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case c.plan.SilentBeforeHello:
		c.silent = true
	case c.plan.CloseBeforeHello != 0:
		s.closeConn(c, c.plan.CloseBeforeHello, "")
	default:
		c.push(frame{op: opHello, data: map[string]any{
			"heartbeat_interval": s.opts.HeartbeatInterval.Milliseconds(),
			"_trace":             []string{"discordtest"},
		}})
	}
}

func (s *Server) addConn(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return false
	}
	s.gw.conns[c] = struct{}{}
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
	msg := websocket.FormatCloseMessage(sessionTimedOut, "Session timed out.")
	_ = c.ws.WriteControl(websocket.CloseMessage, msg, time.Now().Add(time.Second))
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
	msg := []byte{} // 1005 and 1006 stand for no code and cannot be sent
	if code != websocket.CloseNoStatusReceived {
		msg = websocket.FormatCloseMessage(code, "")
	}
	_ = c.ws.WriteControl(websocket.CloseMessage, msg, time.Now().Add(time.Second))
}

// readConn handles what the bot sends until the connection ends, and returns
// the code it closed with.
func (s *Server) readConn(c *conn) int {
	for {
		// A bot whose heartbeat stops is gone, whatever TCP thinks.
		_ = c.ws.SetReadDeadline(time.Now().Add(2 * s.opts.HeartbeatInterval))
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
