package discordtest

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"time"
)

// Fault is a misbehaviour of the REST API, ordered by [Server.Fail]. The zero
// value does nothing; what is set happens in the order of the fields.
type Fault struct {
	// Route is the endpoint that misbehaves; "" means every one.
	Route Route
	// Times is how many requests are met before all is well again; 0 means 1,
	// a negative number means for ever.
	Times int
	// Met, when not nil, is called for each request that meets the fault,
	// before anything else: by it a test knows that a request is on its way.
	Met func()
	// Delay holds each request back that long, by the real clock.
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
	s.faults = append(s.faults, &f)
}

// Heal forgets every fault that was ordered.
func (s *Server) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = nil
}

// takeFault returns the fault that a request meets, nil for none.
func (s *Server) takeFault(route Route) *Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, f := range s.faults {
		if f.Route != "" && f.Route != route {
			continue
		}
		met := *f
		if f.Times > 0 {
			f.Times--
		}
		if f.Times == 0 {
			s.faults = append(s.faults[:i:i], s.faults[i+1:]...)
		}
		return &met
	}
	return nil
}

// before holds the request back or cuts it off; true means that it is over.
func (f *Fault) before(w http.ResponseWriter, r *http.Request) bool {
	if f == nil {
		return false
	}
	if f.Met != nil {
		f.Met()
	}
	if !f.wait(r.Context()) {
		cut(w) // or net/http would answer 200
		return true
	}
	if f.CutAfter > 0 {
		_, _ = io.CopyN(io.Discard, r.Body, f.CutAfter)
		cut(w)
		return true
	}
	return false
}

// wait holds a request back; false means that the bot or the server went away.
func (f *Fault) wait(ctx context.Context) bool {
	if f.Delay > 0 {
		timer := time.NewTimer(f.Delay)
		defer timer.Stop()
		select {
		case <-timer.C:
		case <-ctx.Done():
			return false
		}
	}
	if f.Hold == nil {
		return true
	}
	select {
	case <-f.Hold:
		return true
	case <-ctx.Done():
		return false
	}
}

// instead is the answer given in place of doing anything.
func (f *Fault) instead(w http.ResponseWriter) (int, any, bool) {
	if f == nil || f.Status == 0 || f.Lost {
		return 0, nil, false
	}
	return f.Status, f.answer(w), true
}

func (f *Fault) answer(w http.ResponseWriter) any {
	if f.Status != http.StatusTooManyRequests {
		return map[string]any{"code": CodeGeneral, "message": fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status))}
	}
	return tooMany(w, f.RetryAfter, f.Global)
}

// tooMany sets the headers of a 429 and returns its body.
func tooMany(w http.ResponseWriter, after time.Duration, global bool) any {
	h := w.Header()
	h.Set("Retry-After", retryAfterHeader(after))
	h.Set("X-RateLimit-Reset-After", retryAfterHeader(after))
	h.Set("X-RateLimit-Scope", "user")
	if global {
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
	}
	return map[string]any{
		"message": "You are being rate limited.", "retry_after": after.Seconds(), "global": global, "code": CodeGeneral,
	}
}

// after replaces or cuts off the answer to something that was done; true means
// that the connection is gone.
func (f *Fault) after(w http.ResponseWriter, status *int, body *any) bool {
	if f == nil || !f.Lost {
		return false
	}
	if f.Status == 0 {
		cut(w)
		return true
	}
	*status, *body = f.Status, f.answer(w)
	return false
}

// cut closes the connection without an answer.
func cut(w http.ResponseWriter) {
	if conn, _, err := http.NewResponseController(w).Hijack(); err == nil {
		_ = conn.Close()
	}
}
