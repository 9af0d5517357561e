package discordtest

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"testing/synctest"
	"time"
)

func TestTenThousandInvalidRequestsBan(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := New(t, Options{InMemory: true})
		refuse := func(n int) {
			s.mu.Lock()
			defer s.mu.Unlock()
			for range n {
				c := &call{srv: s, http: httptest.NewRequest(http.MethodGet, "/users/@me", http.NoBody)}
				c.rec.At, c.rec.Status = time.Now(), http.StatusForbidden
				s.countInvalid(c)
			}
		}
		refuse(maxInvalid - 1)
		time.Sleep(invalidWindow + time.Second)
		refuse(maxInvalid - 1)
		if status, _ := s.ask(t, RouteMe, "/users/@me", ""); status != http.StatusOK {
			t.Errorf("one before the ban: %d", status)
		}
		refuse(1)
		if status, _ := s.ask(t, RouteMe, "/users/@me", ""); status != http.StatusTooManyRequests {
			t.Errorf("after the ban: %d", status)
		}
		if got := s.TakeViolations(); len(got) != 1 || got[0].Rule != RuleInvalidRequests {
			t.Errorf("violations %v", got)
		}
	})
}
