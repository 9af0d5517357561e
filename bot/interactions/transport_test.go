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
