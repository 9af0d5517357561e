package discordtest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"runtime/pprof"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Options says what kind of Discord to start. The zero value is a good one.
type Options struct {
	// Guilds are the ids of the servers the bot is in; none means one,
	// [DefaultGuildID].
	Guilds []string
	// InMemory serves over pipes in memory instead of TCP on loopback. A test
	// in a testing/synctest bubble needs it, and is then as fast as it is long:
	// heartbeats and backoffs of minutes pass at once. The bot's WebSocket
	// must then be dialed with [Server.DialContext].
	InMemory bool
	// AnyCommand lets [Server.Slash] and the like send commands that the bot
	// never registered, with any options.
	AnyCommand bool
	// RequireNoMentions makes a message without "allowed_mentions":{"parse":[]}
	// a violation: for bots that promise never to ping anyone.
	RequireNoMentions bool
	// IdentifyEvery is how long after an identify the next one gets an Op 9:
	// with Discord, 5 s for bots of max_concurrency 1. 0 does not look.
	IdentifyEvery time.Duration
}

// Server is a running Discord. Its methods may be called from any goroutine.
type Server struct {
	opts     Options
	http     *httptest.Server
	public   atomic.Pointer[http.Server] // of [Server.ServeTLS]
	ctx      context.Context
	cancel   context.CancelFunc
	gateways sync.WaitGroup // their goroutines, of which net/http does not know
	silenced atomic.Int64   // how often HTTP was made silent

	mu           sync.Mutex
	changed      chan struct{} // closed when the bot did something
	lastID       uint64
	gw           *Gateway
	commands     map[string]commandScope // by guild, "" for everywhere
	interactions map[string]*Interaction // by token
	messages     []*message
	requests     []Request
	files        map[string][]byte // by path
	violations   []Violation
	faults       []Fault
	gone         map[string]bool   // what was answered 404
	channels     map[string]bool   // that are known
	denied       map[string]uint64 // by channel, see [Server.Deny]
}

// New starts a Discord that is closed when the test ends, and that fails the
// test for every [Violation] that was not taken by then.
func New(t testing.TB, opts Options) *Server {
	t.Helper()
	s := NewServer(opts)
	t.Cleanup(func() {
		s.Close()
		for _, v := range s.TakeViolations() {
			t.Errorf("discordtest: the bot broke a rule of Discord: %s", v)
		}
	})
	return s
}

// NewServer starts a Discord outside a test. The caller closes it and looks at
// [Server.TakeViolations]. In a bubble of testing/synctest, where time begins in 2000, it
// waits for the year 2015: no id of Discord's is older.
func NewServer(opts Options) *Server {
	time.Sleep(time.Until(epoch()))
	if len(opts.Guilds) == 0 {
		opts.Guilds = []string{DefaultGuildID}
	}
	s := &Server{
		opts: opts, changed: make(chan struct{}),
		commands: map[string]commandScope{}, interactions: map[string]*Interaction{},
		files: map[string][]byte{}, gone: map[string]bool{}, denied: map[string]uint64{},
		channels: map[string]bool{DefaultChannelID: true, DefaultDMID: true, DefaultPrivateID: true},
	}
	s.gw = &Gateway{srv: s, sessions: map[string]*session{}, conns: map[*conn]bool{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.http = &httptest.Server{Listener: listen(s.ctx, opts.InMemory), Config: &http.Server{
		Handler:           s.newMux(),
		BaseContext:       func(net.Listener) context.Context { return s.ctx },
		ReadHeaderTimeout: time.Minute,
		Protocols:         new(http.Protocols),
	}}
	s.http.Config.Protocols.SetHTTP1(true)
	s.http.Config.Protocols.SetUnencryptedHTTP2(true)
	// Connections inherit the label of profiles from who accepts them.
	pprof.Do(s.ctx, pprof.Labels("stage", "discordtest"), func(context.Context) { s.http.Start() })
	return s
}

// Forget forgets what was asked and said so far, for who goes on for hours.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.messages, s.requests = nil, nil
	clear(s.interactions)
	clear(s.files)
	clear(s.gone)
}

// Close cuts every connection and waits for every goroutine of the server.
func (s *Server) Close() {
	s.cancel()
	s.http.CloseClientConnections()
	s.http.Close()
	if public := s.public.Load(); public != nil {
		_ = public.Close()
	}
	s.gateways.Wait()
}

// Token is the only bot token that is accepted, without the word "Bot".
func (s *Server) Token() string { return "MTE.discordtest.token" }

// Transport returns a new transport that takes requests for Discord's hosts to
// this server, see [Server.DialContext]. To send them all over one connection,
// as with Discord, let its Protocols be unencrypted HTTP/2 alone.
func (s *Server) Transport() *http.Transport {
	return &http.Transport{DialContext: s.DialContext, DialTLSContext: s.DialContext, MaxIdleConnsPerHost: 256}
}

// Client returns a new HTTP client over [Server.Transport].
func (s *Server) Client() *http.Client { return &http.Client{Transport: s.Transport()} }

// httpHosts are the names under which Discord answers HTTP.
func httpHosts() []string {
	return []string{
		"discord.com", "canary.discord.com", "ptb.discord.com", "discordapp.com",
		"cdn.discordapp.com", "media.discordapp.net",
	}
}

// DialContext connects to the server where an address of Discord's is asked
// for. Any other is refused with an error and is a [Violation] of [RuleHost]:
// nothing leaves the machine. Connections are not encrypted, so an
// [http.Transport] dials TLS with it too.
func (s *Server) DialContext(ctx context.Context, _, address string) (net.Conn, error) {
	host, _, _ := net.SplitHostPort(address)
	if slices.Contains(httpHosts(), host) {
		c, err := s.dial(ctx)
		if err != nil {
			return nil, err
		}
		return &quietConn{Conn: c, srv: s, made: s.silenced.Load()}, nil
	}
	if address == s.http.Listener.Addr().String() || host == publicGateway {
		return s.dial(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violate(RuleHost, address, "it was to be connected to")
	return nil, fmt.Errorf("discordtest: %s is no host of Discord's", address)
}

func (s *Server) dial(ctx context.Context) (net.Conn, error) {
	memory, ok := s.http.Listener.(memoryListener)
	if !ok {
		return new(net.Dialer).DialContext(ctx, "tcp", s.http.Listener.Addr().String())
	}
	ours, theirs := net.Pipe()
	select {
	case memory.conns <- ours:
		return theirs, nil
	case <-s.ctx.Done():
		return nil, net.ErrClosed
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// SilenceHTTP makes the HTTP connections that are open now half-open: what the
// bot sends on them is lost and nothing comes back, though nobody hangs up. New
// connections work, and so does the gateway: for that see [Silence].
// Over HTTP/2 all requests share one connection, see [Server.Transport].
func (s *Server) SilenceHTTP() { s.silenced.Add(1) }

// quietConn is the bot's end of an HTTP connection, which can go quiet.
type quietConn struct {
	net.Conn
	srv  *Server
	made int64 // after how many silences
}

func (c *quietConn) quiet() bool { return c.made < c.srv.silenced.Load() }

// Read reads, and loses what comes while the connection is quiet.
func (c *quietConn) Read(p []byte) (int, error) {
	for {
		n, err := c.Conn.Read(p)
		if err != nil || !c.quiet() {
			return n, err
		}
	}
}

// Write writes, or pretends to.
func (c *quietConn) Write(p []byte) (int, error) {
	if c.quiet() {
		return len(p), nil
	}
	return c.Conn.Write(p)
}

// memoryListener is a listener without a network, for [Options.InMemory]: real
// sockets would stop the clock of a testing/synctest bubble.
type memoryListener struct {
	conns  chan net.Conn
	closed context.Context
}

func listen(ctx context.Context, inMemory bool) net.Listener {
	if inMemory {
		return memoryListener{make(chan net.Conn), ctx}
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	must(err)
	return listener
}

// Accept waits for the next connection.
func (l memoryListener) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.closed.Done():
		return nil, net.ErrClosed
	}
}

// Close does nothing: the listener ends with its context.
func (memoryListener) Close() error { return nil }

// Addr is a name that no DNS knows.
func (memoryListener) Addr() net.Addr {
	return &net.UnixAddr{Name: "discordtest.invalid:80", Net: "memory"}
}
