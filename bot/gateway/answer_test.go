package gateway_test

import (
	"testing"

	"nonna/bot/discordtest"
	"nonna/commands"
)

func TestASlashCommandIsAnswered(t *testing.T) {
	srv := discordtest.New(t, discordtest.Options{RequireNoMentions: true})
	start(t, srv, []commands.Command{says("ping", commands.Reply{Text: "pong"})}, nil)
	a := asked(t, srv.Slash("ping"))
	if a.Message.Content != "pong" || a.Message.Ephemeral() {
		t.Errorf("answered %+v", a.Message)
	}
}
