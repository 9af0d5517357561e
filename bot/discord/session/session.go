package session

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gorilla/websocket"

	"nonna/bot/discord"
)

const (
	// openTime is how long each step of opening a session may take, except for READY.
	openTime = 20 * time.Second
	// readyTime is how long READY may take after IDENTIFY: identifies are few.
	readyTime = 30 * time.Second
	// closeTime is how long a close frame may take.
	closeTime = time.Second
	// shortTime is the life of a connection that was soon lost.
	shortTime = 5 * time.Second
	// backoff is the pause after a first failed attempt to connect, doubled up to 16 times itself.
	backoff = 2 * time.Second
	// maxResumes is how many resumes in succession may fail to open the session, until it is
	// forgotten.
	maxResumes = 3
	// maxHandshake bounds what the gateway sends before it accepts a WebSocket.
	maxHandshake = 1 << 20
	// maxMessage bounds a message of the gateway: a READY of a connection's most servers is a
	// tenth of it.
	maxMessage = 16 << 20
	// closeResumable is the code of our close frames when the session is to be resumed: with
	// 1000 and 1001 Discord would forget it.
	closeResumable = 4000
)

// The gateway's opcodes.
const (
	opEvent        = 0
	opHeartbeat    = 1
	opIdentify     = 2
	opResume       = 6
	opReconnect    = 7
	opInvalid      = 9
	opHello        = 10
	opHeartbeatACK = 11
)

// incoming is a message from the gateway. Seq and Name belong to events.
type incoming struct {
	Op   int             `json:"op"`
	Data json.RawMessage `json:"d"`
	Seq  int64           `json:"s"`
	Name string          `json:"t"`
}

// outgoing is a message to the gateway.
type outgoing struct {
	Op   int `json:"op"`
	Data any `json:"d"`
}

// The reasons for the end of a connection, other than a close frame and the network.
var (
	errReconnect   = errors.New("the gateway asked to reconnect")
	errInvalid     = errors.New("the gateway no longer knows the session")
	errInvalidSoon = errors.New("the gateway cannot resume the session yet")
	errNoAck       = errors.New("the gateway acknowledges no heartbeats")
	errHello       = errors.New("the gateway sent a Hello without a heartbeat interval")
	errHandshake   = errors.New("the gateway goes on and on before it accepts a WebSocket")
	errReady       = errors.New("the gateway sent a READY without a session")
)

// session is a shard's session with Discord's gateway, over as many connections as it takes. It
// belongs to the goroutine of [session.run], which also reads its connections.
type session struct {
	all    *Shards
	client *discord.Client
	cfg    discord.Config
	shard  shard
	log    *slog.Logger
	turn   *identifyTurn // to identify

	isConnected atomic.Bool
	connections atomic.Int64
	latency     atomic.Int64 // in nanoseconds
	// acked is when a heartbeat was last acknowledged, or the connection began.
	acked atomicTime

	// The next connection resumes the session of this id after the event seq, at the address
	// of the latest READY, or identifies at the gateway's if the id is "".
	id, address, gateway string
	seq                  atomic.Int64
	// resumes is how many resumes in succession have not opened the session, of those that
	// reached the gateway.
	resumes int
}

// hangs reports whether nothing has been read for a long time from a connection that would have
// ended without acknowledgements: what reads it hangs, in a handler perhaps.
func (s *session) hangs() bool { return s.isConnected.Load() && s.acked.since() > s.cfg.GiveUpAfter }

// status returns the state of the session.
func (s *session) status() discord.ShardStatus {
	return discord.ShardStatus{
		ID: s.shard.ID, Connected: s.isConnected.Load() && !s.hangs(),
		Connections: int(s.connections.Load()), Latency: time.Duration(s.latency.Load()),
	}
}

// run keeps the session connected until ctx ends, and then closes it and returns nil. Any error
// means that it gave up: see [discord.ExitCode].
func (s *session) run(ctx context.Context) error {
	s.all.healthy.set()
	for failures := 0; ; {
		opened, cause := s.connect(ctx)
		if ctx.Err() != nil {
			return nil //nolint:nilerr // the cause is that the session was asked to end
		}
		switch {
		case opened.IsZero():
			failures++
		case time.Since(opened) > shortTime:
			failures = 0
		default: // let in and soon dropped again: nobody is answered during a long pause
			failures = 1
		}
		pause, fatal := s.decide(cause, failures)
		if fatal != nil {
			return fatal
		}
		s.log.Warn("the session was interrupted", slog.Any("cause", cause), slog.Bool("resume", s.id != ""), slog.Duration("pause", pause))
		discord.Sleep(ctx, pause)
	}
}

// decide returns how long to wait after the end of a connection, or why to give up. It forgets
// a session that cannot be resumed. A refused token that is doubted is asked about by calls, which
// cost no identify, before it is given up.
func (s *session) decide(cause error, failures int) (pause time.Duration, fatal error) {
	code, _ := errors.AsType[closeError](cause)
	switch {
	case s.client.Doubts(cause):
		s.all.markHealthy()
	case errors.Is(cause, discord.ErrSharding):
		return 0, s.all.wrongCount(code)
	case discord.ExitCode(cause) == discord.ExitConfig:
		return 0, cause
	case s.all.healthy.since() > s.cfg.GiveUpAfter:
		return 0, fmt.Errorf("%w: no session for %v, lately because %w", discord.ErrDead, s.cfg.GiveUpAfter, cause)
	}
	if failures > 0 { // longer and longer, and random, so that not all bots come back at once
		pause = backoff << min(failures-1, 4)
		pause = randomBetween(pause/2, pause)
	}
	if errors.Is(cause, errInvalid) || errors.Is(cause, errInvalidSoon) { // Discord asks for one to five seconds
		pause += randomBetween(time.Second, 5*time.Second)
	}
	if errors.Is(cause, errInvalid) || closeCodes[code].isLost || s.resumes >= maxResumes { // which does not help
		s.id, s.address, s.resumes = "", "", 0
		s.seq.Store(0)
	}
	return pause, nil
}

// connect opens a connection and reads it until it ends. It returns when it opened the session,
// zero if it did not, and why it ended.
func (s *session) connect(ctx context.Context) (opened time.Time, err error) {
	release := func() {}
	if s.id == "" {
		release, err = s.waitToIdentify(ctx)
		defer release()
		if err != nil {
			return opened, err
		}
	}
	live, end := context.WithCancelCause(ctx)
	defer end(nil)
	ws, err := s.dial(live)
	if err != nil {
		s.address = "" // the general one may do
		return opened, err
	}
	c := &conn{session: s, ws: ws, release: release, resumes: s.id != "", end: end, asked: make(chan struct{}, 1)}
	if c.resumes {
		s.resumes++
	}
	c.helpers.Go(func() { <-live.Done(); c.hangUp(ctx) })
	err = c.read(live)
	end(err)
	c.helpers.Wait()
	s.isConnected.Store(false)
	if c.opened.IsZero() {
		s.address = ""
	}
	if code, ok := errors.AsType[closeError](err); ok && code != closeResumable { // which may be the echo of our own
		return c.opened, err // more exact than an error of the heartbeats
	}
	return c.opened, context.Cause(live)
}

// CheckProxy returns an error if the environment names a proxy for the gateway that a session
// cannot go through. Calls go through more kinds.
func CheckProxy() error {
	proxy, err := http.ProxyFromEnvironment(&http.Request{URL: &url.URL{Scheme: "https", Host: "gateway.discord.gg"}})
	switch {
	case err != nil:
		return errors.New("HTTPS_PROXY is not an address") // which may hold a password
	case proxy != nil && proxy.Scheme != "http" && proxy.Scheme != "socks5":
		return fmt.Errorf("HTTPS_PROXY begins with %s://: sessions with Discord go through http:// and socks5:// alone", proxy.Scheme)
	}
	return nil
}

// dial connects to the gateway and upgrades the connection to a WebSocket, under a deadline.
func (s *session) dial(ctx context.Context) (*websocket.Conn, error) {
	address, err := url.Parse(cmp.Or(s.address, s.gateway))
	if err != nil {
		return nil, fmt.Errorf("the gateway's address: %w", err)
	}
	address.Path, address.RawQuery = "/", "v=10&encoding=json"
	stop, received := func() bool { return true }, new(atomic.Int64)
	dialer := websocket.Dialer{HandshakeTimeout: openTime, Proxy: http.ProxyFromEnvironment, NetDialContext: func(dialing context.Context, network, addr string) (net.Conn, error) {
		raw, err := s.cfg.Dial(dialing, network, addr)
		if err == nil { // the library's handshake does not end with its context
			stop = context.AfterFunc(ctx, func() { _ = raw.Close() })
		}
		return bounded{raw, received}, err
	}}
	ws, answer, err := dialer.DialContext(ctx, address.String(), nil) //nolint:bodyclose // by the library's word it need not be closed
	stop()
	received.Store(math.MinInt64) // from here on messages are bounded
	switch {
	case err != nil && answer != nil:
		return nil, fmt.Errorf("the gateway answered %s instead of a WebSocket", answer.Status)
	case err != nil:
		return nil, fmt.Errorf("connecting to the gateway: %w", err)
	}
	ws.SetReadLimit(maxMessage)
	ws.SetCloseHandler(func(int, string) error { return nil }) // hangUp sends the close frame
	return ws, nil
}

// bounded is a connection that ends once so much was read from it that a handshake does not need.
type bounded struct {
	net.Conn
	read *atomic.Int64
}

// Read reads, and returns an error past the bound.
func (b bounded) Read(p []byte) (int, error) {
	n, err := b.Conn.Read(p)
	if b.read.Add(int64(n)) > maxHandshake {
		return 0, errHandshake // with bytes beside it readers of lines would go on
	}
	return n, err
}

// conn is one connection of a session. Beside its reader one goroutine sends heartbeats, and
// another hangs up.
type conn struct {
	*session

	ws      *websocket.Conn
	release func() // ends the turn to identify
	resumes bool   // the session, instead of identifying
	end     context.CancelCauseFunc
	helpers sync.WaitGroup

	// interval is the time between heartbeats, 0 before Hello, and opened when READY or RESUMED
	// came.
	interval time.Duration
	opened   time.Time
	// awaited is the message that opens the session, or leads to it, and until when.
	awaited string
	// asked holds a token if the gateway wants a heartbeat now.
	asked chan struct{}
	// isAcked says whether a heartbeat was acknowledged since the latest regular one.
	isAcked atomic.Bool
	sent    atomicTime // the latest message
}

// hangUp closes the connection, which ends its reader; and the session, if that is to end.
func (c *conn) hangUp(ctx context.Context) {
	code := closeResumable
	if ctx.Err() != nil {
		code = websocket.CloseNormalClosure
	}
	// It does not matter if the gateway is gone already.
	_ = c.ws.WriteControl(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""), time.Now().Add(closeTime))
	_ = c.ws.NetConn().Close()
}

// expect bounds the time until a message comes, until the session is open. Then only
// acknowledgements are waited for.
func (c *conn) expect(message string, d time.Duration) {
	c.awaited = fmt.Sprintf("%s within %v", message, d)
	_ = c.ws.SetReadDeadline(time.Now().Add(d))
}

// read handles messages until the connection ends, and returns why it ended.
func (c *conn) read(ctx context.Context) error {
	c.expect("Hello", openTime)
	for {
		_, data, err := c.ws.ReadMessage()
		if closed, ok := errors.AsType[*websocket.CloseError](err); ok && closed.Code != websocket.CloseAbnormalClosure {
			return closeError(closed.Code)
		}
		if network, ok := errors.AsType[net.Error](err); ok && network.Timeout() {
			return fmt.Errorf("the gateway sent no %s", c.awaited)
		}
		if err != nil {
			return fmt.Errorf("the connection was lost: %w", err)
		}
		var in incoming
		if err := json.Unmarshal(data, &in); err != nil {
			c.log.Warn("the gateway sent a message that cannot be read", slog.Int("bytes", len(data)), slog.Any("err", err))
			continue
		}
		if err := c.take(ctx, in); err != nil {
			return err
		}
	}
}

// take handles a message. An error ends the connection.
func (c *conn) take(ctx context.Context, in incoming) error {
	switch in.Op {
	case opEvent:
		return c.takeEvent(in)
	case opHeartbeat:
		select {
		case c.asked <- struct{}{}:
		default: // a heartbeat is due already
		}
	case opHeartbeatACK:
		c.isAcked.Store(true)
		c.latency.Store(int64(c.sent.since()))
		c.acked.set()
		if !c.opened.IsZero() {
			c.all.markHealthy()
		}
	case opReconnect:
		return errReconnect
	case opInvalid:
		if string(in.Data) == "true" {
			return errInvalidSoon
		}
		return errInvalid
	case opHello:
		if c.interval == 0 {
			return c.greet(ctx, in.Data)
		}
	}
	return nil
}

// greet answers a Hello: it identifies or resumes, and starts the heartbeats. No intents are
// needed: interactions come without.
func (c *conn) greet(ctx context.Context, data []byte) error {
	var hello struct {
		Milliseconds int64 `json:"heartbeat_interval"`
	}
	if err := json.Unmarshal(data, &hello); err != nil || hello.Milliseconds <= 0 {
		return errHello
	}
	c.interval = time.Duration(hello.Milliseconds) * time.Millisecond
	credentials := outgoing{opResume, map[string]any{"token": c.cfg.Token, "session_id": c.id, "seq": c.seq.Load()}}
	c.expect("RESUMED", openTime)
	if !c.resumes {
		c.turn.last.set()
		credentials = outgoing{opIdentify, map[string]any{
			"token": c.cfg.Token, "intents": 0, "shard": [2]int{c.shard.ID, c.shard.Count},
			"properties": map[string]string{"os": runtime.GOOS, "browser": "nonna", "device": "nonna"},
		}}
		c.expect("READY", readyTime)
	}
	c.isAcked.Store(true)
	if err := c.send(credentials); err != nil {
		return err
	}
	c.helpers.Go(func() { c.beat(ctx) })
	return nil
}

// takeEvent handles an event. READY and RESUMED open the session.
func (c *conn) takeEvent(in incoming) error {
	switch in.Name {
	case "READY":
		var ready struct {
			ID      string          `json:"session_id"`
			Address json.RawMessage `json:"resume_gateway_url"`
		}
		if err := json.Unmarshal(in.Data, &ready); err != nil || ready.ID == "" {
			return errReady
		}
		c.id, c.address = ready.ID, ""
		_ = json.Unmarshal(ready.Address, &c.address) // the general one does for what is no text
	case "INTERACTION_CREATE":
		if c.all.handler.Interaction != nil {
			_ = c.all.handler.Interaction(in.Data) // Discord is not told
		}
	}
	if in.Seq > 0 {
		c.seq.Store(in.Seq)
	}
	if (in.Name == "READY" || in.Name == "RESUMED") && c.opened.IsZero() {
		c.begin()
	}
	return nil
}

// begin notes that the session is open.
func (c *conn) begin() {
	c.log.Info("connected to Discord", slog.Bool("resumed", c.resumes))
	_ = c.ws.SetReadDeadline(time.Time{})
	c.opened = time.Now()
	c.session.resumes = 0
	c.acked.set()
	c.connections.Add(1)
	c.isConnected.Store(true)
	c.release()
	c.client.TokenWorked()
	c.all.markHealthy()
	c.all.reportOpened()
}

// beat sends heartbeats until the connection ends. It ends the connection when a regular
// heartbeat is not acknowledged before the next.
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
		var latest *int64 // null before the first event
		if seq := c.seq.Load(); seq != 0 {
			latest = &seq
		}
		if err := c.send(outgoing{opHeartbeat, latest}); err != nil {
			c.end(err)
			return
		}
	}
}

// send sends a message, under a deadline. Only one goroutine may call it: the reader until it
// starts the heartbeats, and then theirs.
func (c *conn) send(message outgoing) error {
	c.sent.set()
	_ = c.ws.SetWriteDeadline(time.Now().Add(openTime)) // always returns nil
	if err := c.ws.WriteJSON(message); err != nil {
		return fmt.Errorf("sending to the gateway: %w", err)
	}
	return nil
}

// atomicTime is a time that goroutines share.
type atomicTime struct{ at atomic.Pointer[time.Time] }

// set makes it now.
func (m *atomicTime) set() {
	now := time.Now()
	m.at.Store(&now)
}

// since returns how long ago it was, a day if it never was.
func (m *atomicTime) since() time.Duration {
	if at := m.at.Load(); at != nil {
		return time.Since(*at)
	}
	return 24 * time.Hour
}

// randomBetween returns a random time of at least low and less than high, or low.
func randomBetween(low, high time.Duration) time.Duration {
	return low + rand.N(max(1, high-low))
}
