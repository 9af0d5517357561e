package interactions_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"nonna/bot/discordtest"
	"nonna/commands"
)

// pong is the one command of most tests here.
func pong() []commands.Command { return []commands.Command{says("ping", commands.Reply{Text: "pong"})} }

// answers checks that the bot works.
func (r *running) answers(t *testing.T) {
	t.Helper()
	if a := asked(t, r.srv.Slash("ping")); a.Message.Content != "pong" {
		t.Errorf("answered %+v", a.Message)
	}
}

// reaches waits until the gateway has counted so much.
func (r *running) reaches(t *testing.T, what string, enough func(discordtest.Counts) bool) {
	t.Helper()
	if err := r.srv.Gateway().Wait(within(t), enough); err != nil {
		t.Fatalf("%s was not reached: %+v; the bot's log:\n%s", what, r.srv.Gateway().Counts(), r.log)
	}
	synctest.Wait()
}

// Resuming replays events; those that were handled are not handled again.
func TestAReplayedInteractionIsHandledOnce(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		var handled atomic.Int64
		r := start(t, srv, []commands.Command{command("ping", func(context.Context, commands.Request) (commands.Reply, error) {
			handled.Add(1)
			return commands.Reply{Text: "pong"}, nil
		})}, nil)
		r.answers(t)
		srv.Gateway().Next(discordtest.Connect{Replay: 10})
		before := srv.Gateway().Counts()
		srv.Gateway().Do(discordtest.Cut())
		r.reaches(t, "a resume", func(c discordtest.Counts) bool { return c.Resumed > before.Resumed })
		r.answers(t) // comes behind what was replayed
		if n := handled.Load(); n != 2 {
			t.Errorf("two interactions were handled %d times", n)
		}
		if !strings.Contains(r.log.String(), "delivered again") {
			t.Error("nothing was replayed")
		}
	})
}
