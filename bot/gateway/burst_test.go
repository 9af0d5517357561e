package gateway_test

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"nonna/bot/discordtest"
	"nonna/bot/gateway"
	"nonna/commands"
)

// A crowd that asks at once, on one server or on many, is answered in time, with the
// limits that there are by default: nobody is turned away.
func TestACrowdIsAnswered(t *testing.T) {
	t.Parallel()
	const crowd = 200
	for _, servers := range []int{1, crowd} {
		t.Run(fmt.Sprint(servers, " servers"), func(t *testing.T) {
			t.Parallel()
			var opts discordtest.Options
			for i := range servers {
				opts.Guilds = append(opts.Guilds, fmt.Sprint(7_000_000+i))
			}
			bubbleWith(t, opts, func(t *testing.T, srv *discordtest.Server) {
				work := command("ping", func(context.Context, commands.Request) (commands.Reply, error) {
					time.Sleep(100 * time.Millisecond)
					return commands.Reply{Text: "pong"}, nil
				})
				start(t, srv, nil, func(c *gateway.Config) {
					router, err := commands.NewRouter([]commands.Command{work}, gateway.BookForTest(), nil, slog.New(slog.DiscardHandler), time.Now)
					if err != nil {
						t.Fatal(err)
					}
					c.Router = router
				})
				var asking sync.WaitGroup
				for i := range crowd {
					it := srv.Slash("ping", discordtest.By(fmt.Sprint(8_000_000+i), "Anna"),
						discordtest.InGuild(opts.Guilds[i%servers], discordtest.DefaultChannelID))
					asking.Go(func() {
						if a, err := it.Wait(within(t)); err != nil || a.Message.Content != "pong" || a.After > 1500*time.Millisecond {
							t.Errorf("answered %q after %v, %v", a.Message.Content, a.After, err)
						}
					})
				}
				asking.Wait()
			})
		})
	}
}
