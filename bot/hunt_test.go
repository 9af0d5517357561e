package main

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"nonna/bot/discordtest"
)

// hunter asks a bot in Discord for hunts.
type hunter struct {
	testing.TB
	ctx context.Context
	srv *discordtest.Server
}

// ask returns the answer to a command of an admin.
func (h hunter) ask(command string, opts ...discordtest.Opt) discordtest.Message {
	h.Helper()
	admin := discordtest.Permissions(discordtest.PermissionManageGuild)
	asked := h.srv.Slash(command, append(opts, admin)...)
	a, err := asked.Wait(h.ctx)
	if err == nil && a.Message.ID == "" { // a service on a busy machine deferred it for all, and told the user alone
		err = h.srv.Until(h.ctx, func() bool {
			for _, a.Message = range asked.Answer().Followups {
				return true
			}
			return false
		})
	}
	if err != nil {
		h.Fatal(err)
	}
	return a.Message
}

// start allows hunts of so many seconds, and starts one.
func (h hunter) start(seconds int64) {
	h.Helper()
	h.ask("config", discordtest.Sub("set", discordtest.Int("hunt", seconds)))
	if said := h.ask("hunt", discordtest.Sub("start")); !said.Ephemeral() || !strings.HasPrefix(said.Content, "The hunt has begun") {
		h.Fatalf("the hunt is answered with %+v", said)
	}
}

// shown waits until the first message in the channel, that of the hunt, has a text.
func (h hunter) shown(text string) (m discordtest.Message) {
	h.Helper()
	err := h.srv.Until(h.ctx, func() bool {
		if all := h.srv.Messages(discordtest.DefaultChannelID); len(all) > 0 {
			m = all[0]
		}
		return len(m.Embeds) == 1 && strings.Contains(m.Embeds[0].Title+m.Embeds[0].Description, text)
	})
	if err != nil {
		h.Fatalf("%v: shown is %+v, want %s", err, m.Embeds, text)
	}
	return m
}

// A hunt shows its progress in a message of the bot's own, goes on after a restart, and ends
// with the button.
func TestHuntInDiscord(t *testing.T) {
	if testing.Short() {
		t.Skip("hunts for some seconds")
	}
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{Patient: true, RequireNoMentions: true})
	db, address := "NONNA_DB="+filepath.Join(t.TempDir(), "nonna.db"), freeAddress(t)
	ctx, stop := launch(t, srv, db)
	h := hunter{t, ctx, srv}
	h.start(20)
	h.shown("Camicia, full deck of 52, by cards")
	stop()

	h.ctx, _ = launch(t, srv, db, "NONNA_METRICS="+address)
	ctx = h.ctx
	await(ctx, t, "http://"+address+"/metrics", `^nonna_hunt_core_seconds_total (0\.0*)?[1-9]`) // on a busy machine slices may end with nothing tried
	if said := h.ask("hunt", discordtest.Sub("status")); !strings.Contains(said.Embeds[0].Description, "of 20 seconds") {
		t.Errorf("its status: %+v", said)
	}
	h.ask("hunt", discordtest.Sub("stop"))
	over := h.shown("It was stopped")
	if !strings.Contains(over.Embeds[0].Description, "Longest so far") {
		t.Errorf("in the end: %+v", over)
	}
	buttons := over.Components[0].Components
	a, err := srv.Press(over, buttons[len(buttons)-1].CustomID).Wait(ctx)
	if err != nil || !strings.Contains(a.Message.Embeds[0].Title, "Found by hunts\\: Camicia, full deck of 52") {
		t.Errorf("the finds: %+v, %v", a, err)
	}
}
