package discord

import (
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// failing is a transport over which nothing comes back, until it does.
type failing struct{ answers *bool }

func (f failing) RoundTrip(r *http.Request) (*http.Response, error) {
	if *f.answers {
		return &http.Response{StatusCode: http.StatusTeapot, Request: r, Body: http.NoBody}, nil
	}
	time.Sleep(time.Second)
	return nil, errors.New("nothing")
}

// Connections over which nothing came back for two minutes are given up; any
// answer shows that they are sound, and without calls nothing does.
func TestConnectionsWithoutAnswersAreDropped(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		log, made, answers := new(strings.Builder), 0, false
		l := &lasting{make: func() http.RoundTripper { made++; return failing{&answers} }, log: slog.New(slog.NewTextHandler(log, nil))}
		call := func(n int) {
			for range n {
				if res, err := l.RoundTrip(new(http.Request)); err == nil {
					_ = res.Body.Close()
				}
			}
		}
		for _, step := range []struct {
			name    string
			do      func()
			want    int
			dropped int
		}{
			{"calls for less than two minutes", func() { call(119) }, 1, 0},
			{"an answer, then as many", func() { answers = true; call(1); answers = false; call(119) }, 1, 0},
			{"an hour without calls, behind an answer", func() { answers = true; call(1); answers = false; time.Sleep(time.Hour); call(1) }, 1, 0},
			{"a call an hour, none of them answered", func() {
				for range 5 {
					time.Sleep(time.Hour)
					call(1)
				}
			}, 1, 0},
			{"two minutes", func() { time.Sleep(time.Hour); call(121) }, 2, 1},
			{"two minutes more", func() { call(120) }, 3, 2},
		} {
			step.do()
			if dropped := strings.Count(log.String(), "connections are dropped"); made != step.want || dropped != step.dropped {
				t.Errorf("%s: %d transports were made, want %d; %d drops logged", step.name, made, step.want, dropped)
			}
		}
	})
}
