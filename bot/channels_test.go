package main

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"nonna/bot/discordtest"
)

// What is announced in a channel whose filter refuses it is tried less and less often, and fills no
// log with errors.
func TestAnAnnouncementThatAFilterRefuses(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		ctx, stop := launchFor(t, srv, 3*time.Hour, connected(srv), "NONNA_DB="+filepath.Join(t.TempDir(), "nonna.db"))
		answer := waiter(ctx, t)
		set := discordtest.Sub("set", discordtest.Channel("announce", discordtest.DefaultChannelID))
		answer("a channel", srv.Slash("config", set, discordtest.Permissions(discordtest.PermissionManageGuild)))
		srv.Fail(discordtest.Fault{Route: discordtest.RouteMessageCreate, Times: -1, Status: 400, Code: 200000})
		answer("a game", srv.Slash("snap", discordtest.Text("deal", "abca abba")))
		answer("a record", srv.Slash("snap", discordtest.Text("deal", "abba acab")))
		time.Sleep(time.Hour)
		if tried := len(srv.Requests(discordtest.RouteMessageCreate)); tried != 4 {
			t.Errorf("tried %d times in an hour, want at once and after 1, 5 and 15 minutes", tried)
		}
		srv.Heal()
		time.Sleep(time.Hour)
		all := srv.Messages(discordtest.DefaultChannelID)
		if last := all[len(all)-1].Embeds[0]; !strings.HasPrefix(last.Title, "🏆 New record") {
			t.Errorf("after that, the last message is %q", last.Title)
		}
		status, _, stderr := stop()
		if status != 0 || strings.Contains(stderr, "level=ERROR") || strings.Count(stderr, "an announcement is refused") != 4 {
			t.Errorf("status %d: %s", status, stderr)
		}
	})
}

// A channel of a kind that takes no messages is not offered. One that became so counts as lost,
// and in one of voices announcements need its permission.
func TestKindsOfChannels(t *testing.T) {
	bubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		ctx, stop := launch(t, srv, "NONNA_DB="+filepath.Join(t.TempDir(), "nonna.db"))
		set := func() *discordtest.Interaction {
			return srv.Slash("config", discordtest.Sub("set", discordtest.Channel("announce", discordtest.DefaultChannelID)),
				discordtest.Permissions(discordtest.PermissionManageGuild))
		}
		said := func(i *discordtest.Interaction) string {
			return waiter(ctx, t)("config", i).Message.Embeds[0].Description
		}
		srv.SetChannelType(discordtest.DefaultChannelID, discordtest.ChannelForum)
		if _, err := set().Wait(ctx); err == nil || !strings.Contains(err.Error(), "offers no channel of type 15") {
			t.Errorf("a forum is offered: %v", err)
		}
		srv.SetChannelType(discordtest.DefaultChannelID, discordtest.ChannelVoice)
		if all := said(set()); strings.Contains(all, "⚠️") {
			t.Errorf("in a channel of voices: %s", all)
		}
		srv.Deny(discordtest.DefaultChannelID, discordtest.PermissionConnect)
		show := func() *discordtest.Interaction {
			return srv.Slash("config", discordtest.Sub("show"), discordtest.Permissions(discordtest.PermissionManageGuild))
		}
		if all := said(show()); !strings.Contains(all, "⚠️ I lack the permission “Connect” there") {
			t.Errorf("without its permission: %s", all)
		}
		srv.SetChannelType(discordtest.DefaultChannelID, discordtest.ChannelForum)
		if all := said(show()); !strings.Contains(all, "of a kind without messages, such as a forum") {
			t.Errorf("after it became a forum: %s", all)
		}
		if status, _, stderr := stop(); status != 0 {
			t.Errorf("status %d: %s", status, stderr)
		}
	})
}
