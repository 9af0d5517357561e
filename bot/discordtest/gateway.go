package discordtest

import (
	"context"
	"slices"
	"time"
)

// Gateway is the WebSocket half of the server: what it saw of the bot's
// connections, and orders to misbehave. See [Server.Gateway]. Its fields are
// guarded by the server's mu.
type Gateway struct {
	srv      *Server
	sessions map[string]*session
	conns    map[*conn]bool
	plans    []Connect
	// identifies are left until resetAt.
	identifies int
	resetAt    time.Time
	// identified is when the last session was granted.
	identified time.Time
	count      Counts
}

// Gateway returns the WebSocket half of the server.
func (s *Server) Gateway() *Gateway { return s.gw }

// Counts is what the gateway saw so far.
type Counts struct {
	// Connections were accepted, Identifies asked for on them.
	Connections, Identifies int
	// Readies and Resumed are the identifies and resumes that were granted.
	Readies, Resumed int
	// Heartbeats came, acknowledged or not.
	Heartbeats int
	// Live are the sessions that run right now.
	Live int
	// Closes are the codes the bot closed with, oldest first; 1006 stands for
	// a connection dropped without a word.
	Closes []int
}

// identifiesPerDay is the session_start_limit of GET /gateway/bot: each identify
// takes one, and who identifies with none left loses the token.
const identifiesPerDay = 1000

// SetIdentifies sets how many identifies are left for how long.
func (g *Gateway) SetIdentifies(left int, reset time.Duration) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.identifies, g.resetAt = left, time.Now().Add(reset)
}

// identifiesLeft gives back the day's identifies when the day is over, and
// returns what is left now. Callers hold mu.
func (s *Server) identifiesLeft() int {
	if now := time.Now(); !now.Before(s.gw.resetAt) {
		s.gw.identifies, s.gw.resetAt = identifiesPerDay, now.Add(24*time.Hour)
	}
	return s.gw.identifies
}

// Counts returns what the gateway saw so far.
func (g *Gateway) Counts() Counts {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	c := g.count
	c.Closes = slices.Clone(c.Closes)
	for _, ses := range g.sessions {
		if ses.conn != nil {
			c.Live++
		}
	}
	return c
}

// Wait waits until the counts are as the test wants them.
func (g *Gateway) Wait(ctx context.Context, want func(Counts) bool) error {
	return g.srv.Until(ctx, func() bool { return want(g.Counts()) })
}

// WaitReady waits until a session is running.
func (g *Gateway) WaitReady(ctx context.Context) error {
	return g.Wait(ctx, func(c Counts) bool { return c.Live > 0 })
}

func (s *Server) gatewayURL() string { return "ws://" + s.http.Listener.Addr().String() }

func (s *Server) getGateway(*call) (any, error) {
	return object{"url": s.gatewayURL()}, nil
}

func (s *Server) getGatewayBot(*call) (any, error) {
	left := s.identifiesLeft()
	return object{
		"url": s.gatewayURL(), "shards": 1,
		"session_start_limit": object{
			"total": identifiesPerDay, "remaining": left,
			"reset_after": time.Until(s.gw.resetAt).Milliseconds(), "max_concurrency": 1,
		},
	}, nil
}
