package discordtest

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
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
	// never registered, with any options. Without it a command that Discord
	// would not offer cannot be sent.
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
	gone         map[string]bool // what was answered 404
	tokenDead    bool            // who identifies once too often loses the token
	channels     map[string]bool // that are known
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
// [Server.TakeViolations].
func NewServer(opts Options) *Server {
	if len(opts.Guilds) == 0 {
		opts.Guilds = []string{DefaultGuildID}
	}
	s := &Server{
		opts: opts, changed: make(chan struct{}),
		commands: map[string]commandScope{}, interactions: map[string]*Interaction{},
		files: map[string][]byte{}, gone: map[string]bool{},
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
	s.http.Start()
	return s
}

// Close cuts every connection and waits for every goroutine of the server.
func (s *Server) Close() {
	s.cancel()
	s.http.CloseClientConnections()
	s.http.Close()
	s.gateways.Wait()
}

// Token is the only bot token that is accepted, without the word "Bot".
func (s *Server) Token() string { return "MTE.discordtest.token" }
