package app_test

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"nonna/bot/app"
	"nonna/bot/discord/endpoint"
	"nonna/bot/discordtest"
	"nonna/engine"
	"nonna/store/postgres/postgrestest"
)

// Two whole bots over HTTP share a database on a server, and each interaction reaches both: a
// change of a server's settings is seen at once, and records are announced once, also after the
// bot that did it has ended. The test runs with NONNA_LONG=1, where there is a server.
func TestTwoBotsShareADatabase(t *testing.T) {
	t.Parallel()
	url := postgrestest.Long(t)
	srv := discordtest.NewServer(discordtest.Options{Patient: true, Guilds: []string{discordtest.DefaultGuildID}})
	defer srv.Close()
	log, proxy := new(discordtest.Log), new(twins)
	first, second := serve(t, srv, proxy, url, log), serve(t, srv, proxy, url, log)
	front := httptest.NewServer(proxy)
	defer front.Close()
	if err := srv.SetEndpoint(t.Context(), front.URL); err != nil {
		t.Fatal(err)
	}
	admin := []discordtest.Opt{discordtest.By("1001", "Anna"), discordtest.Permissions(1 << 5)}
	ask := func(user int, want, command string, opts ...discordtest.Opt) {
		t.Helper()
		a, err := srv.Slash(command, append([]discordtest.Opt{discordtest.By(fmt.Sprint(user), "Bob")}, opts...)...).Wait(t.Context())
		if said := fmt.Sprintf("%+v", a.Message); err != nil || !strings.Contains(said, want) {
			t.Errorf("%s by %d: %v %s, want %q", command, user, err, said, want)
		}
	}
	ask(1001, "Settings", "config", append(admin, discordtest.Sub("set", discordtest.Channel("announce", discordtest.DefaultChannelID)))...)
	ask(2001, "Bob", "camicia", discordtest.Text("deal", "2 A 7 / 3 4 5"))
	ask(2002, "Nonna", "about")
	ask(2002, "cannot", "camicia", discordtest.Text("deal", "nonsense"))
	ask(2002, "62 cards", "camicia", discordtest.Text("deal", "#1000000007"))
	for i, end := range []func(){first, second} { // each game is longer than those before
		ask(3000+i, []string{"129 cards", "180 cards"}[i], "camicia", discordtest.Text("deal", []string{"#2000000014", "#5000000035"}[i]))
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		if err := srv.Until(ctx, func() bool { return len(srv.Requests(discordtest.RouteMessageCreate)) > i }); err != nil {
			t.Error(err)
		}
		cancel()
		end()
		proxy.bots = proxy.bots[1:]
	}
	if n := len(srv.Requests(discordtest.RouteMessageCreate)); n != 2 {
		t.Errorf("%d announcements of 2 records", n)
	}
	if said := log.Take(); strings.Contains(said, "level=ERROR") {
		t.Errorf("the bots complain:\n%s", said)
	}
}

// serve runs a whole bot over HTTP and returns what ends it.
func serve(t *testing.T, srv *discordtest.Server, proxy *twins, db string, log *discordtest.Log) (end func()) {
	t.Helper()
	games := engine.Games()
	logger := slog.New(slog.NewTextHandler(log, nil))
	a, err := app.Open(t.Context(), app.Config{DB: db, Games: games, Log: logger})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	proxy.bots = append(proxy.bots, "http://"+l.Addr().String()+endpoint.Path)
	ctx, stop := context.WithCancel(t.Context())
	ready := make(chan struct{})
	var running sync.WaitGroup
	running.Go(func() {
		cfg := overHTTP(srv, l)
		cfg.Ready = sync.OnceFunc(func() { close(ready) })
		if err := a.Serve(ctx, cfg); err != nil {
			t.Error(err)
		}
	})
	<-ready
	return sync.OnceFunc(func() {
		stop()
		running.Wait()
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
}
