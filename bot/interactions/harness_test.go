package interactions_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/commands"
)

// patience bounds what a test waits for: only a broken one waits so long, and
// in a bubble it costs nothing.
const patience = time.Hour

// bubble runs a test in a bubble of time, against a Discord in memory.
func bubble(t *testing.T, f func(t *testing.T, srv *discordtest.Server)) {
	t.Helper()
	bubbleWith(t, discordtest.Options{}, f)
}

func bubbleWith(t *testing.T, opts discordtest.Options, f func(t *testing.T, srv *discordtest.Server)) {
	t.Helper()
	opts.InMemory, opts.RequireNoMentions, opts.IdentifyEvery = true, true, 5*time.Second
	synctest.Test(t, func(t *testing.T) { f(t, discordtest.New(t, opts)) })
}

func within(t testing.TB) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	t.Cleanup(cancel)
	return ctx
}

// running is a bot connected to a Discord of its own.
type running struct {
	srv *discordtest.Server
	bot *interactions.Bot
	log *discordtest.Log

	stop context.CancelFunc
	done chan struct{}
	err  error
}

// launch runs a bot over cmds against srv, without waiting for it.
func launch(t testing.TB, srv *discordtest.Server, cmds []commands.Command, change func(*interactions.Config)) *running {
	t.Helper()
	r := &running{srv: srv, log: new(discordtest.Log), done: make(chan struct{})}
	log := slog.New(slog.NewTextHandler(r.log, nil))
	router, err := commands.NewRouter(commands.Config{Commands: cmds, Words: interactions.BookForTest(), Log: log})
	if err != nil {
		t.Fatal(err)
	}
	cfg := interactions.Config{
		Config: discord.Config{Token: srv.Token(), Logger: log, Transport: over(srv), Dial: srv.DialContext},
		Router: router, MaxHandlers: 64, // what sleeps keeps no processor busy
	}
	if change != nil {
		change(&cfg)
	}
	if r.bot, err = interactions.New(cfg); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	r.stop = stop
	go func() {
		defer close(r.done)
		r.err = r.bot.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-r.done
		if strings.Contains(r.log.String(), srv.Token()) {
			t.Error("the log holds the bot's token")
		}
		if t.Failed() {
			t.Logf("the bot's log:\n%s", r.log)
		}
	})
	return r
}

// over makes transports that lead to a Discord of tests.
func over(srv *discordtest.Server) func() http.RoundTripper {
	return func() http.RoundTripper { return srv.Transport() }
}

// start is launch in a bubble, and waits until the session is open.
func start(t testing.TB, srv *discordtest.Server, cmds []commands.Command, change func(*interactions.Config)) *running {
	t.Helper()
	r := launch(t, srv, cmds, change)
	if err := srv.Gateway().WaitReady(within(t)); err != nil {
		t.Fatalf("%v; the bot's log:\n%s", err, r.log)
	}
	synctest.Wait()
	return r
}

// end waits until the bot ends by itself and returns its error.
func (r *running) end(t testing.TB) error {
	t.Helper()
	select {
	case <-r.done:
	case <-time.After(patience):
		t.Fatal("the bot does not end")
	}
	return r.err
}

// command makes a slash command of a handler.
func command(name string, handle commands.Handler, options ...commands.Option) commands.Command {
	return commands.Command{
		Name: name, Kind: commands.Slash, Description: "For tests", Options: options,
		Run: handle, Suggest: handle, Actions: pressed(handle),
	}
}

// pressed are actions for whatever the tests press and send.
func pressed(handle commands.Handler) []commands.Action {
	return []commands.Action{{
		Form: true, Read: func(string) (commands.State, bool) { return nil, true },
		Handle: func(ctx context.Context, req commands.Request, _ commands.State) (commands.Reply, error) {
			return handle(ctx, req)
		},
	}}
}

// says makes a command that always gives the same reply.
func says(name string, reply commands.Reply) commands.Command {
	return command(name, func(context.Context, commands.Request) (commands.Reply, error) { return reply, nil })
}

// asked waits for an interaction's answer.
func asked(t testing.TB, i *discordtest.Interaction) discordtest.Answer {
	t.Helper()
	a, err := i.Wait(within(t))
	if err != nil {
		t.Fatal(err)
	}
	return a
}
