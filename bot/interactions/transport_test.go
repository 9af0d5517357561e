package interactions_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/commands"
)

// overHTTP2 makes transports as Discord is reached by, with or without pings.
func overHTTP2(srv *discordtest.Server, pings *http.HTTP2Config) func(*interactions.Config) {
	return func(c *interactions.Config) {
		c.Transport = func() http.RoundTripper {
			t := srv.Transport()
			t.Protocols, t.HTTP2 = new(http.Protocols), pings
			t.Protocols.SetUnencryptedHTTP2(true)
			return t
		}
	}
}

// What is on its way while the connections go dead is answered, in a burst, too: before
// pings notice anything, each second try goes over a connection of its own.
func TestWhatIsInFlightIsAnswered(t *testing.T) {
	t.Parallel()
	for _, size := range []int{1, 100} {
		for _, lost := range []bool{false, true} { // whether the answers are lost, or the calls
			t.Run(fmt.Sprintf("%d, answers lost: %v", size, lost), func(t *testing.T) {
				t.Parallel()
				bubble(t, func(t *testing.T, srv *discordtest.Server) {
					takes := []time.Duration{0, time.Second, 2 * time.Second}
					var asked atomic.Int64
					busy := command("ping", func(context.Context, commands.Request) (commands.Reply, error) {
						time.Sleep(takes[asked.Add(1)%3])
						return commands.Reply{Text: "pong", Files: []commands.File{{Name: "game.png", Data: make([]byte, 60_000)}}}, nil
					})
					r := start(t, srv, []commands.Command{busy}, overHTTP2(srv, discord.Pings()))
					for range 3 { // rounds
						warm := crowd(srv, 10)
						time.Sleep(20 * time.Second)
						if lost {
							srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, Times: size, Delay: 10 * time.Millisecond})
						}
						var all []*discordtest.Interaction
						silent := time.AfterFunc(5*time.Millisecond, srv.SilenceHTTP)
						for range size {
							all = append(all, crowd(srv, 1)...)
							time.Sleep(500 * time.Millisecond / time.Duration(size))
						}
						time.Sleep(time.Minute)
						silent.Stop()
						srv.Heal()
						for _, i := range append(warm, all...) {
							if a := i.Answer(); a.Message.Content != "pong" || len(a.Message.Files) != 1 || a.After > 2900*time.Millisecond {
								t.Errorf("after %v answered %q, %d files", a.After, a.Message.Content, len(a.Message.Files))
							}
						}
					}
					if srv.Gateway().Counts().Connections != 1 || strings.Contains(r.log.String(), "level=ERROR") {
						t.Errorf("%+v", srv.Gateway().Counts())
					}
				})
			})
		}
	}
}

// A deferral that Discord has is edited, even if Discord's answers to both tries are lost.
func TestADeferralWhoseAnswersAreLostIsEdited(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, slowly(4*time.Second), overHTTP2(srv, discord.Pings()))
		for range 5 {
			srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, Times: 2, Delay: 10 * time.Millisecond})
			for _, try := range []time.Duration{1505 * time.Millisecond, 2505 * time.Millisecond} {
				time.AfterFunc(try, srv.SilenceHTTP)
			}
			i := srv.Slash("ping")
			time.Sleep(time.Minute)
			if a := i.Answer(); a.Message.Content != "pong" || a.Type != discordtest.CallbackDeferred {
				t.Errorf("answered %+v", a)
			}
		}
		if strings.Contains(r.log.String(), "did not arrive") {
			t.Error("an answer that arrived is said not to have")
		}
	})
}

// The other may be slow, too: one answer arrives, and Discord says of the second
// that there was one.
func TestASlowFirstAnswerArrivesOnce(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, pong(), nil)
		srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, Delay: 2 * time.Second})
		r.answers(t)
		time.Sleep(5 * time.Second)
		srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, Times: 2, Delay: 1500 * time.Millisecond})
		r.answers(t)
		time.Sleep(5 * time.Second)
		if strings.Contains(r.log.String(), "did not arrive") {
			t.Error("an answer that arrived is said not to have")
		}
		if n := len(srv.Messages(discordtest.DefaultChannelID)); n != 2 {
			t.Errorf("two interactions were answered %d times", n)
		}
	})
}

// That Discord does not take an answer is said at once, whichever connection it
// came over.
func TestARefusalDoesNotWaitForADeadConnection(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, pong(), nil)
		srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, Delay: 2800 * time.Millisecond, Status: 500})
		srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, Status: 400, Code: 50035})
		a := asked(t, r.srv.Slash("ping"))
		if !strings.Contains(a.Message.Content, "Sorry") || a.After > 1300*time.Millisecond {
			t.Errorf("answered after %v: %q", a.After, a.Message.Content)
		}
	})
}
