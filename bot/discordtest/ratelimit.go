package discordtest

import (
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// MaxPerSecond is how many requests a bot may make a second; those to
	// interactions do not count.
	MaxPerSecond = 50
	// MaxInvalid is how many answers of 401, 403 and 429 in [InvalidWindow]
	// get an address banned.
	MaxInvalid = 10000
	// InvalidWindow is how long such an answer counts.
	InvalidWindow = 10 * time.Minute
)

// limits is what the server remembers to slow a bot down. Guarded by mu.
type limits struct {
	second  time.Time
	count   int
	invalid []time.Time
	banned  bool
	// gone are the requests that were answered 404, by method and path.
	gone *ring[struct{}]
}

// forInteraction tells whether a path is one of an interaction's, which carry
// their own token and are exempt from the global limit.
func forInteraction(path string) bool {
	return strings.HasPrefix(path, "/webhooks/") || strings.HasPrefix(path, "/interactions/")
}

// limited tells how long a request must wait, 0 for not at all.
func (s *Server) limited(c *call) (wait time.Duration, banned bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.limits.banned {
		return time.Hour, true
	}
	if forInteraction(c.http.URL.Path) {
		return 0, false
	}
	now := c.rec.At
	if since := now.Sub(s.limits.second); since >= time.Second || since < 0 {
		s.limits.second, s.limits.count = now, 0
	}
	s.limits.count++
	if s.limits.count <= MaxPerSecond {
		return 0, false
	}
	return s.limits.second.Add(time.Second).Sub(now), false
}

// slowDown answers a request that is one too many.
func (s *Server) slowDown(c *call, w http.ResponseWriter) (int, any, bool) {
	wait, banned := s.limited(c)
	if wait == 0 {
		return 0, nil, false
	}
	body := tooMany(w, wait, true)
	if banned {
		// The ban comes from in front of Discord, which does not speak JSON.
		body = nil
	}
	return http.StatusTooManyRequests, body, true
}

// bucketHeaders tells the bot of the limit of its route, as Discord does with
// every answer. The server has one for all routes: see [MaxPerSecond].
func bucketHeaders(h http.Header, route Route) {
	if route == "" || h.Get("X-RateLimit-Scope") != "" {
		return
	}
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(route))
	h.Set("X-RateLimit-Bucket", strconv.FormatUint(sum.Sum64(), 16))
	h.Set("X-RateLimit-Limit", strconv.Itoa(MaxPerSecond))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(MaxPerSecond-1))
	h.Set("X-RateLimit-Reset-After", "1.000")
}

// watch counts an answer towards the ban, and notes what is not to be asked
// again.
func (s *Server) watch(c *call, status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch status {
	case http.StatusNotFound:
		if forInteraction(c.http.URL.Path) {
			s.limits.gone.put(c.rec.Method+" "+c.rec.Path, struct{}{})
		}
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		s.invalid(c)
	}
}

// invalid counts an answer towards the ban. Callers hold mu.
func (s *Server) invalid(c *call) {
	l := &s.limits
	from := 0
	for from < len(l.invalid) && c.rec.At.Sub(l.invalid[from]) > InvalidWindow {
		from++
	}
	l.invalid = append(l.invalid[from:], c.rec.At)
	if len(l.invalid) >= MaxInvalid && !l.banned {
		l.banned = true
		s.violateLocked(RuleInvalidRequests, c.where(), "10,000 answers of 401, 403 and 429 within ten minutes")
	}
}

// InvalidRequests returns how many answers of 401, 403 and 429 count towards a
// ban.
func (s *Server) InvalidRequests() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.limits.invalid)
}

// askedAgain notes that the bot does not take 404 for an answer.
func (s *Server) askedAgain(c *call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, again := s.limits.gone.get(c.rec.Method + " " + c.rec.Path); again {
		s.violateLocked(RuleRetried, c.where(), "it had been answered 404 before")
	}
}
