package discordtest

import (
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

// rateLimit is what the server remembers of a bot's haste. Guarded by mu.
type rateLimit struct {
	requests, invalid window
	// gone are the requests that were answered 404, by method and path.
	gone *ring[struct{}]
}

// window counts what happens in a stretch of time.
type window struct {
	began time.Time
	count int
}

// add counts one more, in a new window when the last is over.
func (w *window) add(now time.Time, length time.Duration) int {
	if now.Sub(w.began) >= length {
		*w = window{began: now}
	}
	w.count++
	return w.count
}

// forInteraction tells whether a path is one of an interaction's, which carry
// their own token.
func (c *call) forInteraction() bool {
	return strings.HasPrefix(c.rec.Path, "/webhooks/") || strings.HasPrefix(c.rec.Path, "/interactions/")
}

// slowDown answers a request that is one too many. Limits of single routes are
// not published and not guessed at. Callers hold mu.
func (s *Server) slowDown(c *call, w http.ResponseWriter) (body any, over bool) {
	if c.rec.Route == RouteCDN {
		return nil, false
	}
	if !c.forInteraction() {
		l := &s.limit.requests
		if l.add(c.rec.At, time.Second) > maxPerSecond {
			return tooMany(w, l.began.Add(time.Second).Sub(c.rec.At), true), true
		}
	}
	h := w.Header()
	h.Set("X-RateLimit-Bucket", string(c.rec.Route))
	h.Set("X-RateLimit-Limit", strconv.Itoa(maxPerSecond))
	h.Set("X-RateLimit-Remaining", strconv.Itoa(maxPerSecond-1))
	h.Set("X-RateLimit-Reset-After", "1.000")
	return nil, false
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
	return object{"message": "You are being rate limited.", "retry_after": after.Seconds(), "global": global, "code": 0}
}

// countInvalid counts an answer towards the ban, and notes what is not to be
// asked again. Callers hold mu.
func (s *Server) countInvalid(c *call) {
	switch c.rec.Status {
	case http.StatusNotFound:
		if c.forInteraction() {
			s.limit.gone.put(c.rec.Method+" "+c.rec.Path, struct{}{})
		}
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		if s.limit.invalid.add(c.rec.At, invalidWindow) == maxInvalid {
			c.violate(RuleInvalidRequests, "Discord bans the address")
		}
	}
}
