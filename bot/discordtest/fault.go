package discordtest

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Fault is a misbehaviour of the REST API or the CDN, ordered by [Server.Fail]. The zero
// value does nothing; the fields that are set take effect in their order. A new kind of
// fault is a field here, and its effect in wait, body or answer.
type Fault struct {
	// Route is the endpoint that misbehaves; "" means every one.
	Route Route
	// Path is a part of the path or the query of the requests that are affected.
	Path string
	// Times is the number of requests that are affected; 0 means 1, a negative number
	// all.
	Times int
	// Delay is added before the request is read.
	Delay time.Duration
	// CutAfter, if over 0, cuts the connection after that many bytes of the request's
	// body.
	CutAfter int64
	// Status, if not 0, is answered instead of handling the request: 500, 503, 429. Code
	// is Discord's error code in the answer.
	Status, Code int
	// Page, if not "", is the answer's body instead of Discord's JSON: the page of a proxy, or a
	// part of an answer.
	Page string
	// RetryAfter is the wait that a 429 asks for.
	RetryAfter time.Duration
	// Lost handles the request and then answers Status, or cuts the connection if Status
	// is 0: the bot cannot know that the request was handled.
	Lost bool
}

// Fail orders a fault. Each request takes the first fault in order that fits its route and path.
func (s *Server) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, f)
}

// Heal cancels all faults that were ordered, also those of [Gateway.Next].
func (s *Server) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults, s.gw.plans = nil, nil
}

// takeFault returns the fault for a request to a route, or the zero value.
func (s *Server) takeFault(route Route, path string) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.faults, func(f Fault) bool {
		return (f.Route == "" || f.Route == route) && strings.Contains(path, f.Path)
	})
	if i < 0 {
		return Fault{}
	}
	f := s.faults[i]
	if spent(&s.faults[i].Times) {
		s.faults = slices.Delete(s.faults, i, i+1)
	}
	return f
}

// spent decrements times and reports whether this was the last time: 0 counts as 1, and
// negative numbers never end.
func spent(times *int) bool {
	*times--
	return *times == 0 || *times == -1
}

// wait delays a request before it is read. It returns false if the connection is to be cut.
func (f Fault) wait(r *http.Request) bool {
	// Avoid a timer of duration 0: its readers run it themselves, and if two do at once in
	// a bubble, the race detector crashes.
	if f.Delay > 0 {
		select {
		case <-time.After(f.Delay):
		case <-r.Context().Done():
			return false
		}
	}
	_, _ = io.CopyN(io.Discard, r.Body, f.CutAfter)
	return f.CutAfter == 0
}

// body returns the body that goes with the fault's status.
func (f Fault) body(w http.ResponseWriter) any {
	if f.Page != "" {
		return []byte(f.Page)
	}
	out := object{"code": f.Code, "message": fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status))}
	if f.Status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", strconv.FormatFloat(f.RetryAfter.Seconds(), 'f', 3, 64))
		out["retry_after"], out["global"] = f.RetryAfter.Seconds(), false
	}
	return out
}
