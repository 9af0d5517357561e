package discord

import (
	"errors"
	"net/http"
	"testing"
	"time"
)

type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Ten thousand refusals in ten minutes get an address banned.
func TestGuardStopsCallingBeforeABan(t *testing.T) {
	t.Parallel()
	now := time.Unix(1_790_000_000, 0)
	processes := 1
	status, calls := http.StatusTooManyRequests, 0
	discord := transportFunc(func(*http.Request) (*http.Response, error) {
		calls++
		return &http.Response{StatusCode: status, Body: http.NoBody}, nil
	})
	g := watched{
		discord,
		&refusals{now: func() time.Time { return now }, processes: func() int { return processes }}, new(discordClock),
	}
	call := func() error {
		res, err := g.RoundTrip(&http.Request{})
		if err == nil {
			return res.Body.Close()
		}
		return err
	}
	for i, s := range []int{401, 403, 429} {
		status = s
		for range maxRefusals/3 + i/2 { // the first minutes of ten
			if err := call(); err != nil {
				t.Fatal(err)
			}
		}
		now = now.Add(time.Minute)
	}
	status = 200
	for range 100 {
		if err := call(); err != nil {
			t.Fatal(err)
		}
	}
	status = 429
	for range maxRefusals {
		_ = call()
	}
	if want := maxRefusals + 100; calls != want {
		t.Errorf("%d calls were made, want %d", calls, want)
	}
	if err := call(); !errors.Is(err, errRefusedTooOften) {
		t.Errorf("error %v", err)
	}
	// As the minutes leave the window, calls are possible again.
	now = now.Add(refusalMinutes*time.Minute - 3*time.Minute)
	if err := call(); err != nil {
		t.Errorf("later: %v", err)
	}
	processes = 2
	if err := call(); !errors.Is(err, errRefusedTooOften) {
		t.Errorf("with another process: %v", err)
	}
	now = now.Add(24 * time.Hour)
	if n := g.refusals.count(0); n != 0 {
		t.Errorf("a day later %d are still counted", n)
	}
}
