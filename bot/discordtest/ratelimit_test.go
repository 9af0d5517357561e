package discordtest

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

func TestTenThousandInvalidRequestsBan(t *testing.T) {
	clock := NewClock(time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC))
	s := New(t, Options{Now: clock.Now})
	refuse := func(n int) {
		for range n {
			c := &call{srv: s, http: httptest.NewRequest(http.MethodGet, "/users/@me", http.NoBody)}
			c.rec.At = clock.Now()
			s.watch(c, http.StatusForbidden)
		}
	}
	refuse(MaxInvalid - 1)
	clock.Advance(InvalidWindow + time.Second)
	refuse(MaxInvalid - 1)
	if n := s.InvalidRequests(); n != MaxInvalid-1 {
		t.Errorf("%d count after ten minutes", n)
	}
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
}
