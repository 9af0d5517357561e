package discordtest

import (
	"encoding/json"
	"net/http"
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
		if len(routes) == 0 || hasRoute(routes, r.Route) {
			out = append(out, r)
		}
	}
	return out
}

func hasRoute(routes []Route, r Route) bool {
	for _, x := range routes {
		if x == r {
			return true
		}
	}
	return false
}
