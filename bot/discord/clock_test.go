package discord

import (
	"errors"
	"log/slog"
	"net/http"
	"testing"
	"time"
)

// The time is Discord's, whatever this machine's clock says, and Discord is asked where time may
// have passed that the machine did not count.
func TestTheTimeIsDiscords(t *testing.T) {
	t.Parallel()
	machine := time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	var passed, ahead time.Duration // of the time since the answer, and of the machine's clock
	kind, asked := "text/html", 0
	var fails error
	c := New(Config{
		Token: "t", Logger: slog.New(slog.DiscardHandler), Now: func() time.Time { return machine },
		Transport: func() http.RoundTripper {
			return transportFunc(func(r *http.Request) (*http.Response, error) {
				if asked++; fails != nil {
					return nil, fails
				}
				passed = 0
				res, err := answering(http.StatusOK, `{}`).RoundTrip(r)
				res.Header = http.Header{"Content-Type": {kind}, "Date": {machine.Add(-ahead).Format(http.TimeFormat)}}
				return res, err
			})
		},
	})
	c.clock.since = func(time.Time) time.Duration { return passed }
	want := func(when string, known bool, asks int) {
		t.Helper()
		asked = 0
		now, err := c.Time(t.Context())
		if (err == nil) != known || known && !now.Equal(machine.Add(-ahead)) || asked != asks {
			t.Errorf("%s: %v, %v after %d calls, want %v after %d", when, now, err, asked, machine.Add(-ahead), asks)
		}
	}
	want("by a proxy's page", false, 1)
	kind, ahead = "application/json", time.Hour
	want("by Discord's word", true, 1)
	machine, passed = machine.Add(time.Hour), time.Hour
	want("an hour later", true, 0)
	machine, ahead = machine.Add(-2*time.Hour), -time.Hour
	fails = errors.New("no network")
	want("after the clock was set, without a network", false, 1)
	fails = nil
	want("after the clock was set", true, 1)
	machine, passed = machine.Add(8*time.Hour+time.Minute), time.Minute
	want("after the machine slept", true, 1)
	want("and now", true, 0)
}
