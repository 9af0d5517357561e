package main

import (
	"path/filepath"
	"strings"
	"testing"

	"nonna/bot/discordtest"
)

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
