package main

import (
	"path/filepath"
	"strings"
	"testing"

	"nonna/bot/discordtest"
)

// A duel in Discord: only who is invited is told, a hand that is wrong comes back in the
// form, and a round that nobody is shown, because its channel is gone, was played all the
// same. The bot is started again between the two hands.
func TestADuelInDiscord(t *testing.T) {
	bubble(t, discordtest.Options{RequireNoMentions: true}, func(t *testing.T, srv *discordtest.Server) {
		const bruno = "1400000000000000002"
		db := "NONNA_DB=" + filepath.Join(t.TempDir(), "nonna.db")
		ctx, stop := launch(t, srv, db)
		wait := waiter(ctx, t)
		machine := wait("a program", srv.Slash("duel", discordtest.User("member", "77", "Beep", true))).Message
		if !machine.Ephemeral() || !strings.Contains(machine.Content, "Bots can't duel") {
			t.Errorf("a program is invited: %+v", machine)
		}
		invitation := wait("the invitation", srv.Slash("duel", discordtest.User("member", bruno, "Bruno", false))).Message
		if !strings.Contains(invitation.Content, "Ada invites <@"+bruno+">") {
			t.Fatalf("the invitation: %+v", invitation)
		}
		as := discordtest.By(bruno, "Bruno")
		accept, mine := invitation.Components[0].Components[0].CustomID, invitation.Components[0].Components[1].CustomID
		form := wait("accept", srv.Press(invitation, accept, as)).Modal
		wrong := wait("a wrong hand", srv.Submit(*form, map[string]string{"hand": "AAA"}, as)).Message
		if !wrong.Ephemeral() || !strings.Contains(wrong.Content, "These are not the right cards") {
			t.Fatalf("a wrong hand: %+v", wrong)
		}
		form = wait("try again", srv.Press(wrong, wrong.Components[0].Components[0].CustomID, as)).Modal
		if text := form.Components[0].Components[0].Value; text != "AAA" {
			t.Errorf("the form is filled in with %q", text)
		}
		wait("the first hand", srv.Submit(*form, map[string]string{"hand": "---------JQKA"}, as))
		if status, _, stderr := stop(); status != 0 || strings.Contains(stderr, "---------JQKA") {
			t.Fatalf("status %d: %s", status, stderr)
		}

		ctx, stop = launch(t, srv, db)
		wait = waiter(ctx, t)
		form = wait("my hand", srv.Press(invitation, mine)).Modal
		srv.DeleteChannel(discordtest.DefaultChannelID)
		last := srv.Submit(*form, map[string]string{"hand": "JQKA---------"})
		answered := func() bool { // which is after the round was played
			a := last.Answer()
			return a.Type == discordtest.CallbackMessage || len(a.Followups) > 0 || a.Refused != ""
		}
		if err := srv.Until(ctx, answered); err != nil {
			t.Fatal(err)
		}
		elsewhere := discordtest.InGuild(discordtest.DefaultGuildID, "1300000000000000009")
		wins := wait("the wins", srv.Slash("duel", elsewhere)).Message
		if len(wins.Embeds) != 1 || len(wins.Embeds[0].Fields) != 1 || !strings.Contains(wins.Embeds[0].Fields[0].Value, "1. Bruno: **1 win**") {
			t.Errorf("the wins: %+v", wins)
		}
		if status, _, stderr := stop(); status != 0 {
			t.Errorf("status %d: %s", status, stderr)
		}
	})
}
