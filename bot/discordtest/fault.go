package discordtest

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strconv"
	"time"
)

// Fault is a misbehaviour of the REST API or the CDN, ordered by [Server.Fail].
// The zero value does nothing; what is set happens in the order of the fields.
// A new kind of fault is a field here, with its effect in wait, body or answer.
type Fault struct {
	// Route is the endpoint that misbehaves; "" means every one.
	Route Route
	// Times is how many requests are met before all is well again; 0 means 1,
	// a negative number means for ever.
	Times int
	// Delay holds each request back that long.
	Delay time.Duration
	// CutAfter, when over 0, cuts the connection after that many bytes of the
	// request's body.
	CutAfter int64
	// Status, when not 0, is answered instead of doing anything: 500, 503, 429.
	// Code is Discord's own that comes with it.
	Status, Code int
	// RetryAfter is what a 429 asks for.
	RetryAfter time.Duration
	// Lost does what was asked and then answers Status, or cuts the
	// connection when Status is 0: the bot cannot know that it was done.
	Lost bool
}

// Fail orders a misbehaviour. Faults are taken in the order they were given;
// one request meets one.
func (s *Server) Fail(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults = append(s.faults, f)
}

// Heal forgets every fault that was ordered, by [Gateway.Next] too.
func (s *Server) Heal() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.faults, s.gw.plans = nil, nil
}

// takeFault returns the fault that a request meets, the zero value for none.
func (s *Server) takeFault(route Route) Fault {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.IndexFunc(s.faults, func(f Fault) bool { return f.Route == "" || f.Route == route })
	if i < 0 {
		return Fault{}
	}
	f := s.faults[i]
	if spent(&s.faults[i].Times) {
		s.faults = slices.Delete(s.faults, i, i+1)
	}
	return f
}

// spent takes one of the times that something is ordered for, and tells whether
// it was the last: 0 means 1, a negative number means for ever.
func spent(times *int) bool {
	*times--
	return *times == 0 || *times == -1
}

// wait holds a request back before it is read; false cuts it off.
func (f Fault) wait(r *http.Request) bool {
	// No timer of no time: the goroutines that read one each run it themselves, and
	// where two do at once in a bubble, the race detector breaks down.
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

// body is what a fault's status comes with.
func (f Fault) body(w http.ResponseWriter) any {
	out := object{"code": f.Code, "message": fmt.Sprintf("%d: %s", f.Status, http.StatusText(f.Status))}
	if f.Status == http.StatusTooManyRequests {
		w.Header().Set("Retry-After", strconv.FormatFloat(f.RetryAfter.Seconds(), 'f', 3, 64))
		out["retry_after"], out["global"] = f.RetryAfter.Seconds(), false
	}
	return out
}
