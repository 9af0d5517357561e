package discordtest

import (
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
	s.wake()
}

// Requests returns the REST requests answered so far, oldest first, of the
// given routes or of all.
func (s *Server) Requests(routes ...Route) []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.DeleteFunc(slices.Clone(s.requests), func(r Request) bool {
		return len(routes) > 0 && !slices.Contains(routes, r.Route)
	})
}

// Until waits until done, which is asked again whenever the bot did something.
func (s *Server) Until(ctx context.Context, done func() bool) error {
	for {
		s.mu.Lock()
		changed := s.changed
		s.mu.Unlock()
		if done() {
			return nil
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return fmt.Errorf("discordtest: waiting for the bot: %w", ctx.Err())
		case <-s.ctx.Done():
			return fmt.Errorf("discordtest: waiting for the bot: %w", net.ErrClosed)
		}
	}
}

// wake makes everybody who waits look again. Callers hold mu.
func (s *Server) wake() {
	close(s.changed)
	s.changed = make(chan struct{})
}
