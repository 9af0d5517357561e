package interactions_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/commands"
)

// slowly answers after d, or when it is stopped.
func slowly(d time.Duration) []commands.Command {
	return []commands.Command{command("ping", func(ctx context.Context, _ commands.Request) (commands.Reply, error) {
		select {
		case <-time.After(d):
			return commands.Reply{Text: "pong"}, nil
		case <-ctx.Done():
			return commands.Reply{}, ctx.Err()
		}
	})}
}

// Stopping waits for running requests, takes no new ones, and closes the session.
func TestStoppingDrainsWhatRuns(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, slowly(8*time.Second), nil)
		running := srv.Slash("ping")
		time.Sleep(time.Second)
		r.stop()
		synctest.Wait()
		late := srv.Slash("ping")
		if a := asked(t, late); !a.Message.Ephemeral() || !strings.Contains(a.Message.Content, "restarted") {
			t.Errorf("while leaving: %+v", a.Message)
		}
		if a := asked(t, running); a.Message.Content != "pong" {
			t.Errorf("what ran: %+v", a.Message)
		}
		if err := r.end(t); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if c := srv.Gateway().Counts(); c.Live != 0 || len(c.Closes) != 1 || c.Closes[0] != 1000 {
			t.Errorf("the gateway saw %+v", c)
		}
	})
}

// A request that does not end in time is stopped, and its user reads so.
func TestStoppingEndsWhatDoesNotEnd(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, slowly(time.Hour), nil)
		running := srv.Slash("ping")
		time.Sleep(time.Second)
		began := time.Now()
		r.stop()
		err := srv.Until(within(t), func() bool { return len(running.Answer().Followups) > 0 })
		told := running.Answer().Followups
		if err != nil || !strings.Contains(told[0].Content, "restarted") || !told[0].Ephemeral() {
			t.Errorf("what ran: %+v, %v", told, err)
		}
		if err := r.end(t); err != nil {
			t.Error(err)
		}
		if took := time.Since(began); took > 15*time.Second {
			t.Errorf("stopping took %v", took)
		}
	})
}

// Even a handler that ignores its context does not keep the program from ending.
func TestStoppingDoesNotWaitForEver(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		release := make(chan struct{})
		r := start(t, srv, []commands.Command{command("ping", func(context.Context, commands.Request) (commands.Reply, error) {
			<-release
			return commands.Reply{Text: "pong"}, nil
		})}, nil)
		srv.Slash("ping")
		time.Sleep(time.Second)
		r.stop()
		if err := r.end(t); err != nil {
			t.Error(err)
		}
		if !strings.Contains(r.log.String(), "could not be stopped") {
			t.Error("nothing was said about it")
		}
		close(release)
		synctest.Wait()
	})
}

// Requests beyond the limit are refused.
func TestTooMuchAtOnceIsTurnedAway(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		release := make(chan struct{})
		start(t, srv, []commands.Command{command("ping", func(context.Context, commands.Request) (commands.Reply, error) {
			<-release
			return commands.Reply{Text: "pong"}, nil
		})}, func(c *interactions.Config) { c.MaxRequests = 50 })
		var all []*discordtest.Interaction
		for range 60 {
			all = append(all, srv.Slash("ping"))
		}
		synctest.Wait()
		close(release)
		pongs, busy := 0, 0
		for _, i := range all {
			switch a := asked(t, i); {
			case a.Message.Content == "pong":
				pongs++
			case a.Message.Ephemeral() && strings.Contains(a.Message.Content, "hands full"):
				busy++
			}
		}
		if pongs != 50 || busy != 10 {
			t.Errorf("%d were answered, %d turned away", pongs, busy)
		}
	})
}
