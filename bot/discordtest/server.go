package discordtest

import (
	"context"
	"errors"
	"maps"
	"net"
	"net/http"
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
	// never registered, with any options. Without it a command that Discord
	// would not offer cannot be sent.
	AnyCommand bool
	// RequireNoMentions makes a message without "allowed_mentions":{"parse":[]}
	// a violation: for bots that promise never to ping anyone.
	RequireNoMentions bool
	// IdentifyEvery is how long after an identify the next one gets an Op 9:
	// with Discord, 5 s for bots of max_concurrency 1. 0 does not look.
	IdentifyEvery time.Duration
	// Keep is how many requests, interactions, messages and files are
	// remembered, the oldest being forgotten first. 0 means 1,000.
	Keep int
}

func (o Options) withDefaults() Options {
	if len(o.Guilds) == 0 {
		o.Guilds = []string{DefaultGuildID}
	}
	if o.Keep == 0 {
		o.Keep = 1000
	}
	return o
}

// Server is a running Discord. Its methods may be called from any goroutine.
type Server struct {
	opts     Options
	http     *http.Server
	listener net.Listener
	ctx      context.Context
	cancel   context.CancelFunc
	wg       sync.WaitGroup
	silenced atomic.Int64 // how often HTTP was made silent
	client   *http.Client

	mu           sync.Mutex
	closed       bool
	lastID       uint32
	gw           gatewayState
	commands     map[string]commandScope // by guild, "" for everywhere
	interactions *ring[*Interaction]     // by token
	messages     *ring[*message]
	requests     *ring[Request]
	files        *ring[[]byte] // by path
	violations   []Violation
	faults       []Fault
	limit        rateLimit
	tokenDead    bool            // who identifies once too often loses the token
	channels     map[string]bool // that are known
	// changed is woken whenever anything that a test may wait for happens.
	changed broadcast
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
	opts = opts.withDefaults()
	s := &Server{
		opts:         opts,
		interactions: newRing[*Interaction](opts.Keep),
		messages:     newRing[*message](opts.Keep),
		requests:     newRing[Request](opts.Keep),
		files:        newRing[[]byte](opts.Keep),
		commands:     map[string]commandScope{},
		limit:        rateLimit{gone: newRing[struct{}](opts.Keep)},
		gw:           newGatewayState(),
		changed:      newBroadcast(),
		channels:     map[string]bool{DefaultChannelID: true, DefaultDMID: true, DefaultPrivateID: true},
	}
	// Who is still waiting for an answer is not forgotten.
	s.interactions.keep = func(it *Interaction) bool { return it.callback == nil || it.deferred }
	listener, err := listen(opts.InMemory)
	if err != nil {
		return nil, err
	}
	s.listener = listener
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.client = &http.Client{Transport: s.Transport()}
	s.http = &http.Server{
		Handler:           s.tracked(s.handler()),
		BaseContext:       func(net.Listener) context.Context { return s.ctx },
		ReadHeaderTimeout: time.Minute,
	}
	s.http.Protocols = new(http.Protocols)
	s.http.Protocols.SetHTTP1(true)
	s.http.Protocols.SetUnencryptedHTTP2(true)
	s.wg.Go(func() { _ = s.http.Serve(quietListener{s.listener, s}) })
	return s, nil
}

func listen(inMemory bool) (net.Listener, error) {
	if inMemory {
		return newMemoryListener(), nil
	}
	return (&net.ListenConfig{}).Listen(context.Background(), "tcp", "127.0.0.1:0")
}

// Close cuts every connection and waits for every goroutine of the server.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	open := slices.Collect(maps.Keys(s.gw.conns)) // net/http no longer knows them
	s.mu.Unlock()
	for _, c := range open {
		_ = c.ws.NetConn().Close()
	}
	s.cancel()
	err := s.http.Close()
	s.client.CloseIdleConnections()
	s.wg.Wait()
	if errors.Is(err, net.ErrClosed) {
		return nil
	}
	return err
}

// tracked counts running handlers so that Close can wait for them: net/http
// forgets the ones whose connection became a WebSocket.
func (s *Server) tracked(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.mu.Lock()
		if s.closed {
			s.mu.Unlock()
			return
		}
		s.wg.Add(1)
		s.mu.Unlock()
		defer s.wg.Done()
		h.ServeHTTP(w, r)
	})
}

// Token is the only bot token that is accepted, without the word "Bot".
func (s *Server) Token() string { return "MTE.discordtest.token" }
