package discordtest

import (
	"fmt"
	"io"
	"net/http"
	"time"
)

// Fault is a misbehaviour of the REST API or the CDN, ordered by [Server.Fail].
// The zero value does nothing; what is set happens in the order of the fields.
// A new kind of fault is a field here, and its effect in one of the three
// methods that every request passes: before, instead and after.
type Fault struct {
	// Route is the endpoint that misbehaves; "" means every one.
	Route Route
	// Times is how many requests are met before all is well again; 0 means 1,
	// a negative number means for ever.
	Times int
	// Met, when not nil, is called for each request that meets the fault,
	// before anything else: by it a test knows that a request is on its way.
	Met func()
	// Delay holds each request back that long.
	Delay time.Duration
	// Hold holds each request back until it is closed.
	Hold <-chan struct{}
	// CutAfter, when over 0, cuts the connection after that many bytes of the
	// request's body.
	CutAfter int64
	// Status, when not 0, is answered instead of doing anything: 500, 503, 429.
	Status int
	// RetryAfter is what a 429 asks for.
	RetryAfter time.Duration
	// Global makes a 429 one for all routes.
	Global bool
	// Lost does what was asked and then answers Status, or cuts the
	// connection when Status is 0: the bot cannot know that it was done.
	Lost bool
}

// Fail orders a misbehaviour. Faults are taken in the order they were given;
// one request meets one.
func (s *Server) Fail(f Fault) {
	if f.Times == 0 {
		f.Times = 1
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, f)
}

// Heal forgets every fault that was ordered.
func (s *Server) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// takeFault returns the fault that a request meets, the zero value for none.
func (s *Server) takeFault(route Route) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.faults {
		f := s.faults[i]
		if f.Route != "" && f.Route != route {
			continue
		}
		if s.faults[i].Times--; f.Times == 1 {
			s.faults = append(s.faults[:i:i], s.faults[i+1:]...)
		}
		return f
	}
	return Fault{}
}

// before happens before the request is read; false cuts it off.
func (f Fault) before(r *http.Request) bool {
	if f.Met != nil {
		f.Met()
	}
	if f.Delay > 0 {
		timer := time.NewTimer(f.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-r.Context().Done():
			return false
		}
	}
	if f.Hold != nil {
		select {
		case <-f.Hold:
		case <-r.Context().Done():
			return false
		}
	}
	if f.CutAfter > 0 {
		_, _ = io.CopyN(io.Discard, r.Body, f.CutAfter)
		return false
	}
	return true
}

// instead is answered in place of doing anything.
func (f Fault) instead(w http.ResponseWriter) (status int, body any, ordered bool) {
	if f.Status == 0 || f.Lost {
		return 0, nil, false
	}
	return f.Status, f.body(w), true
}

// after replaces the answer to something that was done; false cuts it off.
func (f Fault) after(w http.ResponseWriter, status *int, body *any) bool {
	if f.Lost {
		*status, *body = f.Status, f.body(w)
	}
	return *status != 0
}

func (f Fault) body(w http.ResponseWriter) any {
	if f.Status == http.StatusTooManyRequests {
		return tooMany(w, f.RetryAfter, f.Global)
	}
	return map[string]any{"code": 0, "message": fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status))}
}

// cut closes the connection without an answer.
func cut(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.Close()
	}
}
