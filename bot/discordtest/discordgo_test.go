package discordtest_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/gorilla/websocket"

	"nonna/bot/discordtest"
)

// testContext bounds the waits of a test; only a failing test waits this long.
func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// inLibrary runs a discordgo session, not opened yet, against a server in memory, in a
// bubble where minutes pass at once.
func inLibrary(t *testing.T, play func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session)) {
	t.Helper()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		bot, err := discordgo.New("Bot " + srv.Token())
		if err != nil {
			t.Fatal(err)
		}
		bot.Client = srv.Client()
		bot.Dialer = &websocket.Dialer{NetDialContext: srv.DialContext}
		bot.Identify.Intents = discordgo.IntentsGuilds
		play(t, srv, bot)
	})
}

// open connects the session and waits until it is running.
func open(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
	t.Helper()
	if err := bot.Open(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = bot.Close() })
	// Wait for the first heartbeat, which a goroutine of Open sends.
	started := func(c discordtest.Counts) bool { return c.Live > 0 && c.Heartbeats > 0 }
	if err := srv.Gateway().Wait(testContext(t), started); err != nil {
		t.Fatal(err)
	}
}

// A bot that uses Discord's own host names finds the server and trusts it.
func TestTheLibraryConnectsAsInPublic(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	authority, err := srv.ServeTLS(l)
	if err != nil {
		t.Fatal(err)
	}
	trusted := &tls.Config{RootCAs: x509.NewCertPool()}
	trusted.RootCAs.AppendCertsFromPEM(authority)
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
	}
	bot, err := discordgo.New("Bot " + srv.Token())
	if err != nil {
		t.Fatal(err)
	}
	bot.Client = &http.Client{Transport: &http.Transport{TLSClientConfig: trusted, DialContext: dial, ForceAttemptHTTP2: true}}
	bot.Dialer = &websocket.Dialer{NetDialContext: dial, TLSClientConfig: trusted.Clone()}
	bot.Identify.Intents = discordgo.IntentsGuilds
	open(t, srv, bot)
	if _, err := bot.ChannelMessageSend(discordtest.DefaultChannelID, "hello"); err != nil {
		t.Error(err)
	}
}

// The counts of the server show how the library reacts to faults of the gateway.
func TestTheLibrarySurvives(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		do    func(g *discordtest.Gateway)
		after time.Duration
		want  func(c discordtest.Counts) bool
		// ran is how often the handler ran for requests before and during the fault.
		ran string
	}{
		"an hour of heartbeats": {
			func(*discordtest.Gateway) {}, time.Hour,
			func(c discordtest.Counts) bool {
				return c.Connections == 1 && c.Heartbeats >= 87 && c.Heartbeats <= 89
			}, "1 1",
		},
		"a resume that replays": {
			func(g *discordtest.Gateway) { g.Next(discordtest.Connect{Replay: 5}); g.Do(discordtest.Reconnect()) }, 10 * time.Second,
			func(c discordtest.Counts) bool {
				return c.Identifies == 1 && c.Resumed == 1 && slices.Contains(c.Closes, 1012)
			}, "2 1",
		},
		"a cut": {
			func(g *discordtest.Gateway) {
				g.Next(discordtest.Connect{Refuse: http.StatusBadGateway})
				g.Do(discordtest.Cut())
			}, 10 * time.Second,
			func(c discordtest.Counts) bool { return c.Resumed == 1 }, "1 1",
		},
		// It closes with 1000, which ends its session.
		"no heartbeat ACKs": {
			func(g *discordtest.Gateway) { g.Do(discordtest.IgnoreHeartbeats()) }, 300 * time.Second,
			func(c discordtest.Counts) bool {
				return c.Resumed == 0 && c.Identifies == 2 && slices.Contains(c.Closes, 1000)
			}, "1 1",
		},
		// It reconnects for ever after a code that forbids it.
		"close 4004": {
			func(g *discordtest.Gateway) { g.Do(discordtest.CloseWith(4004)) }, 10 * time.Second,
			func(c discordtest.Counts) bool { return c.Connections >= 2 && c.Resumed == 0 }, "1 0",
		},
		"an invalid session": {
			func(g *discordtest.Gateway) { g.Do(discordtest.InvalidSession(false)) }, 10 * time.Second,
			func(c discordtest.Counts) bool { return c.Identifies == 2 && c.Readies == 2 }, "1 1",
		},
	} {
		t.Run(name, func(t *testing.T) {
			inLibrary(t, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
				ran := map[string]int{}
				bot.SyncEvents = true
				bot.AddHandler(func(_ *discordgo.Session, i *discordgo.InteractionCreate) { ran[i.ID]++ })
				open(t, srv, bot)
				before := srv.Slash("before")
				synctest.Wait()
				tt.do(srv.Gateway())
				synctest.Wait()
				amid := srv.Slash("amid")
				time.Sleep(tt.after)
				synctest.Wait()
				c := srv.Gateway().Counts()
				if got := fmt.Sprint(ran[before.ID], ran[amid.ID]); !tt.want(c) || c.Live != 1 || got != tt.ran {
					t.Errorf("%+v; handlers ran %s times, want %s", c, got, tt.ran)
				}
			})
		})
	}
}

func TestTheLibraryHangsOnSilence(t *testing.T) {
	t.Parallel()
	for name, plan := range map[string]discordtest.Connect{
		"before Hello": {Hello: discordtest.Silence()}, "after Identify": {Ready: discordtest.Silence()},
	} {
		t.Run(name, func(t *testing.T) {
			inLibrary(t, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
				srv.Gateway().Next(plan)
				opened := make(chan error, 1)
				go func() { opened <- bot.Open() }()
				time.Sleep(time.Hour)
				if len(opened) > 0 {
					t.Fatalf("Open came back: %v", <-opened)
				}
				srv.Gateway().Do(discordtest.Cut())
				if err := <-opened; err == nil {
					t.Error("Open succeeded without READY")
				}
			})
		})
	}
}

// Late answers and errors reach the library as from Discord.
func TestTheLibraryReadsAnswers(t *testing.T) {
	t.Parallel()
	inLibrary(t, func(t *testing.T, srv *discordtest.Server, bot *discordgo.Session) {
		srv.Fail(discordtest.Fault{Route: discordtest.RouteGateway, Delay: time.Minute})
		srv.Fail(discordtest.Fault{Route: discordtest.RouteGateway, Status: 429, RetryAfter: 90 * time.Second})
		for _, want := range []time.Duration{time.Minute, 90 * time.Second} {
			before := time.Now()
			if _, err := bot.Gateway(); err != nil || time.Since(before).Round(time.Second) != want {
				t.Errorf("after %v: %v", time.Since(before), err)
			}
		}
		_, err := bot.ChannelMessageSend("5", "x")
		var rest *discordgo.RESTError
		if !errors.As(err, &rest) || rest.Message == nil || rest.Message.Code != discordgo.ErrCodeUnknownChannel {
			t.Errorf("got %v", err)
		}
	})
}
