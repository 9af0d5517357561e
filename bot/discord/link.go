package discord

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
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
	errBinary      = errors.New("the gateway sent a binary message, and none was asked for")
	errHello       = errors.New("the gateway sent a Hello without a usable heartbeat interval")
	errReady       = errors.New("the gateway sent a READY without a session")
	errLost        = errors.New("the connection was lost")
)

// closeError is a close frame from the server.
type closeError int

func (c closeError) Error() string { return fmt.Sprintf("the gateway closed with code %d", int(c)) }

// link makes the connections of a session, and stands on them between Discord
// and the library: events go to the bot, and the library gets no more than it
// needs to keep the session and can digest. By itself it panics on what it does
// not expect, deadlocks on Op 7 and Op 9, throws close codes away, and sets no
// read deadline. It is safe for concurrent use.
type link struct {
	openTimeout time.Duration // how long a step of opening may be silent
	dial        dialFunc
	// event takes each event, before the library hears that there was one.
	event func(name string, data []byte)
	log   *slog.Logger
	// closed gets a token when the server has sent a close frame.
	closed chan struct{}
	// latency is how long the gateway took to acknowledge the latest heartbeat.
	latency atomic.Int64
	// Of the latest connection: whether the session is open, since READY or RESUMED
	// came; and what lies between heartbeats, from Hello, 0 before.
	ready    atomic.Bool
	interval atomic.Int64

	mu       sync.Mutex
	conn     *linkConn
	endCause error // why the latest connection ended
}

type dialFunc func(ctx context.Context, network, addr string) (net.Conn, error)

func newLink(cfg Config, event func(name string, data []byte)) *link {
	return &link{openTimeout: cfg.Timing.Open, dial: cfg.Dial, event: event, log: cfg.Logger, closed: make(chan struct{}, 1)}
}

// dialer returns a dialer whose connections are links. No proxy: its
// connection would have to be made before TLS, which is made here.
func (l *link) dialer() *websocket.Dialer {
	return &websocket.Dialer{
		HandshakeTimeout: l.openTimeout,
		NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := l.dial(ctx, network, addr)
			return l.carry(c, err)
		},
		NetDialTLSContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := dialTLS(ctx, l.dial, network, addr)
			return l.carry(c, err)
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

// carry begins a new connection, unless dialling it failed.
func (l *link) carry(c net.Conn, err error) (net.Conn, error) {
	if err != nil {
		return nil, err
	}
	lc := newLinkConn(c, l)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.conn, l.endCause = lc, nil
	l.ready.Store(false)
	l.interval.Store(0)
	return lc, nil
}

// heartbeatInterval is Discord's usual one when it is not known.
func (l *link) heartbeatInterval() time.Duration {
	return cmp.Or(time.Duration(l.interval.Load()), 41250*time.Millisecond)
}

// readTimeout is how long the connection may be silent. An open session hears an
// acknowledgement every interval; it ends between two heartbeats, not with
// one, because the library's reader and its heartbeat both close the session
// when they fail, and the second to come closes the next connection.
func (l *link) readTimeout() time.Duration {
	if !l.ready.Load() {
		return l.openTimeout
	}
	interval := l.heartbeatInterval()
	return interval + interval*3/4
}

// disconnect ends the current connection, from the inside.
func (l *link) disconnect(cause error) {
	l.mu.Lock()
	c := l.conn
	l.mu.Unlock()
	if c != nil {
		c.end(cause)
	}
}

// setCause remembers why a connection ended: the first cause counts, and only
// that of the latest connection.
func (l *link) setCause(c *linkConn, cause error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.conn == c && l.endCause == nil {
		l.endCause = cause
	}
}

// reset forgets why the last connection ended, before a new one is tried.
func (l *link) reset() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.endCause = nil
	select {
	case <-l.closed:
	default:
	}
}

// cause returns why the latest connection ended, nil when nothing but the
// network is known to be at fault.
func (l *link) cause() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.endCause
}

// notify puts a token into a channel of one, if there is none.
func notify(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
