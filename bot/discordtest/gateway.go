package discordtest

import (
	"context"
	"fmt"
	"time"
)

// Gateway is the WebSocket half of the server: what it saw of the bot's
// connections, and orders to misbehave. See [Server.Gateway].
type Gateway struct{ srv *Server }

// Gateway returns the WebSocket half of the server.
func (s *Server) Gateway() *Gateway { return &Gateway{s} }

// gatewayState is guarded by the server's mu.
type gatewayState struct {
	sessions map[string]*session
	conns    map[*conn]struct{}
	plans    []Connect
	limit    StartLimit
	resetAt  time.Time
	// identified is when the last session was granted.
	identified time.Time
	replay     int
	deaf       bool // heartbeats are not acknowledged
	count      Counts
}

func newGatewayState() gatewayState {
	return gatewayState{
		sessions: map[string]*session{}, conns: map[*conn]struct{}{},
		limit: StartLimit{Total: 1000, Remaining: 1000, ResetAfter: 24 * time.Hour, MaxConcurrency: 1},
	}
}

// Counts is what the gateway saw so far.
type Counts struct {
	// Connections were accepted, Identifies and Resumes asked for on them.
	Connections, Identifies, Resumes int
	// Readies and Resumed are the identifies and resumes that were granted.
	Readies, Resumed int
	// Heartbeats came, acknowledged or not.
	Heartbeats int
	// Open connections right now, and those with a session running on them.
	Open, Live int
	// Closes are the codes the bot closed with, oldest first; 1006 stands for
	// a connection dropped without a word.
	Closes []int
}

// StartLimit is the session_start_limit of GET /gateway/bot: each identify
// takes one, and who identifies with none left loses the token.
type StartLimit struct {
	Total, Remaining int
	ResetAfter       time.Duration
	MaxConcurrency   int
}

// SetStartLimit sets how many identifies are left, for instance nearly none.
func (g *Gateway) SetStartLimit(l StartLimit) {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	g.srv.gw.limit = l
	g.srv.gw.resetAt = time.Now().Add(l.ResetAfter)
}

// refill gives back the day's identifies when the day is over, and returns
// what is left now. Callers hold mu.
func (s *Server) refill() StartLimit {
	gw, now := &s.gw, time.Now()
	if gw.resetAt.IsZero() {
		gw.resetAt = now.Add(gw.limit.ResetAfter)
	}
	if !now.Before(gw.resetAt) {
		gw.limit.Remaining, gw.resetAt = gw.limit.Total, now.Add(24*time.Hour)
	}
	l := gw.limit
	l.ResetAfter = gw.resetAt.Sub(now)
	return l
}

// Counts returns what the gateway saw so far.
func (g *Gateway) Counts() Counts {
	g.srv.mu.Lock()
	defer g.srv.mu.Unlock()
	return g.counts()
}

func (g *Gateway) counts() Counts {
	c := g.srv.gw.count
	c.Closes = append([]int(nil), c.Closes...)
	c.Open = len(g.srv.gw.conns)
	for _, ses := range g.srv.gw.sessions {
		if ses.conn != nil {
			c.Live++
		}
	}
	return c
}

// Wait waits until the counts are as the test wants them.
func (g *Gateway) Wait(ctx context.Context, want func(Counts) bool) error {
	var c Counts
	return g.srv.wait(ctx, &g.srv.changed, func() string { return fmt.Sprintf("the gateway, which saw %+v", c) }, func() bool {
		c = g.counts()
		return want(c)
	})
}

// WaitReady waits until a session is running.
func (g *Gateway) WaitReady(ctx context.Context) error {
	return g.Wait(ctx, func(c Counts) bool { return c.Live > 0 })
}

func (s *Server) gatewayURL() string { return "ws://" + s.listener.Addr().String() }

func (s *Server) getGateway(*call) (any, error) {
	return map[string]any{"url": s.gatewayURL()}, nil
}

func (s *Server) getGatewayBot(*call) (any, error) {
	l := s.refill()
	return map[string]any{
		"url": s.gatewayURL(), "shards": 1,
		"session_start_limit": map[string]any{
			"total": l.Total, "remaining": l.Remaining,
			"reset_after": l.ResetAfter.Milliseconds(), "max_concurrency": l.MaxConcurrency,
		},
	}, nil
}
