package session_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discord/session"
	"nonna/bot/discordtest"
)

// patience bounds what a test waits for. In a bubble it costs nothing.
const patience = 3 * time.Hour

// bubble runs a test in a bubble of time, against a Discord in memory.
func bubble(t *testing.T, f func(t *testing.T, srv *discordtest.Server)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		f(t, discordtest.New(t, discordtest.Options{InMemory: true, IdentifyEvery: 5 * time.Second}))
	})
}

// running is a session with a Discord of its own.
type running struct {
	srv     *discordtest.Server
	client  *discord.Client
	session *session.Shards
	log     *discordtest.Log
	sent    int         // interactions
	heard   chan string // their JSON
	dialled []string    // the addresses of its connections

	stop context.CancelFunc
	done chan struct{}
	err  error
}

// launch runs a session against srv, without waiting for it.
func launch(t testing.TB, srv *discordtest.Server, h discord.Handler) *running {
	t.Helper()
	return launchAs(t, srv, srv.Token(), session.Sharding{Count: 1}, h)
}

// launchAs is launch with another token, or several sessions.
func launchAs(t testing.TB, srv *discordtest.Server, token string, of session.Sharding, h discord.Handler) *running {
	t.Helper()
	return run(t, srv, token, of, h, srv.DialContext)
}

// launchOver is launch with another way to connect.
func launchOver(t testing.TB, srv *discordtest.Server, dial dialler) *running {
	t.Helper()
	return run(t, srv, srv.Token(), session.Sharding{Count: 1}, discord.Handler{}, dial)
}

type dialler = func(ctx context.Context, network, address string) (net.Conn, error)

func run(t testing.TB, srv *discordtest.Server, token string, of session.Sharding, h discord.Handler, dial dialler) *running {
	t.Helper()
	r := &running{srv: srv, log: new(discordtest.Log), heard: make(chan string, 1000), done: make(chan struct{})}
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	if h.Interaction == nil {
		h.Interaction = func(data []byte) error {
			select {
			case r.heard <- string(data):
			case <-ctx.Done(): // nobody reads any more
			}
			return nil
		}
	}
	var dialling sync.Mutex
	r.client = discord.New(discord.Config{
		Token: token, Logger: slog.New(slog.NewTextHandler(r.log, nil)),
		Transport: func() http.RoundTripper { return srv.Transport() },
		Dial: func(ctx context.Context, network, address string) (net.Conn, error) {
			dialling.Lock()
			r.dialled = append(r.dialled, address)
			dialling.Unlock()
			return dial(ctx, network, address)
		},
	})
	r.session = session.New(r.client, of, h)
	go func() {
		defer close(r.done)
		r.err = r.session.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-r.done
		r.client.Close()
		if strings.Contains(r.log.String(), token) {
			t.Error("the log holds the bot's token")
		}
		if t.Failed() {
			t.Logf("the session's log:\n%s", r.log)
		}
	})
	return r
}

// start is launch, and waits until the session is open.
func start(t testing.TB, srv *discordtest.Server, h discord.Handler) *running {
	t.Helper()
	r := launch(t, srv, h)
	r.reaches(t, "a session", func(c discordtest.Counts) bool { return c.Live > 0 })
	return r
}

// hears checks that an interaction reaches the handler.
func (r *running) hears(t testing.TB) {
	t.Helper()
	r.reaches(t, "a session", func(c discordtest.Counts) bool { return c.Live > 0 })
	r.sent++
	want := fmt.Sprintf(`{"id":"%d"}`, r.sent)
	if err := r.srv.Gateway().Dispatch("INTERACTION_CREATE", map[string]string{"id": fmt.Sprint(r.sent)}); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-r.heard:
		if got != want {
			t.Errorf("heard %s, want %s", got, want)
		}
	case <-time.After(patience):
		t.Fatal("an interaction was not heard")
	}
}

// reaches waits until the gateway has counted so much.
func (r *running) reaches(t testing.TB, what string, enough func(discordtest.Counts) bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := r.srv.Gateway().Wait(ctx, enough); err != nil {
		t.Fatalf("%s was not reached: %+v", what, r.srv.Gateway().Counts())
	}
	synctest.Wait()
}

// end waits until the session ends by itself and returns its error.
func (r *running) end(t testing.TB) error {
	t.Helper()
	select {
	case <-r.done:
	case <-time.After(patience):
		t.Fatal("the session does not end")
	}
	return r.err
}
