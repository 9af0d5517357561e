package discordtest

import (
	"context"
	"errors"
	"net"
	"net/http"
	"sync"
	"testing"
	"time"
)

// Server is a running Discord. Its methods may be called from any goroutine.
type Server struct {
	opts   Options
	http   *http.Server
	listen net.Listener
	ctx    context.Context
	cancel context.CancelFunc
	wg     sync.WaitGroup
	client *http.Client

	spec        *spec
	specMissing string

	mu           sync.Mutex
	closed       bool
	lastID       uint32
	gw           gatewayState
	commands     commandStore
	interactions *ring[*Interaction]
	messages     *ring[*Message]
	requests     *ring[Request]
	requestCount int
	blobs        *ring[blob]
	violations   []Violation
	faults       []*Fault
	limits       limits
	tokenDead    bool // who identifies once too often loses the token
	users        *ring[User]
	channels     map[string]string // channel to its guild, "" for none
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
	if missing := s.SpecMissing(); missing != "" {
		t.Log("discordtest: " + missing)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("discordtest: closing: %v", err)
		}
		for _, v := range s.Violations() {
			t.Errorf("discordtest: the bot broke a rule of Discord: %s", v)
		}
	})
	return s
}

// NewServer starts a Discord outside a test. The caller closes it and looks at
// [Server.Violations].
func NewServer(opts Options) (*Server, error) {
	opts = opts.withDefaults()
	s := &Server{
		opts:         opts,
		interactions: newRing[*Interaction](opts.Keep),
		messages:     newRing[*Message](opts.Keep),
		requests:     newRing[Request](opts.Keep),
		blobs:        newRing[blob](opts.Keep),
		commands:     newCommandStore(),
		limits:       limits{gone: newRing[struct{}](opts.Keep)},
		gw:           newGatewayState(),
		changed:      newBroadcast(),
		users:        newRing[User](opts.Keep),
		channels: map[string]string{
			DefaultChannelID: opts.Guilds[0].ID, DefaultDMID: "", DefaultPrivateID: "",
		},
	}
	// Who is still waiting for an answer is not forgotten.
	s.interactions.spare = func(it *Interaction) bool { return it.callback != nil && !it.deferred }
	if err := s.useSpec(); err != nil {
		return nil, err
	}
	ln, err := listen(context.Background(), opts)
	if err != nil {
		return nil, err
	}
	s.listen = ln
	s.ctx, s.cancel = context.WithCancel(context.Background())
	s.client = &http.Client{Transport: s.Transport()}
	s.http = &http.Server{
		Handler:           s.tracked(s.handler()),
		BaseContext:       func(net.Listener) context.Context { return s.ctx },
		ReadHeaderTimeout: time.Minute,
	}
	s.wg.Go(func() { _ = s.http.Serve(ln) })
	return s, nil
}

func listen(ctx context.Context, opts Options) (net.Listener, error) {
	if opts.InMemory {
		return newMemListener(), nil
	}
	return (&net.ListenConfig{}).Listen(ctx, "tcp", "127.0.0.1:0")
}

// Close cuts every connection and waits for every goroutine of the server.
func (s *Server) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	for c := range s.gw.conns {
		_ = c.ws.NetConn().Close() // net/http no longer knows it
	}
	s.mu.Unlock()
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

// Token is the bot token that is accepted, without the word "Bot".
func (s *Server) Token() string { return s.opts.Token }

// URL is where the server listens: "http://127.0.0.1:port", or a name that only
// [Server.Client] can reach with [Options.InMemory]. The API lies under
// "/api/v10", and under any other version.
func (s *Server) URL() string { return "http://" + s.listen.Addr().String() }

// GatewayURL is what GET /gateway answers.
func (s *Server) GatewayURL() string { return "ws://" + s.listen.Addr().String() }
