package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"time"
)

// Request is one REST request of the bot's, as it was received.
type Request struct {
	// Route is the endpoint, "" when there is none at that path.
	Route  Route
	Method string
	// Path is without the "/api/v10" before it, with the query.
	Path   string
	Header http.Header
	// JSON is the body: of a multipart request its payload_json.
	JSON  json.RawMessage
	Files []File
	// At is when it came, by [Options.Now].
	At time.Time
	// Status is the answer's, 0 when the connection was cut instead.
	Status int
	// Fault tells that the answer was one ordered by [Server.Fail].
	Fault bool
}

// Requests returns the REST requests received so far, oldest first, of the
// given routes or of all.
func (s *Server) Requests(routes ...Route) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Request
	for _, r := range s.requests.all() {
		if len(routes) == 0 || slices.Contains(routes, r.Route) {
			out = append(out, r)
		}
	}
	return out
}

// WaitRequests waits until n requests to the given routes, or to any, were
// answered, and returns them.
func (s *Server) WaitRequests(ctx context.Context, n int, routes ...Route) ([]Request, error) {
	for {
		s.mu.Lock()
		changed := s.changed.c
		s.mu.Unlock()
		got := s.Requests(routes...)
		if len(got) >= n {
			return got, nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return got, fmt.Errorf("discordtest: waiting for %d requests to %v, %d came: %w", n, routes, len(got), ctx.Err())
		case <-s.ctx.Done():
			return got, fmt.Errorf("discordtest: waiting for %d requests to %v: the server was closed", n, routes)
		}
	}
}
