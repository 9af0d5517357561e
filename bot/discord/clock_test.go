package discord

import (
	"net/http"
	"testing"
	"time"
)

// How far the clock is off is known from Discord's last answer, and stays right
// when the clock is set before the next.
func TestTheClockIsComparedWithDiscords(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 18, 12, 0, 0, 0, time.UTC)
	now, passed := noon, time.Duration(0)
	c := &discordClock{
		now:   func() time.Time { return now },
		since: func(time.Time) time.Duration { return passed },
	}
	want := func(when string, ahead time.Duration, known bool) {
		t.Helper()
		if a, _, k := c.off(); a != ahead || k != known {
			t.Errorf("%s: %s ahead (%v), want %s (%v)", when, a, k, ahead, known)
		}
	}
	answer := func(with string) {
		t.Helper()
		passed = 0
		c.hear(&http.Response{Header: http.Header{"Date": {with}}})
	}
	want("at first", 0, false)
	answer("no date")
	want("without a date", 0, false)
	answer(noon.Add(-time.Hour).Format(http.TimeFormat))
	want("an hour ahead", time.Hour, true)
	now, passed = now.Add(time.Minute), time.Minute
	want("a minute later", time.Hour, true)
	now = now.Add(-2 * time.Hour)
	want("set back", -time.Hour, true)
	answer(now.Format(http.TimeFormat))
	want("right", 0, true)
}
