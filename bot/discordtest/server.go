package discordtest

import (
	"context"
	"net"
	"net/http"
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
	http     *http.Server
	listener net.Listener
	client   *http.Client
	ctx      context.Context
	cancel   context.CancelFunc
	running  sync.WaitGroup // goroutines
	silenced atomic.Int64   // how often HTTP was made silent

	mu           sync.Mutex
	changed      *sync.Cond // anything that a test may wait for
	closed       bool
	lastID       uint64
	gw           gatewayState
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
	s, err := NewServer(opts)
	if err != nil {
		t.Fatalf("discordtest: %v", err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("discordtest: closing: %v", err)
		}
		for _, v := range s.TakeViolations() {
			t.Errorf("discordtest: the bot broke a rule of Discord: %s", v)
		}
	})
	return s
}

// NewServer starts a Discord outside a test. The caller closes it and looks at
// [Server.TakeViolations].
func NewServer(opts Options) (*Server, error) {
	if len(opts.Guilds) == 0 {
		opts.Guilds = []string{DefaultGuildID}
	}
	s := &Server{
		opts: opts, gw: newGatewayState(),
		commands: map[string]commandScope{}, interactions: map[string]*Interaction{},
		files: map[string][]byte{}, gone: map[string]bool{},
		channels: map[string]bool{DefaultChannelID: true, DefaultDMID: true, DefaultPrivateID: true},
	}
	s.changed = sync.NewCond(&s.mu)
	s.ctx, s.cancel = context.WithCancel(context.Background())
	var err error
	if s.listener, err = listen(s.ctx, opts.InMemory); err != nil {
		return nil, err
	}
	s.client = &http.Client{Transport: s.Transport()}
	s.http = &http.Server{
		Handler:           s.counted(s.newMux()),
		BaseContext:       func(net.Listener) context.Context { return s.ctx },
		ReadHeaderTimeout: time.Minute,
		Protocols:         new(http.Protocols),
	}
	s.http.Protocols.SetHTTP1(true)
	s.http.Protocols.SetUnencryptedHTTP2(true)
	s.running.Go(func() { _ = s.http.Serve(s.listener) })
	return s, nil
}

// Close cuts every connection and waits for every goroutine of the server.
func (s *Server) Close() error {
	s.mu.Lock()
	s.closed = true
	s.changed.Broadcast()
	s.mu.Unlock()
	s.cancel()
	err := s.http.Close()
	s.client.CloseIdleConnections()
	s.running.Wait()
	return err
}

// counted counts running handlers so that Close can wait for them: net/http
// forgets the ones whose connection became a WebSocket.
func (s *Server) counted(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		if s.closed {
			s.mu.Unlock()
			return
		}
		s.running.Add(1)
		s.mu.Unlock()
		defer s.running.Done()
		h.ServeHTTP(w, r)
	})
}

// Token is the only bot token that is accepted, without the word "Bot".
func (s *Server) Token() string { return "MTE.discordtest.token" }
