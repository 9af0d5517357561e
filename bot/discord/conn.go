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

// conn is one connection of a session. Its reader, the goroutine of [conn.run], starts a
// goroutine that sends heartbeats and one that closes the connection. All of them, and
// [session.watch], end the connection by calling end, which does not block.
type conn struct {
	session *session
	leaving <-chan struct{} // closed when the session is to be closed
	resumes bool            // the session, instead of identifying
	end     context.CancelCauseFunc
	ws      *websocket.Conn
	helpers sync.WaitGroup

	// interval is the time between heartbeats, from Hello; 0 before Hello.
	interval time.Duration
	// identified is closed after IDENTIFY was sent, and opened by READY or RESUMED.
	identified, opened chan struct{}
	// asked holds a token if the gateway wants a heartbeat now.
	asked chan struct{}
	// isAcked says whether a heartbeat was acknowledged since the latest regular one.
	isAcked atomic.Bool
	// sent is when the latest message was sent, in nanoseconds of Unix time.
	sent atomic.Int64
}

func newConn(s *session, leaving <-chan struct{}, end context.CancelCauseFunc) *conn {
	return &conn{session: s, leaving: leaving, resumes: s.isResumable(), end: end, identified: make(chan struct{}), opened: make(chan struct{}), asked: make(chan struct{}, 1)}
}

// run connects, reads until the connection ends, and returns why it ended.
func (c *conn) run(ctx context.Context) error {
	err := c.dial(ctx)
	if err == nil {
		gone := make(chan struct{})
		c.helpers.Go(func() { c.hangUp(ctx, gone) })
		if c.resumes {
			c.session.resumes++
		}
		err = c.read(ctx)
		close(gone)
	}
	c.end(err)
	c.helpers.Wait()
	if !isClosed(c.opened) {
		c.session.address = "" // the general one may do
	}
	if code, ok := errors.AsType[closeError](err); ok && code != closeResumable { // which may be the echo of our own
		return err // more exact than an error of the heartbeats
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
	ws.SetCloseHandler(func(int, string) error { return nil }) // hangUp sends the close frame
	c.ws = ws
	return nil
}

// boundedConn is a connection from which at most left bytes can be read until unbounded
// is set. It belongs to one goroutine.
type boundedConn struct {
	net.Conn
	left      int
	unbounded bool
	stop      func() bool // stops closing the connection with the context
}

// Read reads within the bound.
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

// isClosed reports whether a channel is closed that nothing is sent to.
func isClosed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// hangUp waits until the connection is to end or its reader has returned, and closes it.
func (c *conn) hangUp(ctx context.Context, gone <-chan struct{}) {
	select {
	case <-gone:
	case <-ctx.Done():
	}
	code := closeResumable
	if isClosed(c.leaving) {
		code = websocket.CloseNormalClosure
	}
	// It does not matter if the gateway is gone already.
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(closeTime))
	select {
	case <-gone:
	case <-time.After(closeTime):
	}
	_ = c.ws.NetConn().Close()
}

// read handles messages until the connection ends, and returns why it ended.
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

// timeout returns how long the gateway may be silent. READY may take its time; once the session
// is open, an acknowledgement comes every interval.
func (c *conn) timeout() time.Duration {
	switch {
	case isClosed(c.opened):
	case isClosed(c.identified):
		return c.readyTime()
	default:
		return c.session.timing.Open
	}
	return c.interval + c.interval*3/4
}

// readyTime returns how long READY may take after IDENTIFY, two minutes: a gateway in trouble
// sends it late, and identifies are few.
func (c *conn) readyTime() time.Duration { return 6 * c.session.timing.Open }

// next returns the next message, without an Op if it cannot be decoded.
func (c *conn) next() (in packet, err error) {
	_ = c.ws.SetReadDeadline(time.Now().Add(c.timeout())) // on a closed connection the next line fails
	kind, message, err := c.ws.NextReader()
	if err != nil {
		return in, readError(err)
	}
	if kind != websocket.TextMessage {
		return in, errBinary
	}
	// The WebSocket's own limit is for bytes on the wire, which may be compressed.
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

// readError returns why a connection ended, for an error of the WebSocket.
func readError(err error) error {
	if closed, ok := errors.AsType[*websocket.CloseError](err); ok && closed.Code != websocket.CloseAbnormalClosure {
		return closeError(closed.Code)
	}
	if network, ok := errors.AsType[net.Error](err); ok && network.Timeout() {
		return errSilence
	}
	return fmt.Errorf("%w: %w", errLost, err)
}

// take handles a message. An error ends the connection.
func (c *conn) take(ctx context.Context, in packet) error {
	switch {
	case in.Op == nil:
		return nil
	case *in.Op == opReconnect:
		return errReconnect
	case *in.Op == opInvalid:
		return invalidSession(in.Data)
	case c.interval == 0: // other messages before Hello are ignored
		if *in.Op == opHello {
			return c.greet(ctx, in.Data)
		}
		return nil
	case *in.Op == opEvent:
		return c.takeEvent(in)
	case *in.Op == opHeartbeat:
		select {
		case c.asked <- struct{}{}:
		default: // a heartbeat is due already
		}
	case *in.Op == opHeartbeatACK:
		c.isAcked.Store(true)
		c.session.latency.Store(time.Now().UnixNano() - c.sent.Load())
	}
	return nil
}

// invalidSession returns the error for the data of an opInvalid, nil for anything but a
// boolean.
func invalidSession(data []byte) error {
	switch string(data) {
	case "true":
		return errInvalidSoon
	case "false":
		return errInvalid
	}
	return nil
}

// greet answers a Hello: it identifies or resumes, and starts the heartbeats.
func (c *conn) greet(ctx context.Context, hello []byte) (err error) {
	if c.interval, err = heartbeatInterval(hello); err != nil {
		return err
	}
	if err := c.send(c.session.credentials()); err != nil {
		return err
	}
	if !c.resumes {
		close(c.identified)
	}
	c.isAcked.Store(true)
	c.helpers.Go(func() { c.beat(ctx) })
	return nil
}

// credentials returns the answer to a Hello.
func (s *session) credentials() order {
	if s.isResumable() {
		return order{opResume, map[string]any{"token": s.client.cfg.Token, "session_id": s.id, "seq": s.seq.Load()}}
	}
	s.bucket.last.Store(time.Now().UnixNano())
	return order{opIdentify, map[string]any{
		"token": s.client.cfg.Token, "intents": discordgo.IntentsGuilds, "shard": [2]int{s.shard.ID, s.shard.Count},
		"properties": map[string]string{"os": runtime.GOOS, "browser": "nonna", "device": "nonna"},
	}}
}

// takeEvent hands an event to the session. READY and RESUMED open the session.
func (c *conn) takeEvent(in packet) error {
	if in.Seq == nil {
		c.session.log.Warn("the gateway sent an event without a number", slog.String("event", clip(in.Name)))
		return nil
	}
	if err := c.session.take(in.Name, in.Data); err != nil {
		return err
	}
	c.session.seq.Store(*in.Seq)
	if (in.Name == "READY" || in.Name == "RESUMED") && !isClosed(c.opened) {
		close(c.opened)
	}
	return nil
}

// send sends a message, under a deadline. Only one goroutine may call it: the reader
// until it starts the heartbeats, and then theirs.
func (c *conn) send(message order) error {
	c.sent.Store(time.Now().UnixNano())
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
		if err := c.send(order{opHeartbeat, c.session.lastSeq()}); err != nil {
			c.end(err)
			return
		}
	}
}
