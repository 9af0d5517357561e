package discordtest

import (
	"cmp"
	"context"
	"crypto/ed25519"
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

// Options says how to run a Discord. The zero value suits most tests.
type Options struct {
	// Guilds are the ids of the servers that the bot is in at first; none means
	// [DefaultGuildID].
	Guilds []string
	// InMemory serves over pipes in memory instead of TCP on loopback, for tests in a
	// testing/synctest bubble, where minutes of heartbeats and backoff pass at once. The
	// bot must dial its WebSocket with [Server.DialContext].
	InMemory bool
	// Patient takes a first answer however late it comes. Without it, tests in true time depend
	// on how busy the machine is.
	Patient bool
	// AnyCommand lets [Server.Slash] and the like send commands that the bot has not
	// registered, with any options.
	AnyCommand bool
	// EntryPoint gives the application the command that launches its Activity. Commands cannot be
	// overwritten without it.
	EntryPoint bool
	// RequireNoMentions makes a message without "allowed_mentions":{"parse":[]} a
	// violation, for bots that promise never to ping anyone.
	RequireNoMentions bool
	// IdentifyEvery is the least time between two identifies of shards with the same number
	// modulo Concurrency: an earlier one gets an Op 9. At Discord it is 5 s. 0 allows all.
	IdentifyEvery time.Duration
	// DialEndpoint connects to the address of [Server.SetEndpoint]; the default is TCP.
	DialEndpoint func(ctx context.Context, network, address string) (net.Conn, error)
	// Heartbeat is the time between two heartbeats; 0 means Discord's 41.25 s.
	Heartbeat time.Duration
	// Shards is how many sessions Discord recommends, and Concurrency its max_concurrency. 0
	// means 1.
	Shards, Concurrency int
}

// Server is a running Discord. It is safe for concurrent use.
type Server struct {
	opts     Options
	http     *httptest.Server
	public   atomic.Pointer[http.Server] // of [Server.ServeTLS]
	ctx      context.Context
	cancel   context.CancelFunc
	gateways sync.WaitGroup // goroutines that net/http does not know of
	silenced atomic.Int64   // the number of calls of SilenceHTTP
	key      atomic.Pointer[ed25519.PrivateKey]
	poster   *http.Client // to the endpoint

	mu           sync.Mutex
	changed      chan struct{} // closed when the bot has done something
	lastID       uint64
	gw           *Gateway
	commands     map[string]commandScope // by guild, "" for global ones
	interactions map[string]*Interaction // by token
	messages     []*message
	requests     []Request
	files        map[string][]byte // by path
	violations   []Violation
	faults       []Fault
	gone         map[string]bool   // webhooks and interactions that were answered 404
	guilds       map[string]bool   // those that the bot is in; false in an outage
	channels     map[string]bool   // known channels
	denied       map[string]uint64 // by channel, see [Server.Deny]
	kinds        map[string]int    // by channel, see [Server.SetChannelType]
	endpoint     string            // the address that interactions are posted to, "" for the gateway
}

// New starts a Discord. At the end of the test it is closed, and every [Violation] that was
// not taken fails the test.
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

// NewServer starts a Discord outside of a test. The caller must close it and check
// [Server.TakeViolations]. In a testing/synctest bubble, where time begins in 2000, it
// waits for the year 2025: Discord has no ids older than 2015, and those of its first
// moments are short.
func NewServer(opts Options) *Server {
	time.Sleep(time.Until(epoch().AddDate(10, 0, 0)))
	if len(opts.Guilds) == 0 {
		opts.Guilds = []string{DefaultGuildID}
	}
	opts.Heartbeat = cmp.Or(opts.Heartbeat, heartbeatInterval)
	opts.Shards, opts.Concurrency = max(1, opts.Shards), max(1, opts.Concurrency)
	s := &Server{
		opts: opts, changed: make(chan struct{}),
		commands: map[string]commandScope{}, interactions: map[string]*Interaction{},
		files: map[string][]byte{}, gone: map[string]bool{}, denied: map[string]uint64{}, kinds: map[string]int{},
		channels: map[string]bool{DefaultChannelID: true, DefaultDMID: true},
		guilds:   map[string]bool{},
	}
	for _, id := range opts.Guilds {
		s.guilds[id] = true
	}
	if opts.EntryPoint {
		s.addEntryPoint()
	}
	s.SetKey(0)
	s.poster = &http.Client{Transport: &http.Transport{DialContext: opts.DialEndpoint, MaxIdleConnsPerHost: 256}}
	s.gw = &Gateway{srv: s, sessions: map[string]*session{}, conns: map[*conn]bool{}, identified: map[int]time.Time{}}
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.http = &httptest.Server{Listener: listen(s.ctx, opts.InMemory), Config: &http.Server{
		Handler:           s.newMux(),
		BaseContext:       func(net.Listener) context.Context { return s.ctx },
		ReadHeaderTimeout: time.Minute,
		Protocols:         new(http.Protocols),
	}}
	s.http.Config.Protocols.SetHTTP1(true)
	s.http.Config.Protocols.SetUnencryptedHTTP2(true)
	// Goroutines of connections inherit the profile label.
	pprof.Do(s.ctx, pprof.Labels("stage", "discordtest"), func(context.Context) { s.http.Start() })
	return s
}

// Forget drops all requests, interactions and files, and the messages that need not be recognised
// by their nonce, for runs of hours.
func (s *Server) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = nil
	s.messages = slices.DeleteFunc(s.messages, func(m *message) bool { return m.nonce == nil || time.Since(m.sent) >= nonceLife })
	clear(s.interactions)
	clear(s.files)
	clear(s.gone)
}

// Close cuts all connections and waits for all goroutines of the server.
func (s *Server) Close() {
	s.cancel()
	s.http.CloseClientConnections()
	s.http.Close()
	if public := s.public.Load(); public != nil {
		_ = public.Close()
	}
	s.gateways.Wait()
	s.poster.CloseIdleConnections()
}

// FirstAnswer returns how long the bot may take for the first answer to an interaction: 3 s, or
// a day with [Options.Patient].
func (s *Server) FirstAnswer() time.Duration {
	if s.opts.Patient {
		return 24 * time.Hour
	}
	return firstAnswerWithin
}

// Token returns the only valid bot token, without "Bot ".
func (s *Server) Token() string { return "MTE.discordtest.token" }

// Address returns the TCP address that serves all of Discord's hosts, for bots in other
// processes.
func (s *Server) Address() string { return s.http.Listener.Addr().String() }

// Transport returns a new transport that sends requests for Discord's hosts to this server,
// see [Server.DialContext]. To send all over one connection, as with Discord, set its
// Protocols to unencrypted HTTP/2 only.
func (s *Server) Transport() *http.Transport {
	return &http.Transport{DialContext: s.DialContext, DialTLSContext: s.DialContext, MaxIdleConnsPerHost: 256}
}

// Client returns a new HTTP client over [Server.Transport].
func (s *Server) Client() *http.Client { return &http.Client{Transport: s.Transport()} }

// httpHosts returns the host names of Discord's API and CDN.
func httpHosts() []string {
	return []string{
		"discord.com", "canary.discord.com", "ptb.discord.com", "discordapp.com",
		"cdn.discordapp.com", "media.discordapp.net",
	}
}

// DialContext connects to the server for any address of Discord. Other addresses are an
// error and a [Violation] of [RuleHost], so nothing leaves the machine. Connections are not
// encrypted; an [http.Transport] must use DialContext for TLS too.
func (s *Server) DialContext(ctx context.Context, _, address string) (net.Conn, error) {
	host, _, _ := net.SplitHostPort(address)
	if slices.Contains(httpHosts(), host) {
		c, err := s.dial(ctx)
		if err != nil {
			return nil, err
		}
		return &quietConn{Conn: c, srv: s, made: s.silenced.Load()}, nil
	}
	if address == s.http.Listener.Addr().String() || host == publicGateway || host == resumeGateway {
		return s.dial(ctx)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.violate(RuleHost, address, "the bot tried to connect to it")
	return nil, fmt.Errorf("discordtest: %s is not a host of Discord", address)
}

func (s *Server) dial(ctx context.Context) (net.Conn, error) {
	if memory, ok := s.http.Listener.(*Pipes); ok {
		return memory.DialContext(ctx, "", "")
	}
	return new(net.Dialer).DialContext(ctx, "tcp", s.http.Listener.Addr().String())
}

// SilenceHTTP makes the open HTTP connections half-open: they stay open, but what the bot
// sends is lost and nothing comes back. New connections work. The gateway is not affected,
// see [Silence] for that. Over HTTP/2 all requests share one connection, see
// [Server.Transport].
func (s *Server) SilenceHTTP() { s.silenced.Add(1) }

// quietConn is the bot's end of an HTTP connection, which can become half-open.
type quietConn struct {
	net.Conn
	srv  *Server
	made int64 // the server's silenced when it was made
}

func (c *quietConn) quiet() bool { return c.made < c.srv.silenced.Load() }

// Read reads, and drops what arrives while the connection is quiet.
func (c *quietConn) Read(p []byte) (int, error) {
	for {
		n, err := c.Conn.Read(p)
		if err != nil || !c.quiet() {
			return n, err
		}
	}
}

// Write writes, or pretends to while the connection is quiet.
func (c *quietConn) Write(p []byte) (int, error) {
	if c.quiet() {
		return len(p), nil
	}
	return c.Conn.Write(p)
}

// listen returns a listener on loopback, or of pipes, see [Options.InMemory].
func listen(ctx context.Context, inMemory bool) net.Listener {
	if inMemory {
		return NewPipes()
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", "127.0.0.1:0")
	must(err)
	return listener
}
