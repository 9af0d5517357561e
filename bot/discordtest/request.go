package discordtest

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
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
func (s *Server) record(r Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests = append(s.requests, r)
	s.changed.Broadcast()
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
	return slices.DeleteFunc(slices.Clone(s.requests), func(r Request) bool {
		return len(routes) > 0 && !slices.Contains(routes, r.Route)
	})
}

// WaitRequests waits until n requests to the given routes, or to any, were
// answered, and returns them.
func (s *Server) WaitRequests(ctx context.Context, n int, routes ...Route) (got []Request, err error) {
	err = s.wait(ctx, func() bool {
		got = s.requestsTo(routes)
		return len(got) >= n
	}, func() string {
		return fmt.Sprintf("%d requests to %v, %d came", n, routes, len(got))
	})
	return got, err
}

// wait waits until done. Both functions are called with mu held.
func (s *Server) wait(ctx context.Context, done func() bool, what func() string) error {
	defer context.AfterFunc(ctx, s.wake)()
	s.mu.Lock()
	defer s.mu.Unlock()
	for !done() {
		if ctx.Err() != nil || s.closed {
			return fmt.Errorf("discordtest: waiting for %s: %w", what(), cmp.Or(ctx.Err(), net.ErrClosed))
		}
		s.changed.Wait()
	}
	return nil
}

// wake makes everybody who waits look again.
func (s *Server) wake() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed.Broadcast()
}
