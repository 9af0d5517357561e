package gateway_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
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

// playing is a game whose picture takes as long as given.
func playing(d time.Duration) []commands.Command {
	draw := func(ctx context.Context) (*commands.File, error) {
		select {
		case <-time.After(d):
			return &commands.File{Name: "game.png", Data: []byte("png"), Alt: "How it went"}, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	return []commands.Command{command("ping", func(_ context.Context, req commands.Request) (commands.Reply, error) {
		time.Sleep(100 * time.Millisecond)
		return commands.Reply{
			Title: "A game", Text: "A wins", Fields: []commands.Field{{Name: "Deal", Value: "2/3"}}, Draw: draw,
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

// undrawn says what a whole game lacks.
func undrawn(m discordtest.Message) error {
	picture, hasPicture := m.File("game.png")
	trace, hasTrace := m.File("game.txt")
	if !hasPicture || !hasTrace || string(trace.Data) != "trace" || picture.Description != "How it went" || len(m.Files) != 2 {
		return fmt.Errorf("the files are %+v", m.Files)
	}
	if len(m.Embeds) != 1 || m.Embeds[0].Image.URL != "attachment://game.png" || m.Embeds[0].Title != "A game" ||
		m.Embeds[0].Description != "A wins" || len(m.Embeds[0].Fields) != 1 || len(m.Components) != 1 {
		return fmt.Errorf("the message is %+v", m)
	}
	return nil
}

// Where a queue builds, text comes first, with the trace: nobody waits for the
// pictures of others, and every message gets its own.
func TestTextComesFirstInACrowd(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]discordtest.Opt{
		"public": nil, "private": {discordtest.Text("private", "yes")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				start(t, srv, playing(400*time.Millisecond), nil)
				asking := crowd(srv, 80, opts...)
				first := map[*discordtest.Interaction]string{}
				late := 0
				for _, it := range asking {
					a := asked(t, it)
					trace, ok := a.Message.File("game.txt")
					if a.After > 1500*time.Millisecond || !ok || a.Type != discordtest.CallbackMessage || a.Message.Ephemeral() != (name == "private") {
						t.Errorf("type %d after %v: %+v", a.Type, a.After, a.Message)
					}
					if _, whole := a.Message.File("game.png"); !whole {
						late++
					}
					first[it] = trace.URL
				}
				if late < 40 {
					t.Errorf("%d pictures followed their replies", late)
				}
				time.Sleep(10 * time.Minute)
				for _, it := range asking {
					m := it.Answer().Message
					if err := undrawn(m); err != nil {
						t.Error(err)
					}
					if trace, _ := m.File("game.txt"); trace.URL != first[it] {
						t.Error("the trace is another file")
					}
				}
			})
		})
	}
}

// Where none does, a reply is one message with all.
func TestAnIdleBotAnswersWithAll(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		start(t, srv, playing(time.Second), nil)
		for _, it := range crowd(srv, 10) {
			if err := undrawn(asked(t, it).Message); err != nil {
				t.Error(err)
			}
		}
		if n := len(srv.Requests(discordtest.RouteOriginal, discordtest.RouteOriginalEdit)); n > 0 {
			t.Errorf("%d requests after the answers", n)
		}
	})
}

// Answers that come late, or to somebody alone, get their pictures all the same:
// in an edit of the answer, or of the message that stands for it.
func TestPicturesFollowDeferredAnswers(t *testing.T) {
	t.Parallel()
	const each = 20
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		start(t, srv, playing(time.Second), func(c *gateway.Config) { c.Timing.Defer = 50 * time.Millisecond })
		page := asked(t, srv.Slash("ping")).Message
		time.Sleep(time.Minute)
		asking := crowd(srv, each)
		alone := crowd(srv, each, discordtest.Text("private", "yes"))
		var pressed []*discordtest.Interaction
		for i := range each {
			pressed = append(pressed, srv.Press(page, "ping:a:", discordtest.By(fmt.Sprint(8_000_000+i), "Anna")))
		}
		time.Sleep(10 * time.Minute)
		followups := 0
		for _, it := range append(append(asking, alone...), pressed...) {
			a := it.Answer()
			m := a.Message
			if len(a.Followups) > 0 {
				m = a.Followups[0]
				followups++
			}
			if err := undrawn(m); err != nil {
				t.Error(err)
			}
		}
		if n := len(srv.Requests(discordtest.RouteFollowupEdit)); n == 0 || followups < each {
			t.Errorf("%d pictures came in edits of %d follow-ups", n, followups)
		}
	})
}

// What goes wrong with a picture that follows costs the picture alone.
func TestTextStandsWithoutItsPicture(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		draw  time.Duration // over a minute, it fails
		fault discordtest.Fault
		log   string
	}{
		"not drawn":  {2 * time.Minute, discordtest.Fault{}, "picture not drawn"},
		"gone":       {time.Second, discordtest.Fault{Route: discordtest.RouteOriginal, Times: -1, Status: http.StatusNotFound, Code: 10008}, "a picture was not added"},
		"not edited": {time.Second, discordtest.Fault{Route: discordtest.RouteOriginalEdit, Times: -1, Status: http.StatusBadRequest, Code: 50035}, "a picture was not added"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				r := start(t, srv, playing(c.draw), nil)
				if c.fault.Route != "" {
					srv.Fail(c.fault)
				}
				asking := crowd(srv, 50)
				time.Sleep(10 * time.Minute)
				for _, it := range asking {
					a := it.Answer()
					if _, ok := a.Message.File("game.txt"); !ok || a.Message.Embeds[0].Title != "A game" || len(a.Followups) > 0 {
						t.Errorf("%+v", a)
					}
				}
				if !strings.Contains(r.log.String(), c.log) {
					t.Error("the log does not say so")
				}
			})
		})
	}
}

// A program that ends waits for pictures a while, and then drops them.
func TestStoppingDropsPictures(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, playing(50*time.Second), nil)
		asking := crowd(srv, 50)
		time.Sleep(time.Second)
		r.stop()
		if err := r.end(t); err != nil {
			t.Error(err)
		}
		synctest.Wait()
		if n := texts(asking); n != 50 {
			t.Errorf("%d of 50 texts", n)
		}
		if log := r.log.String(); strings.Contains(log, "level=ERROR") || !strings.Contains(log, "picture not drawn") {
			t.Error("what was dropped is logged as a fault, or not at all")
		}
	})
}

// texts counts the answers that have come so far, with or without their pictures.
func texts(asking []*discordtest.Interaction) (n int) {
	for _, it := range asking {
		if _, ok := it.Answer().Message.File("game.txt"); ok {
			n++
		}
	}
	return n
}

// Pictures that follow turn nobody away.
func TestPicturesThatFollowTurnNobodyAway(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		start(t, srv, playing(10*time.Second), nil).bot.Bound(60, 60)
		asking := crowd(srv, 60)
		time.Sleep(time.Second)
		asking = append(asking, crowd(srv, 20)...)
		time.Sleep(14 * time.Minute)
		for _, it := range asking {
			if err := undrawn(it.Answer().Message); err != nil {
				t.Error(err)
			}
		}
	})
}

// No more pictures than may be are yet to follow, and the next crowd finds as many
// places for them, also when a panic ended what sent the answers before them.
func TestPicturesThatFollowAreBounded(t *testing.T) {
	t.Parallel()
	for name, panics := range map[string]bool{"all is well": false, "a panic": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				var breaks atomic.Bool
				r := start(t, srv, playing(time.Second), func(c *gateway.Config) {
					c.Answered = func(gateway.Answer, time.Duration) {
						if breaks.Load() {
							panic("not counted")
						}
					}
				})
				r.bot.Bound(1000, 10)
				breaks.Store(panics)
				crowd(srv, 60)
				time.Sleep(time.Minute)
				breaks.Store(false)
				asking := crowd(srv, 60)
				time.Sleep(time.Second / 2)
				if n := texts(asking); n != 10 {
					t.Errorf("%d answers came before their pictures", n)
				}
			})
		})
	}
}

// A picture is added to the reply it belongs to, never to the message whose button
// was pressed: not even where Discord does not say which message the reply is.
func TestAPictureIsAddedToNoOtherMessage(t *testing.T) {
	t.Parallel()
	for name, status := range map[string]int{"no id": http.StatusOK, "no body": http.StatusNoContent} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				r := start(t, srv, playing(time.Second), func(c *gateway.Config) { c.Timing.Defer = 50 * time.Millisecond })
				page := asked(t, srv.Slash("ping")).Message
				time.Sleep(time.Minute)
				srv.Fail(discordtest.Fault{Route: discordtest.RouteFollowup, Times: -1, Status: status, Lost: true})
				for i := range 40 {
					srv.Press(page, "ping:a:", discordtest.By(fmt.Sprint(8_000_000+i), "Anna"))
				}
				time.Sleep(10 * time.Minute)
				if n := len(srv.Requests(discordtest.RouteOriginalEdit)); n != 1 { // the page's own
					t.Errorf("%d edits of the page", n)
				}
				if !strings.Contains(r.log.String(), "a picture was not added") {
					t.Error("the log does not say so")
				}
			})
		})
	}
}
