package main

import (
	"context"
	"errors"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"nonna/bot/discordtest"
	"nonna/store"
)

// A challenge is opened, played and shown in Discord.
func TestChallengeInDiscord(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		ctx, stop := launch(t, srv)
		wait := func(i *discordtest.Interaction) discordtest.Message {
			t.Helper()
			a, err := i.Wait(ctx)
			if err != nil {
				t.Fatal(err)
			}
			return a.Message
		}
		open := discordtest.Sub("open", discordtest.Text("game", "snap"), discordtest.Text("division", "2x4"))
		if refused := wait(srv.Slash("challenge", open, discordtest.Permissions(0))); !refused.Ephemeral() {
			t.Errorf("a member opens one: %+v", refused)
		}
		opened := wait(srv.Slash("challenge", open, discordtest.Permissions(discordtest.PermissionManageGuild)))
		if opened.Ephemeral() || !strings.Contains(opened.Embeds[0].Title, `Challenge\: Snap`) {
			t.Fatalf("opened: %+v", opened)
		}
		played := wait(srv.Slash("snap", discordtest.Text("deal", "abba acab")))
		if !strings.Contains(played.Embeds[0].Description, "it leads") {
			t.Errorf("a game: %+v", played.Embeds[0])
		}
		seen := wait(srv.Press(opened, "challenge:standings:1:0:f"))
		if !seen.Ephemeral() || !strings.Contains(seen.Embeds[0].Description, "**71 plays**") {
			t.Errorf("the button: %+v", seen)
		}
		shown := wait(srv.Slash("challenge", discordtest.Sub("show")))
		picked := wait(srv.Select(shown, "challenge:pick", []string{"1"}))
		if !picked.Ephemeral() || !strings.Contains(picked.Embeds[0].Description, "**71 plays**") {
			t.Errorf("the menu: %+v", picked)
		}
		deal := wait(srv.Select(seen, "leaderboard:entries", []string{"1"}))
		if !strings.Contains(deal.Embeds[0].Description, "abba acab") {
			t.Errorf("the deal: %+v", deal)
		}
		if status, _, stderr := stop(); status != 0 {
			t.Errorf("status %d: %s", status, stderr)
		}
	})
}

// A result is posted once, even if Discord's response is lost and the bot is restarted.
func TestAResultIsPostedOnce(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		db := filepath.Join(t.TempDir(), "nonna.db")
		st, err := store.Open(t.Context(), db)
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(endedChallenge(t.Context(), st), st.Close()); err != nil {
			t.Fatal(err)
		}
		srv.Fail(discordtest.Fault{Route: discordtest.RouteMessageCreate, Lost: true})
		for range 2 {
			ctx, stop := launch(t, srv, "NONNA_DB="+db)
			if err := srv.Until(ctx, func() bool { return len(srv.Requests(discordtest.RouteMessageCreate)) >= 2 }); err != nil {
				t.Fatal(err)
			}
			if status, _, stderr := stop(); status != 0 {
				t.Errorf("status %d: %s", status, stderr)
			}
		}
		all := srv.Messages(discordtest.DefaultChannelID)
		if len(all) != 1 || !strings.Contains(all[0].Embeds[0].Title, "Challenge over") ||
			!strings.Contains(all[0].Embeds[0].Description, "First: Anna, with **812 cards**") {
			t.Errorf("posted %+v", all)
		}
	})
}

// endedChallenge makes a challenge that ended while the bot was down.
func endedChallenge(ctx context.Context, st *store.Store) error {
	guild, err1 := strconv.ParseUint(discordtest.DefaultGuildID, 10, 64)
	channel, err2 := strconv.ParseUint(discordtest.DefaultChannelID, 10, 64)
	opened := time.Now().Add(-3 * 24 * time.Hour)
	_, err3 := st.OpenChallenge(ctx, store.AdminAction{RequestID: "open", GuildID: guild, ActorID: 5, At: opened}, store.Challenge{
		ChannelID: channel, Game: "camicia", Division: "52", Kind: store.Ends, By: store.ByPlays,
		EndsAt: opened.Add(2 * 24 * time.Hour),
	})
	_, err4 := st.Record(ctx, store.Game{
		RequestID: "game", GuildID: guild, UserID: 6, UserName: "Anna", Name: "camicia", Division: "52", Deal: "#1",
		Key: "k", Ending: "won", Plays: 812, Takes: 90, Kind: store.Ends, PlayedAt: opened.Add(time.Hour),
	})
	return errors.Join(err1, err2, err3, err4)
}
