package discord_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discordtest"
)

// caller returns a client of srv that has no session.
func caller(t *testing.T, srv *discordtest.Server) *discord.Client {
	c := discord.New(discord.Config{
		Token: srv.Token(), Logger: slog.New(slog.DiscardHandler),
		Transport: func() http.RoundTripper { return srv.Transport() },
	})
	t.Cleanup(c.Close)
	return c
}

// numbered returns the ids of n servers, which are of different length.
func numbered(n int) (ids []string) {
	for i := range n {
		ids = append(ids, fmt.Sprint(7+999*i))
	}
	return ids
}

// All servers are listed, in pages, or none.
func TestServersAreListedInPages(t *testing.T) {
	t.Parallel()
	for n, pages := range map[int]int{1: 1, 199: 1, 200: 2, 450: 3} {
		synctest.Test(t, func(t *testing.T) {
			srv := discordtest.New(t, discordtest.Options{InMemory: true, Guilds: numbered(n)})
			got, err := caller(t, srv).Guilds(t.Context())
			if err != nil || len(got) != n || !slices.IsSorted(got) || got[n-1] != uint64(7+999*(n-1)) {
				t.Errorf("of %d servers %d are listed, %v", n, len(got), err)
			}
			if asked := len(srv.Requests(discordtest.RouteMyGuilds)); asked != pages {
				t.Errorf("%d servers took %d pages, want %d", n, asked, pages)
			}
		})
	}
}

// What goes wrong on any page is an error, not a short list.
func TestAPageThatFailsIsAnError(t *testing.T) {
	t.Parallel()
	for _, f := range []discordtest.Fault{{Status: 401}, {Status: 403}, {Status: 404}, {Status: 429}, {Status: 500}, {Status: 503}, {Lost: true}} {
		synctest.Test(t, func(t *testing.T) {
			srv := discordtest.New(t, discordtest.Options{InMemory: true, Guilds: numbered(450)})
			c := caller(t, srv)
			f.Route, f.Times = discordtest.RouteMyGuilds, -1
			srv.Fail(discordtest.Fault{Route: discordtest.RouteMyGuilds}) // nothing is wrong with the first page
			srv.Fail(f)
			if got, err := c.Guilds(t.Context()); err == nil {
				t.Errorf("%+v: %d servers are listed", f, len(got))
			}
		})
	}
}

// Only Discord's own word says that a server is unknown.
func TestAServerIsUnknownByDiscordsWordAlone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		do    func(*discordtest.Server)
		knows bool
		err   bool
	}{
		{"in", func(*discordtest.Server) {}, true, false},
		{"removed", func(s *discordtest.Server) { s.Remove("7") }, false, false},
		{"removed and back", func(s *discordtest.Server) { s.Remove("7"); s.Join("7") }, true, false},
		{"an outage", func(s *discordtest.Server) { s.Outage("7") }, false, true},
		{"401", failing(discordtest.Fault{Status: http.StatusUnauthorized}), false, true},
		{"403", failing(discordtest.Fault{Status: http.StatusForbidden, Code: 50001}), false, true},
		{"404 of a proxy", failing(discordtest.Fault{Status: http.StatusNotFound}), false, true},
		{"429", failing(discordtest.Fault{Status: http.StatusTooManyRequests}), false, true},
		{"500", failing(discordtest.Fault{Status: http.StatusInternalServerError, Code: 10004}), false, true},
		{"no answer", failing(discordtest.Fault{Lost: true}), false, true},
		{"silence", failing(discordtest.Fault{Delay: time.Hour}), false, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				srv := discordtest.New(t, discordtest.Options{InMemory: true, Guilds: []string{"7", "8"}})
				tt.do(srv)
				if knows, err := caller(t, srv).Knows(t.Context(), 7); knows != tt.knows || (err != nil) != tt.err {
					t.Errorf("%v, %v", knows, err)
				}
			})
		})
	}
}

// failing makes every request fail.
func failing(f discordtest.Fault) func(*discordtest.Server) {
	f.Times = -1
	return func(s *discordtest.Server) { s.Fail(f) }
}
