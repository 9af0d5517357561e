package discordtest

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"
)

// Request is one REST request of the bot's, as it was received.
type Request struct {
	// Route is the endpoint, "" when there is none at that path.
	Route  Route
	Method string
	// Path is without the "/api/v10" before it, with the query.
	Path string
	// JSON is the body: of a multipart request its payload_json.
	JSON  json.RawMessage
	Files []File
	At    time.Time
	// Status is the answer's, 0 when the connection was cut instead.
	Status int
}

// record remembers a request that was dealt with.
func (s *Server) record(c *call, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c.rec.Status = status
	s.countInvalid(c)
	s.requests.put(s.snowflake(), c.rec)
	s.changed.wake()
}

// Requests returns the REST requests answered so far, oldest first, of the
// given routes or of all.
func (s *Server) Requests(routes ...Route) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.requestsTo(routes)
}

// requestsTo is [Server.Requests] for callers that hold mu.
func (s *Server) requestsTo(routes []Route) []Request {
	return slices.DeleteFunc(s.requests.all(), func(r Request) bool {
		return len(routes) > 0 && !slices.Contains(routes, r.Route)
	})
}

// WaitRequests waits until n requests to the given routes, or to any, were
// answered, and returns them.
func (s *Server) WaitRequests(ctx context.Context, n int, routes ...Route) ([]Request, error) {
	var got []Request
	err := s.wait(ctx, &s.changed, func() string {
		return fmt.Sprintf("%d requests to %v, %d came", n, routes, len(got))
	}, func() bool {
		got = s.requestsTo(routes)
		return len(got) >= n
	})
	return got, err
}

// wait waits until done, which is called with mu held, whenever something
// changes.
func (s *Server) wait(ctx context.Context, changes *broadcast, what func() string, done func() bool) error {
	for {
		s.mu.Lock()
		ok, changed := done(), changes.c
		s.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("discordtest: waiting for %s: %w", what(), ctx.Err())
		case <-s.ctx.Done():
			return fmt.Errorf("discordtest: waiting for %s: the server was closed", what())
		}
	}
}
