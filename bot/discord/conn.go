package discord

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/url"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"
)

const (
	// maxHandshake bounds what is read of a connection before it is a WebSocket:
	// TLS, and the HTTP header.
	maxHandshake = 64 << 10
	// maxMessage bounds one message. A READY with every server that one connection
	// may have is a tenth of it.
	maxMessage = 16 << 20
	// closeResumable is the code of our close frames when the session is to be
	// resumed: with 1000 and 1001 Discord would forget it.
	closeResumable = 4000
	// closeTime is how long a close frame may take, and how long the gateway's own
	// is waited for.
	closeTime = time.Second
)

// conn is one connection of a session. Its reader, the goroutine of [conn.run],
// starts one that sends heartbeats and one that hangs up; any of them, and the
// supervisor, ends the connection by calling end, which never waits.
type conn struct {
	session *Session
	leaving <-chan struct{} // closed when the session is to be closed
	end     context.CancelCauseFunc
	ws      *websocket.Conn
	helpers sync.WaitGroup

	// interval is the time between heartbeats, from Hello, 0 before.
	interval time.Duration
	// opened is closed when READY or RESUMED came.
	opened chan struct{}
	isOpen bool
	// asked has a token when the gateway wants a heartbeat now.
	asked chan struct{}
	// isAcked says that a heartbeat was acknowledged since the latest regular one.
	isAcked atomic.Bool
	// sent is when the latest heartbeat was sent, acked when the latest
	// acknowledgement came, in nanoseconds of Unix time.
	sent, acked atomic.Int64
}

func newConn(s *Session, leaving <-chan struct{}, end context.CancelCauseFunc) *conn {
	return &conn{session: s, leaving: leaving, end: end, opened: make(chan struct{}), asked: make(chan struct{}, 1)}
}

// run connects and reads until the connection ends, and returns why it did.
func (c *conn) run(ctx context.Context) error {
	err := c.dial(ctx)
	if err != nil {
		c.session.address = "" // the general one may do
	} else {
		gone := make(chan struct{})
		c.helpers.Go(func() { c.hangUp(ctx, gone) })
		err = c.read(ctx)
		close(gone)
	}
	c.end(err)
	c.helpers.Wait()
	if _, ok := errors.AsType[closeError](err); ok {
		return err // says more than that a heartbeat could not be sent
	}
	return context.Cause(ctx)
}

// dial connects to the gateway and upgrades the connection to a WebSocket, under a
// deadline. No proxy is used.
func (c *conn) dial(ctx context.Context) error {
	address, err := url.Parse(cmp.Or(c.session.address, c.session.gateway))
	if err != nil {
		return fmt.Errorf("the gateway's address: %w", err)
	}
	address.Path, address.RawQuery = "/", "v=10&encoding=json"
	var raw *boundedConn
	dialer := websocket.Dialer{
		HandshakeTimeout: c.session.timing.Open,
		NetDialContext: func(dialing context.Context, network, addr string) (net.Conn, error) {
			inner, err := c.session.client.cfg.Dial(dialing, network, addr)
			if err != nil {
				return nil, err
			}
			raw = &boundedConn{Conn: inner, left: maxHandshake}
			raw.stop = context.AfterFunc(ctx, func() { _ = inner.Close() })
			return raw, nil
		},
	}
	ws, answer, err := dialer.DialContext(ctx, address.String(), nil) //nolint:bodyclose // by the library's word it need not be closed
	if raw != nil {
		raw.stop()
		raw.unbounded = true
	}
	switch {
	case err != nil && answer != nil:
		return fmt.Errorf("the gateway answered %s instead of a WebSocket", answer.Status)
	case err != nil:
		return fmt.Errorf("connecting to the gateway: %w", err)
	}
	ws.SetReadLimit(maxMessage)
	ws.SetCloseHandler(func(int, string) error { return nil }) // hangUp says good-bye
	c.ws = ws
	return nil
}

// boundedConn is a connection of which only so many bytes can be read until it is
// unbounded. It belongs to one goroutine.
type boundedConn struct {
	net.Conn
	left      int
	unbounded bool
	stop      func() bool // ends the watch over the handshake's context
}

// Read reads what may still be read.
func (b *boundedConn) Read(p []byte) (int, error) {
	if b.unbounded {
		return b.Conn.Read(p)
	}
	if b.left == 0 {
		return 0, errHandshake
	}
	n, err := b.Conn.Read(p[:min(len(p), b.left)])
	b.left -= n
	return n, err
}

// hangUp waits until the connection is to end, or the reader is gone, and closes it.
func (c *conn) hangUp(ctx context.Context, gone <-chan struct{}) {
	select {
	case <-gone:
	case <-ctx.Done():
	}
	code := closeResumable
	select {
	case <-c.leaving:
		code = websocket.CloseNormalClosure
	default:
	}
	// With a peer that is gone already there is nobody to tell.
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(closeTime))
	select {
	case <-gone:
	case <-time.After(closeTime):
	}
	_ = c.ws.NetConn().Close()
}

// read takes messages until the connection ends, and returns why it did.
func (c *conn) read(ctx context.Context) error {
	for {
		in, err := c.next()
		if err == nil {
			err = c.take(ctx, in)
		}
		if err != nil {
			return err
		}
	}
}

// timeout returns how long the gateway may be silent: on an open connection an
// acknowledgement comes every interval.
func (c *conn) timeout() time.Duration {
	if !c.isOpen {
		return c.session.timing.Open
	}
	return c.interval + c.interval*3/4
}

// next returns the next message, without an Op where it cannot be read.
func (c *conn) next() (in packet, err error) {
	_ = c.ws.SetReadDeadline(time.Now().Add(c.timeout())) // on a closed connection, reading fails
	kind, message, err := c.ws.NextReader()
	if err != nil {
		return in, readError(err)
	}
	if kind != websocket.TextMessage {
		return in, errBinary
	}
	// The limit of the WebSocket is of bytes on the wire, which may be compressed.
	data, err := io.ReadAll(io.LimitReader(message, maxMessage+1))
	switch {
	case err != nil:
		return in, readError(err)
	case len(data) > maxMessage:
		return in, errTooLong
	}
	if err := json.Unmarshal(data, &in); err != nil || in.Op == nil {
		c.session.log.Warn("the gateway sent a message that cannot be read", slog.Int("bytes", len(data)), slog.Any("err", err))
		return packet{}, nil
	}
	return in, nil
}

// readError returns why nothing more can be read.
func readError(err error) error {
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok && closed.Code != websocket.CloseAbnormalClosure {
		return closeError(closed.Code)
	}
	if network, ok := errors.AsType[net.Error](err); ok && network.Timeout() {
		return errSilence
	}
	return fmt.Errorf("%w: %w", errLost, err)
}

// take acts on a message. An error ends the connection.
func (c *conn) take(ctx context.Context, in packet) error {
	switch {
	case in.Op == nil:
		return nil
	case *in.Op == opReconnect:
		return errReconnect
	case *in.Op == opInvalid:
		return invalidSession(in.Data)
	case c.interval == 0: // what comes before Hello means nothing
		if *in.Op == opHello {
			return c.greet(ctx, in.Data)
		}
		return nil
	case *in.Op == opEvent:
		return c.takeEvent(in)
	case *in.Op == opHeartbeat:
		select {
		case c.asked <- struct{}{}:
		default: // one is about to be sent
		}
	case *in.Op == opHeartbeatACK:
		now := time.Now().UnixNano()
		c.isAcked.Store(true)
		c.acked.Store(now)
		c.session.latency.Store(now - c.sent.Load())
	}
	return nil
}

// invalidSession returns what an opInvalid says. Anything but a boolean says nothing.
func invalidSession(data []byte) error {
	switch string(data) {
	case "true":
		return errInvalidSoon
	case "false":
		return errInvalid
	}
	return nil
}

// greet answers a Hello: it identifies, or resumes, and begins the heartbeats.
func (c *conn) greet(ctx context.Context, hello []byte) (err error) {
	if c.interval, err = heartbeatInterval(hello); err != nil {
		return err
	}
	if err := c.send(c.session.credentials()); err != nil {
		return err
	}
	c.isAcked.Store(true)
	c.helpers.Go(func() { c.beat(ctx) })
	return nil
}

// credentials returns what to answer a Hello with.
func (s *Session) credentials() order {
	token := s.client.cfg.Token
	if s.id != "" {
		return order{opResume, resume{token, s.id, s.seq.Load()}}
	}
	s.client.identifies.note()
	return order{opIdentify, identify{
		Token: token, Intents: int(discordgo.IntentsGuilds),
		Properties: map[string]string{"os": runtime.GOOS, "browser": "nonna", "device": "nonna"},
	}}
}

// takeEvent gives an event to the session. READY and RESUMED open it.
func (c *conn) takeEvent(in packet) error {
	if in.Seq == nil {
		c.session.log.Warn("the gateway sent an event without a number", slog.String("event", clip(in.Name)))
		return nil
	}
	if err := c.session.take(in.Name, in.Data); err != nil {
		return err
	}
	c.session.seq.Store(*in.Seq)
	if (in.Name == "READY" || in.Name == "RESUMED") && !c.isOpen {
		c.isOpen = true
		c.acked.Store(time.Now().UnixNano()) // as good as one
		close(c.opened)
	}
	return nil
}

// send sends a message, under a deadline. One goroutine at a time may call it: the
// reader before the heartbeats begin, then that of the heartbeats.
func (c *conn) send(message order) error {
	_ = c.ws.SetWriteDeadline(time.Now().Add(c.session.timing.Open)) // always returns nil
	if err := c.ws.WriteJSON(message); err != nil {
		return fmt.Errorf("sending to the gateway: %w", err)
	}
	return nil
}

// beat sends heartbeats until the connection ends. It ends the connection when a
// regular heartbeat is not acknowledged before the next.
func (c *conn) beat(ctx context.Context) {
	regular := time.After(randomBetween(0, c.interval))
	for {
		select {
		case <-ctx.Done():
			return
		case <-c.asked:
		case <-regular:
			if !c.isAcked.Swap(false) {
				c.end(errNoAck)
				return
			}
			regular = time.After(c.interval)
		}
		c.sent.Store(time.Now().UnixNano())
		if err := c.send(order{opHeartbeat, c.session.lastSeq()}); err != nil {
			c.end(err)
			return
		}
	}
}

// isSound reports whether an open connection's heartbeats are acknowledged.
func (c *conn) isSound() bool {
	return time.Since(time.Unix(0, c.acked.Load())) < c.timeout()
}
