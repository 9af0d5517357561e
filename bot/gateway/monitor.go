package gateway

import (
	"bytes"
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

// Why a connection ended, as far as the library does not say.
var (
	errSilence     = errors.New("the gateway fell silent")
	errReconnect   = errors.New("the gateway asked to reconnect")
	errInvalid     = errors.New("the gateway no longer knows the session")
	errInvalidSoon = errors.New("the gateway cannot resume the session yet")
	errNoAck       = errors.New("the gateway acknowledges no heartbeats")
	errLeaving     = errors.New("shutting down")
	errOpenTime    = errors.New("opening took too long")
	errGarbled     = errors.New("the gateway sent null")
	errLost        = errors.New("the connection was lost")
)

// closeError is a close frame from the server.
type closeError int

func (c closeError) Error() string { return fmt.Sprintf("the gateway closed with code %d", int(c)) }

// monitor makes the connections of a session and reads along on them, because
// the library deadlocks on some messages, throws close codes away, and sets no
// read deadline. It is safe for concurrent use.
type monitor struct {
	openTimeout time.Duration // how long a step of opening may be silent
	dial        dialFunc
	// closed gets a token when the server has sent a close frame.
	closed chan struct{}

	mu       sync.Mutex
	conn     *monitoredConn
	endCause error         // why the latest connection ended
	ready    bool          // the session is open: READY or RESUMED came
	interval time.Duration // between heartbeats, from Hello
}

type dialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

func newMonitor(openTimeout time.Duration, dial dialFunc) *monitor {
	return &monitor{openTimeout: openTimeout, dial: dial, closed: make(chan struct{}, 1)}
}

// dialer returns a dialer whose connections are monitored. No proxy: its
// connection would have to be made before TLS, which is made here.
func (m *monitor) dialer() *websocket.Dialer {
	return &websocket.Dialer{
		HandshakeTimeout: m.openTimeout,
		NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := m.dial(ctx, network, addr)
			return m.watch(c, err)
		},
		NetDialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := dialTLS(ctx, m.dial, network, addr)
			return m.watch(c, err)
		},
	}
}

func dialTLS(ctx context.Context, dial dialFunc, network, addr string) (net.Conn, error) {
	c, err := dial(ctx, network, addr)
	if err != nil {
		return nil, err
	}
	host, _, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, errors.Join(err, c.Close())
	}
	secured := tls.Client(c, &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12})
	if err := secured.HandshakeContext(ctx); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return secured, nil
}

// watch begins a new connection, unless dialling it failed.
func (m *monitor) watch(c net.Conn, err error) (net.Conn, error) {
	if err != nil {
		return nil, err
	}
	mc := &monitoredConn{Conn: c, monitor: m}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.conn, m.endCause, m.ready, m.interval = mc, nil, false, 0
	return mc, nil
}

// markReady notes that the session is open.
func (m *monitor) markReady() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.ready = true
}

// heartbeatInterval is Discord's usual one when it is not known.
func (m *monitor) heartbeatInterval() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return cmp.Or(m.interval, 41250*time.Millisecond)
}

// readTimeout is how long the connection may be silent. An open session hears an
// acknowledgement every interval; it ends between two heartbeats, not with
// one, because the library's reader and its heartbeat both close the session
// when they fail, and the second to come closes the next connection.
func (m *monitor) readTimeout() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	if !m.ready {
		return m.openTimeout
	}
	return m.interval + m.interval*3/4
}

// disconnect ends the current connection, from the inside.
func (m *monitor) disconnect(cause error) {
	m.mu.Lock()
	c := m.conn
	m.mu.Unlock()
	if c != nil {
		c.end(cause)
	}
}

// setCause remembers why a connection ended: the first cause counts, and only
// that of the latest connection.
func (m *monitor) setCause(c *monitoredConn, cause error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.conn == c && m.endCause == nil {
		m.endCause = cause
	}
}

// reset forgets why the last connection ended, before a new one is tried.
func (m *monitor) reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.endCause = nil
	select {
	case <-m.closed:
	default:
	}
}

// cause returns why the latest connection ended, nil when nothing but the
// network is known to be at fault.
func (m *monitor) cause() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.endCause
}

// monitoredConn is a connection that is read along. Read is called by one
// goroutine.
type monitoredConn struct {
	net.Conn
	monitor *monitor
	frames  frameReader
	over    error // returned by every further Read
}

// end closes the connection without a close frame. With one, the library's
// 1000, Discord would forget the session, and nothing could be resumed.
func (c *monitoredConn) end(cause error) {
	c.monitor.setCause(c, cause)
	_ = c.Close() // it is of no more use, whatever this says
}

// Read is [net.Conn.Read] under a deadline. What the library must not see is
// held back, and ends the connection instead.
func (c *monitoredConn) Read(p []byte) (int, error) {
	if c.over != nil {
		return 0, c.over
	}
	if err := c.SetReadDeadline(time.Now().Add(c.monitor.readTimeout())); err != nil {
		return 0, err
	}
	n, err := c.Conn.Read(p)
	if err != nil {
		var timeout net.Error
		if errors.As(err, &timeout) && timeout.Timeout() {
			c.end(errSilence)
		}
		return n, err
	}
	n = c.inspect(p[:n])
	if n == 0 && c.over != nil {
		return 0, c.over
	}
	return n, nil
}

// inspect looks at what was read and returns how much of it to pass on.
func (c *monitoredConn) inspect(p []byte) int {
	for done := 0; done < len(p); {
		used, f := c.frames.next(p[done:])
		if f != nil {
			if cause := c.check(*f); cause != nil {
				c.over = cause
				c.end(cause)
				return done
			}
		}
		done += used
	}
	return len(p)
}

// check returns why a message ends the connection, nil for one that may pass.
func (c *monitoredConn) check(f frame) error {
	if f.opcode == frameClose {
		c.monitor.setCause(c, closeError(f.code()))
		notify(c.monitor.closed)
		return nil // the library may see it
	}
	if f.opcode != frameText || !f.whole {
		return nil // longer than anything but an event
	}
	if string(bytes.TrimSpace(f.payload)) == "null" {
		return errGarbled // on which the library panics
	}
	var msg struct {
		Op int             `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if json.Unmarshal(f.payload, &msg) != nil {
		return nil //nolint:nilerr // the library drops it and goes on
	}
	switch msg.Op {
	case 7:
		return errReconnect
	case 9:
		if string(msg.D) == "true" {
			return errInvalidSoon
		}
		return errInvalid
	case 10:
		c.monitor.readHello(msg.D)
	}
	return nil
}

// readHello takes the heartbeat interval.
func (m *monitor) readHello(data []byte) {
	var d struct {
		Interval int64 `json:"heartbeat_interval"`
	}
	if json.Unmarshal(data, &d) != nil || d.Interval <= 0 {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.interval = time.Duration(d.Interval) * time.Millisecond
}

// notify puts a token into a channel of one, if there is none.
func notify(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
