package gateway_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discordtest"
	"nonna/bot/gateway"
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

// What goes wrong on an open session is mended by resuming, without an
// identify, or with one where the session is lost.
func TestASessionSurvivesItsGateway(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name       string
		do         func(*discordtest.Gateway)
		identifies int // in all
	}{
		{"op 7", func(g *discordtest.Gateway) { g.Do(discordtest.Reconnect()) }, 1},
		{"op 9, resumable", func(g *discordtest.Gateway) { g.Do(discordtest.InvalidSession(true)) }, 1},
		{"op 9", func(g *discordtest.Gateway) { g.Do(discordtest.InvalidSession(false)) }, 2},
		{"a lost connection", func(g *discordtest.Gateway) { g.Do(discordtest.Cut()) }, 1},
		{"close 4000", func(g *discordtest.Gateway) { g.Do(discordtest.CloseWith(4000)) }, 1},
		{"close 4007", func(g *discordtest.Gateway) { g.Do(discordtest.CloseWith(4007)) }, 2},
		{"close 4009", func(g *discordtest.Gateway) { g.Do(discordtest.CloseWith(4009)) }, 2},
		{"op 7 as the answer to resume", func(g *discordtest.Gateway) {
			g.Next(discordtest.Connect{OnlyResume: true, Ready: discordtest.Reconnect()})
			g.Do(discordtest.Reconnect())
		}, 1},
		{"op 9 as the answer to resume", func(g *discordtest.Gateway) {
			g.Next(discordtest.Connect{OnlyResume: true, Ready: discordtest.InvalidSession(false)})
			g.Do(discordtest.Cut())
		}, 2},
		{"an outage", func(g *discordtest.Gateway) {
			g.Next(discordtest.Connect{Times: 5, Refuse: http.StatusServiceUnavailable})
			g.Do(discordtest.Cut())
		}, 1},
		{"a close code in mid-outage", func(g *discordtest.Gateway) {
			g.Next(discordtest.Connect{Hello: discordtest.CloseWith(4000)})
			g.Do(discordtest.Cut())
		}, 1},
		{"a binary message", func(g *discordtest.Gateway) { g.Do(discordtest.Binary("x\x9c\xcb+\xcd\xc9\x01\x00\x04\x00\x01\xbb")) }, 1},
		{"a second READY, without a session", func(g *discordtest.Gateway) { _ = g.Dispatch("READY", nil) }, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				r := start(t, srv, pong(), nil)
				r.answers(t)
				before := srv.Gateway().Counts()
				tt.do(srv.Gateway())
				r.reaches(t, "a session again", func(c discordtest.Counts) bool {
					return c.Readies+c.Resumed > before.Readies+before.Resumed
				})
				r.answers(t)
				if c := srv.Gateway().Counts(); c.Identifies != tt.identifies {
					t.Errorf("%d identifies, want %d", c.Identifies, tt.identifies)
				}
			})
		})
	}
}

// A gateway that lets the bot in and soon drops it again is not left alone for
// longer and longer: nobody is answered meanwhile.
func TestASessionThatIsOftenDroppedIsBackSoon(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, pong(), nil)
		began := time.Now()
		for n := range 10 {
			srv.Gateway().Do(discordtest.Reconnect())
			r.reaches(t, "a resume", func(c discordtest.Counts) bool { return c.Resumed > n })
			r.answers(t)
		}
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("ten resumes took %v", took)
		}
	})
}

// Each of these makes the library's Open hang for ever, or fail.
func TestOpeningSurvivesItsGateway(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		next discordtest.Connect
	}{
		{"Hello without an interval", discordtest.Connect{Hello: discordtest.Raw(`{"op":10,"d":{"heartbeat_interval":0}}`)}},
		{"Hello with an interval of years", discordtest.Connect{Hello: discordtest.Raw(`{"op":10,"d":{"heartbeat_interval":9223372036854775}}`)}},
		{"null for Hello", discordtest.Connect{Hello: discordtest.Raw("null")}},
		{"op 7 instead of READY", discordtest.Connect{Ready: discordtest.Reconnect()}},
		{"op 9 instead of READY", discordtest.Connect{Ready: discordtest.InvalidSession(false)}},
		{"silence before Hello", discordtest.Connect{Hello: discordtest.Silence()}},
		{"silence after Identify", discordtest.Connect{Ready: discordtest.Silence()}},
		{"closed before Hello", discordtest.Connect{Hello: discordtest.CloseWith(4000)}},
		{"closed instead of READY", discordtest.Connect{Ready: discordtest.CloseWith(4000)}},
		{"503", discordtest.Connect{Times: 3, Refuse: http.StatusServiceUnavailable}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				srv.Gateway().Next(tt.next)
				start(t, srv, pong(), nil).answers(t)
			})
		})
	}
}

// On some of these the library panics where nobody can catch it; all are to be
// passed over, and the session to go on.
func TestASessionIsNotDisturbed(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, pong(), nil)
		for _, text := range []string{"null", " null ", "{", "[]", `"boo"`, `{"op":"x"}`, `{"op":31}`, `{"op":0,"t":"GUILD_CREATE","d":null}`} {
			srv.Gateway().Do(discordtest.Raw(text))
			r.answers(t)
		}
		for _, event := range []string{"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "CHANNEL_CREATE", "MESSAGE_CREATE", "INTERACTION_CREATE", "NEWS_OF_TOMORROW"} {
			for _, data := range []string{`{}`, `null`, `"boo"`, `{"channels":[null]}`, `{"id":{}}`, `{"id":"5","token":7}`, `{"id":"5","token":"t","data":[null]}`} {
				if err := srv.Gateway().Dispatch(event, json.RawMessage(data)); err != nil {
					t.Fatal(err)
				}
				r.answers(t)
			}
		}
		if c := srv.Gateway().Counts(); c.Connections != 1 {
			t.Errorf("the connection was lost: %+v", c)
		}
		srv.TakeViolations() // what it answered to interactions that there never were
	})
}

// Op 1 wants a heartbeat at once.
func TestARequestedHeartbeatIsSent(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, pong(), nil)
		synctest.Wait()
		before := srv.Gateway().Counts().Heartbeats
		srv.Gateway().Do(discordtest.RequestHeartbeat())
		synctest.Wait()
		if after := srv.Gateway().Counts().Heartbeats; after != before+1 {
			t.Errorf("%d heartbeats, want %d", after, before+1)
		}
		r.answers(t)
	})
}

// A session whose heartbeats nobody acknowledges is cut off and resumed,
// whether the gateway is silent otherwise or not.
func TestMissingAcknowledgementsLeadToAResume(t *testing.T) {
	t.Parallel()
	for name, do := range map[string]func(*discordtest.Gateway){
		"silence":        func(g *discordtest.Gateway) { g.Do(discordtest.Silence()) },
		"no answers":     func(g *discordtest.Gateway) { g.Do(discordtest.IgnoreHeartbeats()) },
		"events, though": func(g *discordtest.Gateway) { g.Do(discordtest.IgnoreHeartbeats()); go chatter(g) },
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				r := start(t, srv, pong(), nil)
				time.Sleep(10 * time.Minute) // all is well for a while
				before, began := srv.Gateway().Counts(), time.Now()
				do(srv.Gateway())
				r.reaches(t, "a new connection", func(c discordtest.Counts) bool { return c.Connections > before.Connections })
				srv.Heal()
				r.reaches(t, "a session", func(c discordtest.Counts) bool { return c.Resumed > before.Resumed })
				// The library by itself takes 206 s, and cannot resume then.
				if took := time.Since(began); took > 130*time.Second {
					t.Errorf("it took %v", took)
				}
				if c := srv.Gateway().Counts(); c.Identifies != 1 {
					t.Errorf("it identified again: %+v", c)
				}
				r.answers(t)
				time.Sleep(10 * time.Minute) // until there is no more chatter
			})
		})
	}
}

// chatter sends events until there is nobody to send them to.
func chatter(g *discordtest.Gateway) {
	for range 100 {
		// With nobody connected there is nobody to tell, and that is fine.
		_ = g.Dispatch("TYPING_START", map[string]any{"channel_id": "1", "user_id": "2", "timestamp": 1})
		time.Sleep(5 * time.Second)
	}
}

// Some close codes mean: do not come back. So does a token that is refused.
func TestWhatARestartCannotMendEndsTheBot(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		code int
		want error
	}{
		{4004, discord.ErrBadToken},
		{4010, discord.ErrSharding},
		{4011, discord.ErrSharding},
		{4012, discord.ErrVersion},
		{4013, discord.ErrIntents},
		{4014, discord.ErrIntents},
	} {
		t.Run(tt.want.Error(), func(t *testing.T) {
			check := func(t *testing.T, srv *discordtest.Server, r *running) {
				t.Helper()
				err := r.end(t)
				if !errors.Is(err, tt.want) || discord.ExitCode(err) != discord.ExitConfig {
					t.Errorf("%d: %v, exit %d", tt.code, err, discord.ExitCode(err))
				}
				if c := srv.Gateway().Counts(); c.Connections != 1 {
					t.Errorf("it came back: %+v", c)
				}
			}
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				r := start(t, srv, pong(), nil)
				srv.Gateway().Do(discordtest.CloseWith(tt.code))
				check(t, srv, r)
			})
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				srv.Gateway().Next(discordtest.Connect{Ready: discordtest.CloseWith(tt.code)})
				check(t, srv, launch(t, srv, pong(), nil))
			})
		})
	}
}

func TestABadTokenEndsTheBotBeforeItIdentifies(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := launch(t, srv, pong(), func(c *gateway.Config) { c.Token = "wrong-token" })
		err := r.end(t)
		if !errors.Is(err, discord.ErrBadToken) || discord.ExitCode(err) != discord.ExitConfig {
			t.Errorf("%v, exit %d", err, discord.ExitCode(err))
		}
		if strings.Contains(err.Error()+r.log.String(), "wrong-token") {
			t.Errorf("the token shows in %q or in the log:\n%s", err, r.log)
		}
		if c := srv.Gateway().Counts(); c.Identifies != 0 {
			t.Errorf("it identified: %+v", c)
		}
		srv.TakeViolations()
	})
}

// An outage that does not end is left to a fresh process.
func TestADeadSessionEndsTheBot(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, pong(), nil)
		srv.Gateway().Next(discordtest.Connect{Times: -1, Refuse: http.StatusServiceUnavailable})
		srv.Gateway().Do(discordtest.Cut())
		err := r.end(t)
		if !errors.Is(err, discord.ErrDead) || discord.ExitCode(err) != discord.ExitDead {
			t.Errorf("%v, exit %d", err, discord.ExitCode(err))
		}
	})
}

// The service manager hears that all is well only while it is.
func TestAliveIsCalledWhileTheSessionIsSound(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		var alive, ready atomic.Int64
		beat := make(chan struct{}, 1)
		r := start(t, srv, pong(), func(c *gateway.Config) {
			c.Alive = func() {
				alive.Add(1)
				select {
				case beat <- struct{}{}:
				default:
				}
			}
			c.Ready = func() { ready.Add(1) }
		})
		for range 3 {
			select {
			case <-beat:
			case <-time.After(patience):
				t.Fatal("no sign of life")
			}
		}
		// Without a session it is not well, however busy the bot is.
		srv.Gateway().Next(discordtest.Connect{Times: 50, Hello: discordtest.CloseWith(4000)})
		connections := srv.Gateway().Counts().Connections
		srv.Gateway().Do(discordtest.Cut())
		r.reaches(t, "an attempt", func(c discordtest.Counts) bool { return c.Connections > connections })
		between := alive.Load()
		r.reaches(t, "more attempts", func(c discordtest.Counts) bool { return c.Connections > connections+5 })
		if alive.Load() != between {
			t.Error("signs of life without a session")
		}
		if ready.Load() != 1 {
			t.Errorf("ready was said %d times", ready.Load())
		}
	})
}

// Few identifies left: the bot waits instead of using them up.
func TestTheIdentifyBudgetIsKept(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		srv.Gateway().SetIdentifies(3, time.Hour)
		waiting := make(chan struct{}, 1)
		r := launch(t, srv, pong(), func(c *gateway.Config) {
			c.Alive = func() { // waiting is what it should do, so it is well
				select {
				case waiting <- struct{}{}:
				default:
				}
			}
		})
		for range 3 {
			select {
			case <-waiting:
			case <-time.After(patience):
				t.Fatal("no sign of life while waiting")
			}
		}
		if c := srv.Gateway().Counts(); c.Identifies != 0 {
			t.Errorf("it identified: %+v", c)
		}
		r.stop()
		if err := r.end(t); err != nil {
			t.Errorf("stopped while waiting: %v", err)
		}
	})
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
