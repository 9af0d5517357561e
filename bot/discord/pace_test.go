package discord

import (
	"context"
	"errors"
	"net/http"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// All processes together make no more calls than one alone, and as many.
func TestProcessesShareThePace(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		var n atomic.Int64
		p := newPace(func() int { return int(n.Load()) })
		for _, processes := range []int{0, 1, 4, 7, 30, 1} {
			n.Store(int64(processes))
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			calls := 0
			for p.wait(ctx) == nil {
				calls++
			}
			cancel()
			time.Sleep(time.Minute) // what one did not use is not there for the next
			if all := calls * max(1, processes); all < 39*60 || all > 40*60+30 {
				t.Errorf("%d processes make %d calls a minute", processes, all)
			}
		}
	})
}

// A pause does not end because a shorter one begins in it.
func TestAShorterPauseEndsNoLongerOne(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		p, began := newPace(func() int { return 1 }), time.Now()
		p.pause(time.Minute)
		p.pause(time.Second)
		if err := p.wait(t.Context()); err != nil || time.Since(began) != time.Minute {
			t.Errorf("a call may begin after %v, %v", time.Since(began), err)
		}
	})
}

type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// Ten thousand refusals in ten minutes get an address banned: all processes together stay below
// half of them, and good answers do not count.
func TestCallingStopsBeforeABan(t *testing.T) {
	t.Parallel()
	for _, processes := range []int{1, 2} {
		synctest.Test(t, func(t *testing.T) {
			status, calls := http.StatusNoContent, 0
			discord := transportFunc(func(*http.Request) (*http.Response, error) {
				calls++
				return &http.Response{StatusCode: status, Body: http.NoBody}, nil
			})
			c := New(Config{Token: "t", Transport: func() http.RoundTripper { return discord }, Processes: func() int { return processes }})
			call := func() error {
				_, err := c.Call(t.Context(), "test", http.MethodGet, "/x", nil, nil, Policy{Tries: 1, Exempt: true})
				return err
			}
			for range 5_000 {
				if err := call(); err != nil {
					t.Fatal(err)
				}
			}
			calls = 0
			var err error
			for began := time.Now(); time.Since(began) < 10*time.Minute; time.Sleep(50 * time.Millisecond) {
				status = []int{401, 403, 429}[calls%3]
				if err = call(); err == nil {
					t.Fatal("refused, and no error")
				}
			}
			e, _ := errors.AsType[*Error](err)
			if all := calls * processes; all < 4900 || all > 5000 || !errors.Is(err, errRefusedTooOften) || e.OutcomeUnknown() {
				t.Errorf("%d processes made %d calls, lately %v", processes, all, err)
			}
			time.Sleep(time.Minute)
			status = http.StatusNoContent
			if err := call(); err != nil {
				t.Errorf("later: %v", err)
			}
		})
	}
}
