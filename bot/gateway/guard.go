package gateway

import (
	"errors"
	"net/http"
	"sync"
	"time"
)

// Discord bans an address for a while after 10,000 answers of 401, 403 or 429
// within 10 minutes. Half of that is where calling stops by itself.
const (
	maxRefusals    = 5000
	refusalMinutes = 10
)

var errRefusedTooOften = errors.New("too many calls were refused in the last ten minutes: not calling, lest this address be banned")

// banGuard carries HTTP and counts the answers that lead to a ban.
type banGuard struct {
	next http.RoundTripper
	now  func() time.Time

	mu sync.Mutex
	// refused counts by minute, in a ring; latest is the minute last written.
	refused [refusalMinutes]int
	latest  int64
}

// RoundTrip makes the call unless too many were refused lately.
func (g *banGuard) RoundTrip(req *http.Request) (*http.Response, error) {
	if g.count(0) >= maxRefusals {
		return nil, errRefusedTooOften
	}
	res, err := g.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	switch res.StatusCode {
	case http.StatusUnauthorized, http.StatusForbidden, http.StatusTooManyRequests:
		g.count(1)
	}
	return res, nil
}

// count adds to this minute and returns the sum of the last ten.
func (g *banGuard) count(more int) (sum int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	minute := g.now().Unix() / 60
	for m := max(g.latest+1, minute-refusalMinutes+1); m <= minute; m++ {
		g.refused[m%refusalMinutes] = 0
	}
	g.latest = max(g.latest, minute)
	g.refused[minute%refusalMinutes] += more
	for _, n := range g.refused {
		sum += n
	}
	return sum
}
