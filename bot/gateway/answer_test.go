package gateway_test

import (
	"testing"

	"nonna/bot/discordtest"
)

// Once over a real network; all else is told in bubbles of time.
func TestASlashCommandIsAnsweredOverTCP(t *testing.T) {
	srv := discordtest.New(t, discordtest.Options{RequireNoMentions: true})
	r := launch(t, srv, pong(), nil)
	if err := srv.Gateway().WaitReady(within(t)); err != nil {
		t.Fatal(err)
	}
	r.answers(t)
}
