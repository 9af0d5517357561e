package jobs_test

import (
	"fmt"
	"log/slog"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discordtest"
	"nonna/bot/jobs"
)

// inDiscord is a fixture whose servers are Discord's. The bot has no session.
type inDiscord struct {
	*fixture
	srv *discordtest.Server
}

// bubbleInDiscord is bubble with a Discord.
func bubbleInDiscord(t *testing.T, guilds []uint64, f func(*inDiscord)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.New(t, discordtest.Options{InMemory: true})
		client := discord.New(discord.Config{
			Token: srv.Token(), Logger: slog.New(slog.DiscardHandler),
			Transport: func() http.RoundTripper { return srv.Transport() },
		})
		defer client.Close()
		h := &inDiscord{newFixture(t, guilds...), srv}
		h.Servers = client
		for _, id := range guilds {
			srv.Join(fmt.Sprint(id))
		}
		f(h)
		if err := h.Store.Close(); err != nil {
			t.Error(err)
		}
	})
}

// While Discord does not say that a server is unknown, nothing of it is to be deleted.
func TestNothingIsToBeDeletedUnlessDiscordSaysSo(t *testing.T) {
	t.Parallel()
	list, one := discordtest.RouteMyGuilds, discordtest.RouteGuild
	for _, tt := range []struct {
		name string
		do   func(*inDiscord)
	}{
		{"an outage", func(h *inDiscord) { h.srv.Outage("7"); h.srv.Outage("8") }},
		{"the list fails on its second page", func(h *inDiscord) {
			for i := range 450 {
				h.srv.Join(fmt.Sprint(1000 + i))
			}
			h.srv.Remove("7")
			h.srv.Fail(discordtest.Fault{Route: list, Path: "after=1198", Status: http.StatusForbidden, Times: -1})
		}},
		{"the list is another's, and empty", func(h *inDiscord) {
			h.srv.Remove(discordtest.DefaultGuildID)
			h.srv.Outage("7")
			h.srv.Outage("8")
		}},
		{"401", func(h *inDiscord) { h.lose(7, list, discordtest.Fault{Status: http.StatusUnauthorized}) }},
		{"403", func(h *inDiscord) { h.lose(7, list, discordtest.Fault{Status: http.StatusForbidden, Code: 50001}) }},
		{"500", func(h *inDiscord) { h.lose(7, list, discordtest.Fault{Status: http.StatusInternalServerError}) }},
		{"no answer", func(h *inDiscord) { h.lose(7, list, discordtest.Fault{Lost: true}) }},
		{"a single 401", func(h *inDiscord) { h.lose(7, one, discordtest.Fault{Status: http.StatusUnauthorized}) }},
		{"a single 403", func(h *inDiscord) { h.lose(7, one, discordtest.Fault{Status: http.StatusForbidden, Code: 50001}) }},
		{"a single 404 of a proxy", func(h *inDiscord) { h.lose(7, one, discordtest.Fault{Status: http.StatusNotFound}) }},
		{"a single 500", func(h *inDiscord) { h.lose(7, one, discordtest.Fault{Status: http.StatusInternalServerError}) }},
		{"a single timeout", func(h *inDiscord) { h.lose(7, one, discordtest.Fault{Delay: time.Hour}) }},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			bubbleInDiscord(t, []uint64{7, 8}, func(h *inDiscord) {
				tt.do(h)
				defer h.start("eraser")()
				time.Sleep(7 * time.Hour)
				synctest.Wait()
				if left, err := h.Store.GuildsLeaving(h.t.Context(), time.Now().Add(2*jobs.Grace), 0, 9); err != nil || len(left) > 0 {
					h.t.Errorf("the data of servers %v is to be deleted, %v", left, err)
				}
			})
		})
	}
}

// lose removes the bot from a server, and makes all requests to a route fail.
func (h *inDiscord) lose(guild uint64, route discordtest.Route, f discordtest.Fault) {
	h.srv.Remove(fmt.Sprint(guild))
	f.Route, f.Times = route, -1
	h.srv.Fail(f)
}

// What is due is put off while Discord does not say that the server is unknown, and deleted
// when it does.
func TestADeletionThatIsDueIsConfirmed(t *testing.T) {
	t.Parallel()
	bubbleInDiscord(t, []uint64{7, 8}, func(h *inDiscord) {
		h.srv.Remove("7")
		h.srv.Outage("8")
		for _, id := range []uint64{7, 8} {
			if err := h.Store.GuildLeft(h.t.Context(), id, time.Now().Add(jobs.Grace)); err != nil {
				h.t.Fatal(err)
			}
		}
		defer h.start("eraser")()
		time.Sleep(jobs.Grace - 12*time.Hour)
		h.srv.Fail(discordtest.Fault{Route: discordtest.RouteGuild, Status: http.StatusForbidden, Times: -1})
		time.Sleep(10 * 24 * time.Hour)
		h.wantGames("while Discord does not say", 7, 8)
		h.srv.Heal()
		time.Sleep(48 * time.Hour)
		h.wantGames("when it does", 8)
		h.srv.Join("8")
		time.Sleep(2 * jobs.Grace)
		h.wantGames("after the outage", 8)
	})
}

// All pages of a long list count.
func TestServersOnAllPagesKeepTheirData(t *testing.T) {
	t.Parallel()
	bubbleInDiscord(t, []uint64{7, 8}, func(h *inDiscord) {
		for i := range 450 {
			h.srv.Join(fmt.Sprint(1000 + i))
		}
		h.play(1449)
		h.srv.Remove("8")
		defer h.start("eraser")()
		time.Sleep(jobs.Grace + 7*time.Hour)
		h.wantGames("after the grace", 7, 1449)
	})
}
