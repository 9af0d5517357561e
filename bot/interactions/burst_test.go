package interactions_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"nonna/bot/discordtest"
	"nonna/bot/interactions"
	"nonna/commands"
	"nonna/commands/picture"
)

// A crowd that asks at once, on one server or on many, has text and picture before the
// time to defer is over, with the default limits and the turns of one processor: nobody
// is turned away.
func TestACrowdIsAnswered(t *testing.T) {
	t.Parallel()
	const size = 200
	for _, servers := range []int{1, size} {
		t.Run(fmt.Sprint(servers, " servers"), func(t *testing.T) {
			t.Parallel()
			var opts discordtest.Options
			for i := range servers {
				opts.Guilds = append(opts.Guilds, fmt.Sprint(7_000_000+i))
			}
			bubbleWith(t, opts, func(t *testing.T, srv *discordtest.Server) {
				start(t, srv, nil, func(c *interactions.Config) {
					router, err := commands.NewRouter(commands.Config{Commands: playing(20*time.Millisecond, drawsIn(20*time.Millisecond), c.Logger), Words: interactions.BookForTest(), Log: c.Logger})
					if err != nil {
						t.Fatal(err)
					}
					c.Router, c.MaxHandlers = router, 8
				})
				var asking sync.WaitGroup
				for i := range size {
					it := srv.Slash("ping", discordtest.By(fmt.Sprint(8_000_000+i), "Anna"),
						discordtest.InGuild(opts.Guilds[i%servers], discordtest.DefaultChannelID))
					asking.Go(func() {
						a, err := it.Wait(within(t))
						if err := errors.Join(err, incomplete(a.Message)); err != nil || a.After > 1500*time.Millisecond {
							t.Errorf("answered after %v, %v", a.After, err)
						}
					})
				}
				asking.Wait()
				if n := len(srv.Requests(discordtest.RouteOriginalEdit)); n > 0 {
					t.Errorf("%d requests after the answers", n)
				}
			})
		})
	}
}

// drawing makes a picture for a reply.
type drawing func(context.Context) (*commands.File, error)

// drawsIn makes a picture in so much time.
func drawsIn(d time.Duration) drawing {
	return func(ctx context.Context) (*commands.File, error) {
		select {
		case <-time.After(d):
			return &commands.File{Name: "game.png", Data: []byte("png"), Alt: "How it went"}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// playing is a game that takes so long, without its picture.
func playing(d time.Duration, draw drawing, log *slog.Logger) []commands.Command {
	pictures := picture.New(nil, log, nil)
	return []commands.Command{command("ping", func(ctx context.Context, req commands.Request) (commands.Reply, error) {
		time.Sleep(d)
		return commands.Reply{
			Title: "A game", Text: "A wins", Fields: []commands.Field{{Name: "Deal", Value: "2/3"}}, Picture: pictures.Draw(ctx, req, draw),
			Files: []commands.File{{Name: "game.txt", Data: []byte("trace")}},
			Rows:  []commands.Row{{Buttons: []commands.Button{{ID: "ping:a:", Label: "Again"}}}}, Ephemeral: req.Options.Text("private") != "",
		}, nil
	}, commands.Option{Name: "private", Description: "Whether", Type: commands.TextOption})}
}

// crowd asks for so many games at once, each for another member.
func crowd(srv *discordtest.Server, n int, opts ...discordtest.Opt) (asked []*discordtest.Interaction) {
	for i := range n {
		asked = append(asked, srv.Slash("ping", append(opts, discordtest.By(fmt.Sprint(8_000_000+i), "Anna"))...))
	}
	return asked
}

// incomplete returns an error if a message lacks any part of a game.
func incomplete(m discordtest.Message) error {
	drawn, hasPicture := m.File("game.png")
	trace, hasTrace := m.File("game.txt")
	if !hasPicture || !hasTrace || string(trace.Data) != "trace" || drawn.Description != "How it went" || len(m.Files) != 2 {
		return fmt.Errorf("the files are %+v", m.Files)
	}
	if len(m.Embeds) != 1 || m.Embeds[0].Image.URL != "attachment://game.png" || m.Embeds[0].Title != "A game" ||
		m.Embeds[0].Description != "A wins" || len(m.Embeds[0].Fields) != 1 || len(m.Components) != 1 {
		return fmt.Errorf("the message is %+v", m)
	}
	return nil
}
