package gateway

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discord"
	"nonna/commands"
)

// discordgo keeps two rate limit buckets of every interaction for ever, about half a
// kilobyte. Thousands of interactions must leave nothing of the kind, whether they are
// answered at once, answered late, or ask for suggestions.
func TestMemoryStaysFlat(t *testing.T) {
	const warm, total = 2_000, 6_000
	synctest.Test(t, func(t *testing.T) {
		answered := 0
		headers := http.Header{"X-Ratelimit-Remaining": {"4"}, "X-Ratelimit-Reset-After": {"1"}}
		api := transportFunc(func(r *http.Request) (*http.Response, error) {
			answered++
			return &http.Response{StatusCode: http.StatusOK, Header: headers, Request: r, Body: io.NopCloser(strings.NewReader("{}"))}, nil
		})
		router, err := commands.NewRouter([]commands.Command{{
			Spec: commands.Spec{Name: "play", Kind: commands.Slash, Description: "d"},
			Run: func(_ context.Context, req commands.Request) (commands.Reply, error) {
				if req.Kind == commands.Slash && strings.HasSuffix(req.ID, "7") {
					time.Sleep(2 * time.Second)
				}
				return commands.Reply{Text: "pong", Files: []commands.File{{Name: "t.txt", Data: []byte("trace")}}}, nil
			},
		}}, BookForTest(), nil, slog.New(slog.DiscardHandler), time.Now, commands.WithLimits(commands.Limits{User: commands.Rate{Every: time.Nanosecond, Burst: 1000}}))
		if err != nil {
			t.Fatal(err)
		}
		b, err := New(Config{Router: router, MaxHandlers: 64, Config: discord.Config{Token: "t", Logger: slog.New(slog.DiscardHandler), Transport: func() http.RoundTripper { return &oneByOne{next: api} }}})
		if err != nil {
			t.Fatal(err)
		}
		heap := func() int64 {
			synctest.Wait()
			runtime.GC()
			runtime.GC()
			var m runtime.MemStats
			runtime.ReadMemStats(&m)
			return int64(m.HeapAlloc) //nolint:gosec // a heap of 2⁶³ bytes is no test's
		}
		asking, suggesting := parse(t, slash), parse(t, typing)
		var before int64
		for n := range total {
			if n == warm {
				before = heap()
			}
			i := *asking
			if n%5 == 0 {
				i = *suggesting
			}
			i.ID, i.Token = strconv.Itoa(n), "token-"+strconv.Itoa(n)
			b.receive(&i)
			if n%100 == 0 {
				synctest.Wait()
				time.Sleep(3 * time.Second)
			}
		}
		time.Sleep(3 * time.Second)
		grown := heap() - before
		runtime.KeepAlive(b) // or all that it left behind would be gone with it
		if grown > 256<<10 {
			t.Errorf("%d interactions left %d bytes behind", total-warm, grown)
		}
		// Of the commands, four in five of all, every eighth took a deferral and an edit.
		if want := total + total/10; answered != want {
			t.Errorf("%d calls were made, want %d", answered, want)
		}
		t.Logf("the heap changed by %d bytes over %d interactions", grown, total-warm)
	})
}

type transportFunc func(*http.Request) (*http.Response, error)

func (f transportFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// oneByOne carries one call at a time.
type oneByOne struct {
	mu   sync.Mutex
	next http.RoundTripper
}

func (o *oneByOne) RoundTrip(r *http.Request) (*http.Response, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.next.RoundTrip(r)
}
