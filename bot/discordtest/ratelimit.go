package discordtest

import (
	"hash/fnv"
	"net/http"
	"strconv"
	"strings"
	"time"
)

const (
	// maxPerSecond holds "All bots can make up to 50 requests per second to our
	// API"; "Interaction endpoints are not bound" to it.
	maxPerSecond = 50
	// maxInvalid is how many answers of 401, 403 and 429 in invalidWindow get
	// an address banned.
	maxInvalid    = 10000
	invalidWindow = 10 * time.Minute
)

// rateLimit is what the server remembers to slow a bot down. Guarded by mu.
type rateLimit struct {
	second  time.Time
	count   int
	invalid []time.Time
	banned  bool
	// gone are the requests that were answered 404, by method and path.
	gone *ring[struct{}]
}

// forInteraction tells whether a path is one of an interaction's, which carry
// their own token.
func (c *call) forInteraction() bool {
	return strings.HasPrefix(c.rec.Path, "/webhooks/") || strings.HasPrefix(c.rec.Path, "/interactions/")
}

// slowDown answers a request that is one too many. Callers hold mu.
func (s *Server) slowDown(c *call, w http.ResponseWriter) (status int, body any, over bool) {
	if c.rec.Route == RouteCDN {
		return 0, nil, false
	}
	if s.limit.banned {
		// The ban comes from in front of Discord, which does not speak JSON.
		tooMany(w, time.Hour, true)
		return http.StatusTooManyRequests, nil, true
	}
	l, now := &s.limit, c.rec.At
	if !c.forInteraction() {
		if since := now.Sub(l.second); since >= time.Second {
			l.second, l.count = now, 0
		}
		l.count++
		if l.count > maxPerSecond {
			return http.StatusTooManyRequests, tooMany(w, l.second.Add(time.Second).Sub(now), true), true
		}
	}
	bucketHeaders(w.Header(), c.rec.Route)
	return 0, nil, false
}

// bucketHeaders tells the bot of the limit of its route, as Discord does with
// every answer. Limits of single routes are not published and not guessed at.
func bucketHeaders(h http.Header, route Route) {
	sum := fnv.New64a()
	_, _ = sum.Write([]byte(route))
	h.Set("X-RateLimit-Bucket", strconv.FormatUint(sum.Sum64(), 16))
	h.Set("X-RateLimit-Limit", strconv.Itoa(maxPerSecond))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(maxPerSecond-1))
	h.Set("X-RateLimit-Reset-After", "1.000")
}

// tooMany sets the headers of a 429 and returns its body.
func tooMany(w http.ResponseWriter, after time.Duration, global bool) any {
	h, seconds := w.Header(), strconv.FormatFloat(after.Seconds(), 'f', 3, 64)
	h.Set("Retry-After", seconds)
	h.Set("X-RateLimit-Reset-After", seconds)
	h.Set("X-RateLimit-Scope", "user")
	if global {
		h.Set("X-RateLimit-Global", "true")
		h.Set("X-RateLimit-Scope", "global")
	}
	return map[string]any{
		"message": "You are being rate limited.", "retry_after": after.Seconds(), "global": global, "code": 0,
	}
}

// countInvalid counts an answer towards the ban, and notes what is not to be
// asked again. Callers hold mu.
func (s *Server) countInvalid(c *call) {
	l := &s.limit
	switch c.rec.Status {
	case http.StatusNotFound:
		if c.forInteraction() {
			l.gone.put(c.rec.Method+" "+c.rec.Path, struct{}{})
		}
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		for len(l.invalid) > 0 && c.rec.At.Sub(l.invalid[0]) > invalidWindow {
			l.invalid = l.invalid[1:]
		}
		l.invalid = append(l.invalid, c.rec.At)
		if len(l.invalid) >= maxInvalid && !l.banned {
			l.banned = true
			c.violate(RuleInvalidRequests, "10,000 answers of 401, 403 and 429 within ten minutes")
		}
	}
}

// noteRetry notes that the bot does not take 404 for an answer. Callers hold mu.
func (s *Server) noteRetry(c *call) {
	if _, again := s.limit.gone.get(c.rec.Method + " " + c.rec.Path); again {
		c.violate(RuleRetried, "it had been answered 404 before")
	}
}
