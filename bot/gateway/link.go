package gateway

import (
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

// link makes the connections of a session and reads along on them, because the
// library deadlocks on some messages, throws close codes away, and sets no read
// deadline. It is safe for concurrent use.
type link struct {
	open time.Duration // how long a step of opening may be silent
	dial dialFunc

	mu    sync.Mutex
	conn  *tapped
	cause error         // why the latest connection ended
	ready bool          // the session is open: READY or RESUMED came
	beat  time.Duration // the heartbeat interval, from Hello
}

type dialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

// dialer returns a dialer whose connections are tapped. No proxy: its
// connection would have to be made before TLS, which is made here.
func (l *link) dialer() *websocket.Dialer {
	plain := l.dial
	return &websocket.Dialer{
		HandshakeTimeout: l.open,
		NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := plain(ctx, network, addr)
			return l.tap(c, err)
		},
		NetDialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := dialTLS(ctx, plain, network, addr)
			return l.tap(c, err)
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

// tap begins a new connection.
func (l *link) tap(c net.Conn, err error) (net.Conn, error) {
	if err != nil {
		return nil, err
	}
	t := &tapped{Conn: c, link: l}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conn, l.cause, l.ready, l.beat = t, nil, false, 0
	return t, nil
}

// opened notes that the session is open.
func (l *link) opened() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.ready = true
}

// interval returns the heartbeat interval, Discord's usual one when it is not
// known.
func (l *link) interval() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.beat == 0 {
		return 41250 * time.Millisecond
	}
	return l.beat
}

// patience is how long the connection may be silent. An open session hears an
// acknowledgement every interval; it ends between two heartbeats, not with
// one, because the library's reader and its heartbeat both close the session
// when they fail, and the second to come closes the next connection.
func (l *link) patience() time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.ready {
		return l.open
	}
	return l.beat + l.beat*3/4
}

// cut ends the current connection, from the inside.
func (l *link) cut(cause error) {
	l.mu.Lock()
	c := l.conn
	l.mu.Unlock()
	if c != nil {
		c.end(cause)
	}
}

// ended remembers why a connection ended: the first cause counts, and only
// that of the latest connection.
func (l *link) ended(c *tapped, cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == c && l.cause == nil {
		l.cause = cause
	}
}

// reset forgets why the last connection ended, before a new one is tried.
func (l *link) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.cause = nil
}

// why returns the cause of the latest connection's end, nil when nothing but
// the network is known to be at fault.
func (l *link) why() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.cause
}

// tapped is a connection that is read along. Read is called by one goroutine.
type tapped struct {
	net.Conn
	link   *link
	frames frameReader
	over   error // returned by every further Read
}

// end closes the connection without a close frame. With one, the library's
// 1000, Discord would forget the session, and nothing could be resumed.
func (t *tapped) end(cause error) {
	t.link.ended(t, cause)
	_ = t.Close() // it is of no more use, whatever this says
}

// Read is [net.Conn.Read] under a deadline. What the library must not see is
// held back, and ends the connection instead.
func (t *tapped) Read(p []byte) (int, error) {
	if t.over != nil {
		return 0, t.over
	}
	if err := t.SetReadDeadline(time.Now().Add(t.link.patience())); err != nil {
		return 0, err
	}
	n, err := t.Conn.Read(p)
	if err != nil {
		var timeout net.Error
		if errors.As(err, &timeout) && timeout.Timeout() {
			t.end(errSilence)
		}
		return n, err
	}
	n = t.inspect(p[:n])
	if n == 0 && t.over != nil {
		return 0, t.over
	}
	return n, nil
}

// inspect looks at what was read and returns how much of it to pass on.
func (t *tapped) inspect(p []byte) int {
	for done := 0; done < len(p); {
		used, frame := t.frames.next(p[done:])
		if frame != nil {
			if cause := t.judge(*frame); cause != nil {
				t.over = cause
				t.end(cause)
				return done
			}
		}
		done += used
	}
	return len(p)
}

// judge returns why a message ends the connection, nil for one that may pass.
func (t *tapped) judge(f seenFrame) error {
	if f.opcode == frameClose {
		t.link.ended(t, closeError(f.code()))
		return nil // the library may see it
	}
	if f.opcode != frameText || !f.whole {
		return nil // longer than anything but an event
	}
	if string(f.payload) == "null" {
		return errGarbled // on which the library panics
	}
	var m struct {
		Op int             `json:"op"`
		D  json.RawMessage `json:"d"`
	}
	if json.Unmarshal(f.payload, &m) != nil {
		return nil //nolint:nilerr // the library drops it and goes on
	}
	switch m.Op {
	case 7:
		return errReconnect
	case 9:
		if string(m.D) == "true" {
			return errInvalidSoon
		}
		return errInvalid
	case 10:
		t.link.hello(m.D)
	}
	return nil
}

// hello reads the heartbeat interval.
func (l *link) hello(data []byte) {
	var d struct {
		Interval int64 `json:"heartbeat_interval"`
	}
	if json.Unmarshal(data, &d) != nil || d.Interval <= 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.beat = time.Duration(d.Interval) * time.Millisecond
}
