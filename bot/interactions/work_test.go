package interactions_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/commands"
	"nonna/store/setting"
)

// A request waits at most a minute for its turn. Then its user reads that the bot is busy,
// and the handler is not called.
func TestARequestWaitsAMinuteForItsTurn(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		var handled atomic.Int64
		start(t, srv, []commands.Command{command("ping", func(context.Context, commands.Request) (commands.Reply, error) {
			handled.Add(1)
			time.Sleep(50 * time.Second)
			return commands.Reply{Text: "pong"}, nil
		})}, func(c *interactions.Config) { c.MaxHandlers = 1 })
		began := time.Now()
		all := crowd(srv, 3)
		busy, pongs := 0, 0
		for _, it := range all {
			asked(t, it)
			synctest.Wait() // a private answer follows when the deferral is withdrawn
			switch a := it.Answer(); {
			case a.Message.Content == "pong":
				pongs++
			case len(a.Followups) == 1 && a.Followups[0].Ephemeral() && strings.Contains(a.Followups[0].Content, "hands full"):
				busy++
			default:
				t.Errorf("%+v", a)
			}
		}
		if pongs != 2 || busy != 1 || handled.Load() != 2 || time.Since(began) != 100*time.Second {
			t.Errorf("%d answered and %d turned away, %d handled, within %v", pongs, busy, handled.Load(), time.Since(began))
		}
	})
}

// A deferral is private if the server's setting says so, once it is known, for commands
// that heed it.
func TestADeferralKeepsToTheServersSettings(t *testing.T) {
	t.Parallel()
	private := []commands.Option{{Name: "private", Description: "Whether", Type: commands.BoolOption}}
	for name, tt := range map[string]struct {
		reading time.Duration
		options []commands.Option
		private bool // the deferral is
	}{
		"known in time":                {time.Second, private, true},
		"not known in time":            {2 * time.Second, private, false},
		"of a command that is for all": {time.Second, nil, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				start(t, srv, nil, func(c *interactions.Config) {
					settings := func(context.Context, uint64) (setting.Values, error) {
						time.Sleep(tt.reading)
						return setting.Values{Private: true}, nil
					}
					router, err := commands.NewRouter(commands.Config{Commands: []commands.Command{command("ping", func(_ context.Context, req commands.Request) (commands.Reply, error) {
						time.Sleep(3 * time.Second)
						return commands.Reply{Text: "pong", Ephemeral: tt.options != nil && req.WantsPrivate()}, nil
					}, tt.options...)}, Words: interactions.BookForTest(), Settings: settings, Log: slog.New(slog.DiscardHandler)})
					if err != nil {
						t.Fatal(err)
					}
					c.Router = router
				})
				it := srv.Slash("ping")
				time.Sleep(1600 * time.Millisecond)
				if a := it.Answer(); !a.Deferred || a.After != 1500*time.Millisecond || a.Message.Ephemeral() != tt.private {
					t.Errorf("after %v: %+v", a.After, a)
				}
				time.Sleep(time.Minute)
				a := it.Answer()
				if len(a.Followups) == 0 { // a deferral that was public becomes a message of its own
					a.Followups = append(a.Followups, a.Message)
				}
				if m := a.Followups[0]; m.Content != "pong" || m.Ephemeral() != (tt.options != nil) {
					t.Errorf("%+v", a)
				}
			})
		})
	}
}

// What is cut off a public reply is marked in the language that the server chose, and what
// is cut off a private one in the user's.
func TestACutReplySaysSoInItsLanguage(t *testing.T) {
	t.Parallel()
	for locale, ephemeral := range map[string]bool{"it": false, "en": true} {
		t.Run(locale, func(t *testing.T) {
			t.Parallel()
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				start(t, srv, nil, func(c *interactions.Config) {
					settings := func(context.Context, uint64) (setting.Values, error) { return setting.Values{Language: "it"}, nil }
					reply := commands.Reply{Title: "Long", Text: strings.Repeat("x", 5000), Ephemeral: ephemeral}
					router, err := commands.NewRouter(commands.Config{Commands: []commands.Command{says("ping", reply)}, Words: interactions.BookForTest(), Settings: settings, Log: slog.New(slog.DiscardHandler)})
					if err != nil {
						t.Fatal(err)
					}
					c.Router = router
				})
				text := asked(t, srv.Slash("ping")).Message.Embeds[0].Description
				if want := interactions.BookForTest().In(locale).Say("adapter.cut-off", nil); !strings.HasSuffix(text, "\n"+want) {
					t.Errorf("it ends with %q, want %q", text[len(text)-60:], want)
				}
			})
		})
	}
}

// The program survives a panic while files are fetched.
func TestAPanicWhileFetchingIsAnswered(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, []commands.Command{command("ping", func(context.Context, commands.Request) (commands.Reply, error) {
			t.Error("the handler was called")
			return commands.Reply{}, nil
		}, commands.Option{Name: "file", Description: "A file", Type: commands.FileOption})}, func(c *interactions.Config) {
			c.Transport = func() http.RoundTripper { return panicky{srv.Transport()} }
		})
		a := asked(t, srv.Slash("ping", discordtest.Attach("file", discordtest.File{Name: "deal.txt", Data: []byte("2/3")})))
		if !a.Message.Ephemeral() || !strings.Contains(a.Message.Content, "went wrong") {
			t.Errorf("%+v", a.Message)
		}
		if log := r.log.String(); !strings.Contains(log, "no such file server") || !strings.Contains(log, "work_test.go") {
			t.Errorf("the log does not say where: %s", log)
		}
	})
}

// panicky is a transport that panics where a file is fetched.
type panicky struct{ http.RoundTripper }

func (p panicky) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.URL.Host == "cdn.discordapp.com" {
		panic("no such file server")
	}
	return p.RoundTripper.RoundTrip(r)
}
