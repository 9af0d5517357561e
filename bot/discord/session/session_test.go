package session_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/discord"
	"nonna/bot/discord/session"
	"nonna/bot/discordtest"
)

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
		{"close 4001", func(g *discordtest.Gateway) { g.Do(discordtest.CloseWith(4001)) }, 1},
		{"close 4002", func(g *discordtest.Gateway) { g.Do(discordtest.CloseWith(4002)) }, 1},
		{"close 4003", func(g *discordtest.Gateway) { g.Do(discordtest.CloseWith(4003)) }, 2},
		{"close 4004, and calls are answered", func(g *discordtest.Gateway) { g.Do(discordtest.CloseWith(4004)) }, 2},
		{"close 4005", func(g *discordtest.Gateway) { g.Do(discordtest.CloseWith(4005)) }, 1},
		{"close 4008", func(g *discordtest.Gateway) { g.Do(discordtest.CloseWith(4008)) }, 1},
		{"close 4015, which nobody knows", func(g *discordtest.Gateway) { g.Do(discordtest.CloseWith(4015)) }, 1},
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
		{"a second READY, without a session", func(g *discordtest.Gateway) { _ = g.Dispatch("READY", nil) }, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				r := start(t, srv, discord.Handler{})
				r.hears(t)
				before := srv.Gateway().Counts()
				tt.do(srv.Gateway())
				r.reaches(t, "a session again", func(c discordtest.Counts) bool {
					return c.Readies+c.Resumed > before.Readies+before.Resumed
				})
				r.hears(t)
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
		r := start(t, srv, discord.Handler{})
		began := time.Now()
		for n := range 10 {
			srv.Gateway().Do(discordtest.Reconnect())
			r.reaches(t, "a resume", func(c discordtest.Counts) bool { return c.Resumed > n })
			r.hears(t)
		}
		if took := time.Since(began); took > 30*time.Second {
			t.Errorf("ten resumes took %v", took)
		}
	})
}

// Whatever goes wrong while connecting, the session opens in the end.
func TestOpeningSurvivesItsGateway(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		next discordtest.Connect
	}{
		{"Hello without an interval", discordtest.Connect{Hello: discordtest.Raw(`{"op":10,"d":{"heartbeat_interval":0}}`)}},
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
				start(t, srv, discord.Handler{}).hears(t)
			})
		})
	}
}

// A message or an event that cannot be read is passed over, and the session goes on.
func TestASessionIsNotDisturbed(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, discord.Handler{})
		for _, text := range []string{
			"null", " null ", "{", "[]", `"boo"`, `{"op":"x"}`, `{"op":"seven"}`, `{"op":1.5}`, `{"op":31}`,
			`{"op":0,"t":"GUILD_CREATE","d":null}`, `{"op":0,"s":"x","t":"GUILD_CREATE","d":{}}`, `{"op":0,"s":9,"t":7,"d":{}}`,
			`{"op":10,"d":{"heartbeat_interval":0}}`, `{"op":11,"d":[]}`,
		} {
			srv.Gateway().Do(discordtest.Raw(text))
			r.hears(t)
		}
		for _, event := range []string{"GUILD_CREATE", "GUILD_UPDATE", "GUILD_DELETE", "CHANNEL_CREATE", "MESSAGE_CREATE", "RESUMED", "NEWS_OF_TOMORROW"} {
			for _, data := range []string{
				`{}`, `null`, `"boo"`, `7`, `{"channels":[null]}`, `{"id":{}}`, `{"id":5}`, `{"id":"77","unavailable":"x"}`,
				`{"op":7,"components":[{"type":18,"component":7}],"message_snapshots":{}}`,
			} {
				if err := srv.Gateway().Dispatch(event, json.RawMessage(data)); err != nil {
					t.Fatal(err)
				}
				r.hears(t)
			}
		}
		if c := srv.Gateway().Counts(); c.Connections != 1 {
			t.Errorf("the connection was lost: %+v", c)
		}
	})
}

// Op 1 wants a heartbeat at once.
func TestARequestedHeartbeatIsSent(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, discord.Handler{})
		synctest.Wait()
		before := srv.Gateway().Counts().Heartbeats
		srv.Gateway().Do(discordtest.RequestHeartbeat())
		synctest.Wait()
		if after := srv.Gateway().Counts().Heartbeats; after != before+1 {
			t.Errorf("%d heartbeats, want %d", after, before+1)
		}
		r.hears(t)
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
				r := start(t, srv, discord.Handler{})
				time.Sleep(10 * time.Minute) // all is well for a while
				before, began := srv.Gateway().Counts(), time.Now()
				do(srv.Gateway())
				r.reaches(t, "a new connection", func(c discordtest.Counts) bool { return c.Connections > before.Connections })
				srv.Heal()
				r.reaches(t, "a session", func(c discordtest.Counts) bool { return c.Resumed > before.Resumed })
				if took := time.Since(began); took > 130*time.Second {
					t.Errorf("it took %v", took)
				}
				if c := srv.Gateway().Counts(); c.Identifies != 1 {
					t.Errorf("it identified again: %+v", c)
				}
				r.hears(t)
				time.Sleep(10 * time.Minute) // until there is no more chatter
			})
		})
	}
}

// A gateway that resumes no session is asked for a new one.
func TestWhereResumesFailASessionIsOpened(t *testing.T) {
	t.Parallel()
	for name, fault := range map[string]discordtest.Connect{
		"silence for RESUMED": {Ready: discordtest.Silence(), OnlyResume: true},
		"silence for Hello":   {Hello: discordtest.Silence()},
		"closed for RESUMED":  {Ready: discordtest.CloseWith(4000), OnlyResume: true},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				r := start(t, srv, discord.Handler{})
				before, began := srv.Gateway().Counts(), time.Now()
				srv.Gateway().Next(fault, fault, fault)
				srv.Gateway().Do(discordtest.Reconnect())
				r.reaches(t, "a new session", func(c discordtest.Counts) bool { return c.Readies > before.Readies })
				if took := time.Since(began); took > 90*time.Second {
					t.Errorf("it took %v", took)
				}
				if c := srv.Gateway().Counts(); c.Connections != before.Connections+4 {
					t.Errorf("%+v", c)
				}
				r.hears(t)
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

// Some close codes mean: do not come back. Only a token that has opened a session is tried again.
func TestWhatARestartCannotMendEndsTheSession(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		code int
		want error
	}{
		{4004, discord.ErrBadToken},
		{4010, discord.ErrSharding},
		{4011, discord.ErrSharding},
		{4012, discord.ErrVersion},
		{4013, discord.ErrVersion},
		{4014, discord.ErrVersion},
	} {
		t.Run(fmt.Sprint(tt.code), func(t *testing.T) {
			check := func(t *testing.T, srv *discordtest.Server, r *running) {
				t.Helper()
				err := r.end(t)
				if !errors.Is(err, tt.want) || discord.ExitCode(err) != discord.ExitConfig || !strings.Contains(err.Error(), fmt.Sprint("close code ", tt.code)) {
					t.Errorf("%d: %v, exit %d", tt.code, err, discord.ExitCode(err))
				}
				if c := srv.Gateway().Counts(); c.Connections != 1 {
					t.Errorf("it came back: %+v", c)
				}
			}
			if tt.code != 4004 {
				bubble(t, func(t *testing.T, srv *discordtest.Server) {
					r := start(t, srv, discord.Handler{})
					srv.Gateway().Do(discordtest.CloseWith(tt.code))
					check(t, srv, r)
				})
			}
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				srv.Gateway().Next(discordtest.Connect{Ready: discordtest.CloseWith(tt.code)})
				check(t, srv, launch(t, srv, discord.Handler{}))
			})
		})
	}
}

func TestABadTokenEndsTheSessionBeforeItIdentifies(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		err := launchAs(t, srv, "wrong-token", session.Sharding{Count: 1}, discord.Handler{}).end(t)
		if !errors.Is(err, discord.ErrBadToken) || discord.ExitCode(err) != discord.ExitConfig || strings.Contains(err.Error(), "wrong-token") {
			t.Errorf("%v, exit %d", err, discord.ExitCode(err))
		}
		if c := srv.Gateway().Counts(); c.Identifies != 0 {
			t.Errorf("it identified: %+v", c)
		}
		srv.TakeViolations()
	})
}

// A token that has opened a session is asked about, without an identify and with signs of life,
// for as long as an outage may last, whatever Discord says of it.
func TestATokenThatOpenedASessionIsDoubtedLast(t *testing.T) {
	t.Parallel()
	refused := discordtest.Fault{Status: http.StatusUnauthorized, Times: -1}
	for name, lost := range map[string]discordtest.Step{"401": discordtest.InvalidSession(false), "4004": discordtest.CloseWith(4004)} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				var told, longest atomic.Int64
				r := start(t, srv, discord.Handler{Alive: func() {
					now := time.Now().UnixNano()
					longest.Store(max(longest.Load(), now-told.Swap(now)))
				}})
				time.Sleep(24 * time.Hour)
				longest.Store(0)
				srv.Fail(refused)
				srv.Gateway().Do(lost)
				time.Sleep(50 * time.Minute)
				silence := time.Duration(max(longest.Load(), time.Now().UnixNano()-told.Load()))
				if c := srv.Gateway().Counts(); c.Identifies != 1 || c.Connections != 1 || silence > 2*time.Minute {
					t.Errorf("in an outage: %+v; no sign of life for %v", c, silence)
				}
				srv.Heal()
				began := time.Now()
				r.hears(t)
				if took := time.Since(began); took > time.Minute {
					t.Errorf("back after %v", took)
				}
				srv.Fail(refused)
				srv.Gateway().Do(lost)
				began = time.Now()
				err := r.end(t)
				if took := time.Since(began); discord.ExitCode(err) != discord.ExitConfig || took < time.Hour || took > time.Hour+2*time.Minute {
					t.Errorf("exit %d after %v: %v", discord.ExitCode(err), took, err)
				}
				if c := srv.Gateway().Counts(); c.Identifies != 2 {
					t.Errorf("%d identifies", c.Identifies)
				}
			})
		})
	}
}

// Why a session could not be opened is what it says in the end, and not how long it waited.
func TestTheLastErrorNamesItsCause(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		calls discordtest.Fault
		next  discordtest.Connect
		want  string
	}{
		"calls are refused":   {discordtest.Fault{Status: 503, Code: 77}, discordtest.Connect{}, "answered 503, code 77"},
		"calls get a page":    {discordtest.Fault{Status: 403, Page: "<html>Blocked"}, discordtest.Connect{}, "status 403 that is not Discord's own: 13 bytes"},
		"no gateway":          {discordtest.Fault{Path: "/nothing"}, discordtest.Connect{Refuse: 502}, "the gateway answered 502"},
		"a gateway shuts":     {discordtest.Fault{Path: "/nothing"}, discordtest.Connect{Ready: discordtest.CloseWith(4000)}, "code 4000: unknown error"},
		"a gateway is mute":   {discordtest.Fault{Path: "/nothing"}, discordtest.Connect{Hello: discordtest.Silence()}, "sent no Hello within 20s"},
		"READY does not come": {discordtest.Fault{Path: "/nothing"}, discordtest.Connect{Ready: discordtest.Silence()}, "sent no READY within 30s"},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				r := start(t, srv, discord.Handler{})
				tt.calls.Times, tt.next.Times = -1, -1
				srv.Fail(tt.calls)
				srv.Gateway().Next(tt.next)
				srv.Gateway().Do(discordtest.InvalidSession(false))
				if err := r.end(t); !errors.Is(err, discord.ErrDead) || !strings.Contains(err.Error(), tt.want) || strings.Contains(err.Error(), "deadline") {
					t.Errorf("ended with %v", err)
				}
			})
		})
	}
}

// Of a READY only the session's id is needed: where it names no address to resume at, the general
// one does, and no other READY is asked for.
func TestAnAddressThatIsNoTextIsIgnored(t *testing.T) {
	t.Parallel()
	for _, address := range []string{"7", "null", "{}", `["ws://x"]`, `""`, `"::"`} {
		bubble(t, func(t *testing.T, srv *discordtest.Server) {
			ready := fmt.Sprintf(`{"op":0,"s":1,"t":"READY","d":{"session_id":"x","resume_gateway_url":%s}}`, address)
			srv.Gateway().Next(discordtest.Connect{Ready: discordtest.Raw(ready)})
			r := launch(t, srv, discord.Handler{})
			time.Sleep(time.Minute)
			if c := srv.Gateway().Counts(); c.Identifies != 1 || !r.session.Status().Connected {
				t.Errorf("%s: %+v", address, c)
			}
			srv.Gateway().Do(discordtest.Cut())
			r.hears(t) // after the resume of a session that this gateway does not know
			if c := srv.Gateway().Counts(); c.Identifies != 2 {
				t.Errorf("%s, and a resume: %+v", address, c)
			}
		})
	}
}

// A header without an end in place of a WebSocket takes no memory, and the next attempt opens the
// session.
func TestAHandshakeIsBounded(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		var dials, sent atomic.Int64
		began := time.Now()
		r := launchOver(t, srv, func(ctx context.Context, network, address string) (net.Conn, error) {
			if dials.Add(1) > 1 {
				return srv.DialContext(ctx, network, address)
			}
			ours, theirs := net.Pipe()
			go func() {
				go func() { _, _ = io.Copy(io.Discard, theirs) }() // until it is closed
				for _, err := io.WriteString(theirs, "HTTP/1.1 101 Switching Protocols\r\n"); err == nil && sent.Load() < 4<<20; {
					var n int
					n, err = io.WriteString(theirs, "X: "+strings.Repeat("x", 4000)+"\r\n")
					sent.Add(int64(n))
				}
			}()
			return ours, nil
		})
		r.hears(t)
		if took := time.Since(began); took > 10*time.Second || sent.Load() > 2<<20 || !strings.Contains(r.log.String(), "goes on and on") {
			t.Errorf("after %v and %d bytes", took, sent.Load())
		}
	})
}

// After an outage the session is back soon; the library would wait for up to ten minutes.
func TestASessionIsBackSoonAfterAnOutage(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, discord.Handler{})
		srv.Gateway().Next(discordtest.Connect{Times: -1, Refuse: http.StatusServiceUnavailable})
		srv.Gateway().Do(discordtest.Cut())
		time.Sleep(4 * time.Minute)
		srv.Heal()
		began := time.Now()
		r.reaches(t, "a resume", func(c discordtest.Counts) bool { return c.Resumed == 1 })
		if took := time.Since(began); took > 35*time.Second {
			t.Errorf("it took %v", took)
		}
		r.hears(t)
	})
}

// A session that cannot be opened for long gives up, also where it may not ask for the gateway.
func TestAnOutageWithoutEndIsLeftToAFreshProcess(t *testing.T) {
	t.Parallel()
	for _, fault := range []discordtest.Connect{{Times: -1, Refuse: http.StatusServiceUnavailable}, {Hello: discordtest.InvalidSession(false)}} {
		bubble(t, func(t *testing.T, srv *discordtest.Server) {
			r := start(t, srv, discord.Handler{})
			srv.Fail(discordtest.Fault{Route: discordtest.RouteGatewayBot, Status: http.StatusTooManyRequests, RetryAfter: 50 * time.Minute, Times: -1})
			srv.Gateway().Next(fault)
			began := time.Now()
			srv.Gateway().Do(discordtest.Cut())
			err := r.end(t)
			if !errors.Is(err, discord.ErrDead) || discord.ExitCode(err) != discord.ExitDead || time.Since(began) > 6*time.Minute {
				t.Errorf("%v, exit %d, after %v", err, discord.ExitCode(err), time.Since(began))
			}
		})
	}
}

// The service manager hears that all is well on every acknowledged heartbeat, and only while it
// is.
func TestAliveIsCalledWhileTheSessionIsSound(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		var alive, ready atomic.Int64
		r := start(t, srv, discord.Handler{Alive: func() { alive.Add(1) }, Ready: func() { ready.Add(1) }})
		if alive.Load() == 0 {
			t.Error("no sign of life from a session that was opened")
		}
		opened := alive.Load()
		time.Sleep(time.Hour)
		if n := alive.Load() - opened; n < 87 || n > 89 {
			t.Errorf("%d signs of life in an hour", n)
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

// A session identifies without intents, resumes from the latest event at the address that READY
// names, and where it was not opened there, at the general one.
func TestWhereASessionResumes(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, discord.Handler{})
		r.hears(t)
		srv.Gateway().Next(discordtest.Connect{}, discordtest.Connect{Refuse: http.StatusBadGateway}, discordtest.Connect{},
			discordtest.Connect{OnlyResume: true, Ready: discordtest.CloseWith(4000)})
		srv.Gateway().Do(discordtest.Cut())
		r.reaches(t, "a resume", func(c discordtest.Counts) bool { return c.Resumed == 1 })
		srv.Gateway().Do(discordtest.Cut())
		r.reaches(t, "a resume", func(c discordtest.Counts) bool { return c.Resumed == 2 })
		r.hears(t)
		const general, resume = "discordtest.invalid:80", "resume.discordtest.invalid:80"
		if d := cmp.Diff([]string{general, resume, resume, general}, r.dialled); d != "" {
			t.Error(d)
		}
		if c := srv.Gateway().Counts(); c.Identifies != 1 {
			t.Errorf("%d identifies", c.Identifies)
		}
	})
}

// readTime is how long it takes to read from a slow connection.
const readTime = 7 * time.Millisecond

type slow struct{ net.Conn }

func (s slow) Read(p []byte) (int, error) {
	n, err := s.Conn.Read(p)
	time.Sleep(readTime)
	return n, err
}

// The first heartbeat comes at a random time of the first interval, the next ones an interval
// apart, and the time until it is acknowledged is the latency.
func TestHeartbeats(t *testing.T) {
	t.Parallel()
	const interval = 41250 * time.Millisecond
	firsts := map[time.Duration]bool{}
	for range 5 {
		bubble(t, func(t *testing.T, srv *discordtest.Server) {
			r := launchOver(t, srv, func(ctx context.Context, network, address string) (net.Conn, error) {
				c, err := srv.DialContext(ctx, network, address)
				return slow{c}, err
			})
			r.reaches(t, "a session", func(c discordtest.Counts) bool { return c.Live > 0 })
			began := time.Now()
			beat := func(n int) time.Duration {
				r.reaches(t, "a heartbeat", func(c discordtest.Counts) bool { return c.Heartbeats == n })
				return time.Since(began)
			}
			first := beat(1)
			if second := beat(2); first > interval || second-first != interval {
				t.Errorf("heartbeats after %v and %v", first, second)
			}
			firsts[first] = true
			time.Sleep(time.Second)
			if got := r.session.Status().Latency; got != readTime {
				t.Errorf("latency %v", got)
			}
		})
	}
	if len(firsts) == 1 {
		t.Errorf("every first heartbeat came after %v", firsts)
	}
}

// The end does not wait for a gateway that is silent.
func TestLeavingWhileOpeningIsSoon(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]discordtest.Connect{
		"before Hello": {Hello: discordtest.Silence()}, "before READY": {Ready: discordtest.Silence()},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				srv.Gateway().Next(tt)
				r := launch(t, srv, discord.Handler{})
				time.Sleep(3 * time.Second)
				began := time.Now()
				r.stop()
				if err := r.end(t); err != nil || time.Since(began) > time.Second {
					t.Errorf("%v after %v", err, time.Since(began))
				}
			})
		})
	}
	t.Run("in the handshake", func(t *testing.T) {
		bubble(t, func(t *testing.T, srv *discordtest.Server) {
			pipes := discordtest.NewPipes()
			go func() { // takes the request, and says nothing
				if c, err := pipes.Accept(); err == nil {
					_, _ = io.Copy(io.Discard, c)
				}
			}()
			r := launchOver(t, srv, pipes.DialContext)
			time.Sleep(3 * time.Second)
			began := time.Now()
			r.stop()
			if err := r.end(t); err != nil || time.Since(began) > time.Second {
				t.Errorf("%v after %v", err, time.Since(began))
			}
		})
	})
}

// Why the bot closed a connection is not lost when the gateway echoes its close frame.
func TestACloseFrameIsEchoed(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, discord.Handler{})
		srv.Gateway().Do(discordtest.IgnoreHeartbeats())
		r.reaches(t, "a resume", func(c discordtest.Counts) bool { return c.Resumed == 1 })
		if log := r.log.String(); !strings.Contains(log, "acknowledges no heartbeats") || strings.Contains(log, "closed with code") {
			t.Errorf("logged %s", log)
		}
	})
}

// Few identifies left: the bot waits instead of using them up.
func TestTheIdentifyBudgetIsKept(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		srv.Gateway().SetIdentifies(3, time.Hour)
		waiting := make(chan struct{}, 1)
		r := launch(t, srv, discord.Handler{
			Alive: func() { // waiting is what it should do, so it is well
				select {
				case waiting <- struct{}{}:
				default:
				}
			},
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

// Only the end of Run closes the session, so that Discord shows the bot as offline.
// Other ends of a connection allow a resume.
func TestCloseCodes(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, discord.Handler{})
		srv.Gateway().Do(discordtest.Reconnect())
		r.reaches(t, "a resume", func(c discordtest.Counts) bool { return c.Resumed == 1 })
		srv.Gateway().Do(discordtest.IgnoreHeartbeats())
		r.reaches(t, "a resume", func(c discordtest.Counts) bool { return c.Resumed == 2 })
		r.stop()
		if err := r.end(t); err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute)
		if d := cmp.Diff([]int{4000, 4000, 1000}, srv.Gateway().Counts().Closes); d != "" {
			t.Error(d)
		}
		if s := r.session.Status(); s.Connected || s.Connections != 3 {
			t.Errorf("status %+v", s)
		}
	})
}
