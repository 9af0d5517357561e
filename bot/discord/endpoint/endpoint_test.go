package endpoint_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discord"
	"nonna/bot/discord/endpoint"
	"nonna/bot/discordtest"
)

const endpointAddress = "http://nonna.test" + endpoint.Path

// serving is an endpoint that a Discord of its own posts to.
type serving struct {
	srv      *discordtest.Server
	pipes    *discordtest.Pipes
	endpoint *endpoint.Endpoint
	log      *discordtest.Log
	heard    chan string // what the handler got
	cutOff   atomic.Bool // from the database

	stop context.CancelFunc
	done chan struct{}
	err  error
}

// serveBubble runs a test with an endpoint in a bubble of time.
func serveBubble(t *testing.T, h discord.Handler, f func(t *testing.T, s *serving)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		pipes := discordtest.NewPipes()
		srv := discordtest.New(t, discordtest.Options{InMemory: true, DialEndpoint: pipes.DialContext})
		s := serve(t, srv, pipes, pipes, h)
		synctest.Wait()
		f(t, s)
	})
}

// serve runs an endpoint on a listener, which dials pipes.
func serve(t *testing.T, srv *discordtest.Server, pipes *discordtest.Pipes, l net.Listener, h discord.Handler) *serving {
	t.Helper()
	s := &serving{srv: srv, pipes: pipes, log: new(discordtest.Log), heard: make(chan string, 1000), done: make(chan struct{})}
	ctx, stop := context.WithCancel(t.Context())
	s.stop = stop
	if h.Interaction == nil {
		h.Interaction = func(data []byte) error {
			select {
			case s.heard <- string(data):
			case <-ctx.Done(): // nobody reads any more
			}
			return nil
		}
	}
	client := discord.New(discord.Config{
		Token: srv.Token(), Logger: slog.New(slog.NewTextHandler(s.log, nil)),
		Transport: func() http.RoundTripper { return srv.Transport() }, Dial: srv.DialContext, IsCutOff: s.cutOff.Load,
	})
	s.endpoint = endpoint.New(client, l, h)
	go func() {
		defer close(s.done)
		s.err = s.endpoint.Run(ctx)
	}()
	t.Cleanup(func() {
		stop()
		<-s.done
		client.Close()
		if strings.Contains(s.log.String(), "secret") {
			t.Errorf("the log holds what was posted:\n%s", s.log)
		}
	})
	return s
}

// post returns the status of the answer to a body that Discord signed at a time, after change.
func (s *serving) post(t *testing.T, at time.Time, body string, change func(http.Header)) int {
	t.Helper()
	h := s.srv.Sign(at, []byte(body))
	if change != nil {
		change(h)
	}
	answer, err := s.srv.Post(t.Context(), endpointAddress, h, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	return answer.Status
}

// dial opens a connection and sends a text.
func (s *serving) dial(t *testing.T, text string) net.Conn {
	t.Helper()
	c, err := s.pipes.DialContext(t.Context(), "", "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() })
	_, _ = io.WriteString(c, text) // it may be refused
	return c
}

// raw returns the status line of the answer to a text, "" if the connection is closed without.
func raw(c net.Conn) string {
	line, _ := bufio.NewReader(c).ReadString('\n')
	return strings.TrimSpace(line)
}

// Only what Discord signed lately reaches the handler, whatever else comes with it, and nobody
// learns more than a status.
func TestOnlyWhatDiscordSignedIsTaken(t *testing.T) {
	t.Parallel()
	var posted []int
	const asked = `{"type":2,"id":"1","token":"secret"}`
	header := func(name string, values ...string) func(http.Header) {
		return func(h http.Header) { h[http.CanonicalHeaderKey(name)] = values }
	}
	flip := func(h http.Header) {
		const digits = "0123456789abcdef"
		s := []byte(h.Get("X-Signature-Ed25519"))
		s[5] = digits[(strings.IndexByte(digits, s[5])+1)%16]
		h.Set("X-Signature-Ed25519", string(s))
	}
	serveBubble(t, discord.Handler{Posted: func(status int) { posted = append(posted, status) }}, func(t *testing.T, s *serving) {
		if err := s.srv.CheckEndpoint(t.Context(), endpointAddress); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct {
			name   string
			age    time.Duration
			body   string
			change func(http.Header)
			want   int
		}{
			{"an interaction", 0, asked, nil, 202},
			{"a PING", 0, `{"type":1}`, nil, 200},
			{"a PING with all else", 0, `{"type":1,"id":"1","token":"secret","version":1}`, nil, 200},
			{"an interaction of an unknown type is for the handler", 0, `{"type":99}`, nil, 202},
			{"what is no JSON is for the handler", 0, `secret`, nil, 202},
			{"nothing", 0, "", nil, 202},
			{"just in time", 59 * time.Second, asked, nil, 202},
			{"a clock ahead", -59 * time.Second, asked, nil, 202},
			{"an old one", 62 * time.Second, asked, nil, 401},
			{"of the future", -62 * time.Second, asked, nil, 401},
			{"of 1970", time.Since(time.Unix(0, 0)), asked, nil, 401},
			{"no signature", 0, asked, header("X-Signature-Ed25519"), 401},
			{"an empty signature", 0, asked, header("X-Signature-Ed25519", ""), 401},
			{"half a signature", 0, asked, header("X-Signature-Ed25519", strings.Repeat("ab", 32)), 401},
			{"no hexadecimal signature", 0, asked, header("X-Signature-Ed25519", strings.Repeat("xy", 64)), 401},
			{"a wrong signature", 0, asked, header("X-Signature-Ed25519", strings.Repeat("ab", 64)), 401},
			{"one digit is wrong", 0, asked, flip, 401},
			{"no time", 0, asked, header("X-Signature-Timestamp"), 401},
			{"no number as time", 0, asked, header("X-Signature-Timestamp", "now"), 401},
			{"another time", 0, asked, header("X-Signature-Timestamp", fmt.Sprint(time.Now().Unix()+1)), 401},
			{"a time out of range", 0, asked, header("X-Signature-Timestamp", strings.Repeat("9", 30)), 401},
			{"the latest time", 0, asked, header("X-Signature-Timestamp", "9223372036854775807"), 401},
			{"the same time with a sign", 0, asked, header("X-Signature-Timestamp", fmt.Sprintf("+%d", time.Now().Unix())), 401},
			{"the other of two signatures", 0, asked, func(h http.Header) {
				h["X-Signature-Ed25519"] = append([]string{strings.Repeat("ab", 64)}, h["X-Signature-Ed25519"]...)
			}, 401},
			{"another content type, which is not signed", 0, asked, header("Content-Type", "text/plain"), 202},
			{"no content type", 0, asked, header("Content-Type"), 202},
			{"as much as may be", 0, strings.Repeat("x", 256<<10), nil, 202},
			{"too much", 0, strings.Repeat("x", 256<<10+1), nil, 413},
			{"too much that is not signed", 0, strings.Repeat("x", 3<<20), flip, 413},
		} {
			before := len(s.heard)
			posted = nil
			if got := s.post(t, time.Now().Add(-tt.age), tt.body, tt.change); got != tt.want {
				t.Errorf("%s: %d, want %d", tt.name, got, tt.want)
			}
			taken := len(s.heard) - before
			if want := map[bool]int{true: 1}[tt.want == 202]; taken != want {
				t.Errorf("%s: the handler got %d, want %d", tt.name, taken, want)
			}
			if taken == 1 && len(tt.body) < 100 {
				for taken < len(s.heard) {
					<-s.heard
				}
				if got := <-s.heard; got != tt.body {
					t.Errorf("%s: the handler got %q", tt.name, got)
				}
			}
			if len(posted) != 1 || posted[0] != tt.want {
				t.Errorf("%s: %v was counted", tt.name, posted)
			}
		}
		if strings.Contains(s.log.String(), "level=WARN") { // Discord tests what it did not sign
			t.Errorf("warnings:\n%s", s.log)
		}
	})
}

// What the handler cannot take is answered so, for a proxy that can ask another process.
func TestTheHandlersErrorsAreAnswered(t *testing.T) {
	t.Parallel()
	for err, want := range map[error]int{nil: 202, fmt.Errorf("full: %w", discord.ErrBusy): 503, errors.New("unreadable"): 400} {
		serveBubble(t, discord.Handler{Interaction: func([]byte) error { return err }}, func(t *testing.T, s *serving) {
			if got := s.post(t, time.Now(), `{"type":2}`, nil); got != want {
				t.Errorf("%v: %d, want %d", err, got, want)
			}
		})
	}
}

// A client that is slow or silent is cut off.
func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel()
	serveBubble(t, discord.Handler{}, func(t *testing.T, s *serving) {
		const head = "POST /interactions HTTP/1.1\r\nHost: x\r\nX-Signature-Timestamp: 1\r\nX-Signature-Ed25519: "
		signature := strings.Repeat("ab", 64) + "\r\n"
		for _, tt := range []struct {
			name, text string
			answer     string
			within     time.Duration
		}{
			{"silent", "", "", 10 * time.Second},
			{"half a header", head, "", 10 * time.Second},
			{"half a body", head + signature + "Content-Length: 10\r\n\r\nhalf", "HTTP/1.1 400 Bad Request", 10 * time.Second},
			{"half a large body", head + signature + "Content-Length: 100000\r\n\r\n" + strings.Repeat("x", 70<<10), "HTTP/1.1 400 Bad Request", 10 * time.Second},
			{"idle", "GET /healthz HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "HTTP/1.0 200 OK", 2 * time.Minute},
		} {
			began := time.Now()
			c := s.dial(t, tt.text)
			answer := raw(c)
			_, _ = io.Copy(io.Discard, c)
			if took := time.Since(began); answer != tt.answer || took > tt.within+time.Second {
				t.Errorf("%s: %q, cut off after %v, want %q within %v", tt.name, answer, took, tt.answer, tt.within)
			}
		}
	})
}

// A service manager is told when the endpoint answers, and regularly from then on.
func TestAnEndpointReportsItsHealth(t *testing.T) {
	t.Parallel()
	var readies, signs atomic.Int64
	h := discord.Handler{Ready: func() { readies.Add(1) }, Alive: func() { signs.Add(1) }}
	serveBubble(t, h, func(t *testing.T, s *serving) {
		if now := s.endpoint.Status(); !now.Ready || now.Connected || now.Guilds != 1 {
			t.Errorf("the status is %+v", now)
		}
		time.Sleep(time.Hour)
		if readies.Load() != 1 || signs.Load() < 700 {
			t.Errorf("%d times ready, %d signs of life in an hour", readies.Load(), signs.Load())
		}
		s.stop()
		<-s.done
		if s.err != nil || s.endpoint.Status().Ready {
			t.Errorf("ended with %v, %+v", s.err, s.endpoint.Status())
		}
	})
}

// The key comes from Discord, however long it takes to answer. Until then a proxy can ask
// another process.
func TestAnEndpointWaitsForItsKey(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		fault discordtest.Fault
		want  error
	}{
		"an outage":           {discordtest.Fault{Times: 10, Status: 503}, nil},
		"a long outage":       {discordtest.Fault{Times: -1, Status: 503}, discord.ErrDead},
		"not the bot's token": {discordtest.Fault{Times: -1, Status: 401}, discord.ErrBadToken},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				pipes := discordtest.NewPipes()
				srv := discordtest.New(t, discordtest.Options{InMemory: true, DialEndpoint: pipes.DialContext})
				tt.fault.Route = discordtest.RouteMyApp
				srv.Fail(tt.fault)
				s := serve(t, srv, pipes, pipes, discord.Handler{})
				time.Sleep(time.Second)
				if tt.fault.Status == 503 {
					if got := s.post(t, time.Now(), `{"type":1}`, nil); got != 503 {
						t.Errorf("without a key: %d", got)
					}
					if got := raw(s.dial(t, "GET /readyz HTTP/1.0\r\n\r\n")); got != "HTTP/1.0 503 Service Unavailable" {
						t.Errorf("without a key: %s", got)
					}
				}
				time.Sleep(6 * time.Minute)
				if tt.want == nil {
					if got := s.post(t, time.Now(), `{"type":1}`, nil); got != 200 {
						t.Errorf("after the outage: %d", got)
					}
					return
				}
				<-s.done
				if !errors.Is(s.err, tt.want) {
					t.Errorf("ended with %v, want %v", s.err, tt.want)
				}
			})
		})
	}
}

// While no call reaches Discord nothing is taken that could not be answered, so that a proxy asks
// another process. That ends with the next answer, and after five minutes the endpoint ends: its
// jobs are for others.
func TestAnEndpointWithoutDiscordTakesNothing(t *testing.T) {
	t.Parallel()
	serveBubble(t, discord.Handler{}, func(t *testing.T, s *serving) {
		want := func(when string, status int) {
			t.Helper()
			got, line := s.post(t, time.Now(), `{"type":1}`, nil), raw(s.dial(t, "GET /readyz HTTP/1.0\r\n\r\n"))
			if got != status || !strings.HasPrefix(line, fmt.Sprint("HTTP/1.0 ", status)) || s.endpoint.Status().Ready != (status == 200) {
				t.Errorf("%s: %d, %s, %+v; want %d", when, got, line, s.endpoint.Status(), status)
			}
		}
		cut := discordtest.Fault{Lost: true, Times: -1}
		s.srv.Fail(cut)
		want("before a call was made", 200)
		time.Sleep(10*time.Minute + 20*time.Second)
		want("cut off", 503)
		s.srv.Heal()
		time.Sleep(6 * time.Second)
		want("back", 200)
		time.Sleep(time.Hour)
		s.srv.Fail(discordtest.Fault{Lost: true, Times: 1})
		time.Sleep(20 * time.Minute)
		want("after one call failed", 200)
		s.srv.Fail(cut)
		cutAt := time.Now()
		<-s.done
		if took := time.Since(cutAt); !errors.Is(s.err, discord.ErrDead) || took > 16*time.Minute {
			t.Errorf("ended with %v after %v", s.err, took)
		}
	})
}

// A request in hand is answered at the end, and no other is begun.
func TestAnEndpointDrains(t *testing.T) {
	t.Parallel()
	serveBubble(t, discord.Handler{}, func(t *testing.T, s *serving) {
		const ping = `{"type":1}`
		var signed bytes.Buffer
		if err := s.srv.Sign(time.Now(), []byte(ping)).Write(&signed); err != nil {
			t.Fatal(err)
		}
		c := s.dial(t, "POST /interactions HTTP/1.1\r\nHost: x\r\n"+signed.String()+"Content-Length: 10\r\n\r\n"+ping[:5])
		synctest.Wait()
		s.stop()
		synctest.Wait()
		if late, err := s.pipes.DialContext(t.Context(), "", ""); err == nil {
			t.Errorf("a late connection is taken: %v", late)
		}
		time.Sleep(time.Second)
		if _, err := io.WriteString(c, ping[5:]); err != nil {
			t.Error(err)
		}
		if got := raw(c); got != "HTTP/1.1 200 OK" {
			t.Errorf("the request in hand: %q", got)
		}
		_ = c.Close()
		<-s.done
		if s.err != nil {
			t.Error(s.err)
		}
	})
}

// A token that Discord no longer accepts ends the endpoint, which would wait in vain, but only once
// that has lasted longer than an outage. The number of servers and the key follow Discord's.
func TestAnEndpointFollowsItsApplication(t *testing.T) {
	t.Parallel()
	serveBubble(t, discord.Handler{}, func(t *testing.T, s *serving) {
		s.srv.Join("77")
		time.Sleep(11 * time.Minute)
		if n := s.endpoint.Status().Guilds; n != 2 {
			t.Errorf("in %d servers, want 2", n)
		}
		s.srv.SetKey(1)
		if got := s.post(t, time.Now(), `{"type":1}`, nil); got != 401 {
			t.Errorf("signed with a key that is not known yet: %d", got)
		}
		time.Sleep(11 * time.Minute)
		if got := s.post(t, time.Now(), `{"type":1}`, nil); got != 200 {
			t.Errorf("signed with another key: %d", got)
		}
		s.srv.Fail(discordtest.Fault{Route: discordtest.RouteMyApp, Times: 100, Status: 503})
		time.Sleep(time.Hour)
		if got := s.post(t, time.Now(), `{"type":1}`, nil); got != 200 {
			t.Errorf("in an outage: %d", got)
		}
		s.srv.Heal()
		s.srv.Fail(discordtest.Fault{Route: discordtest.RouteMyApp, Times: -1, Status: 401})
		refused := time.Now()
		time.Sleep(30 * time.Minute)
		s.srv.Heal() // for a moment it is not said whether the token is good
		s.srv.Fail(discordtest.Fault{Route: discordtest.RouteMyApp, Times: 5, Status: 503})
		s.srv.Fail(discordtest.Fault{Route: discordtest.RouteMyApp, Times: -1, Status: 401})
		time.Sleep(10 * time.Minute)
		if got := s.post(t, time.Now(), `{"type":1}`, nil); got != 200 {
			t.Errorf("while the token is in doubt: %d", got)
		}
		<-s.done
		if took := time.Since(refused); !errors.Is(s.err, discord.ErrBadToken) || took > 80*time.Minute {
			t.Errorf("ended after %v with %v", took, s.err)
		}
	})
}

// A process that is cut off from the database, while others may not be, refuses requests so that
// a proxy asks another. It lives all the same.
func TestEndpointCutOffFromTheDatabase(t *testing.T) {
	t.Parallel()
	serveBubble(t, discord.Handler{}, func(t *testing.T, s *serving) {
		want := func(post int, ready string) {
			t.Helper()
			if got := s.post(t, time.Now(), `{"type":1}`, nil); got != post {
				t.Errorf("answered %d, want %d", got, post)
			}
			if got := raw(s.dial(t, "GET /readyz HTTP/1.0\r\n\r\n")); got != ready {
				t.Errorf("ready: %q, want %q", got, ready)
			}
			if got := raw(s.dial(t, "GET /healthz HTTP/1.0\r\n\r\n")); got != "HTTP/1.0 200 OK" {
				t.Errorf("healthy: %q", got)
			}
		}
		want(200, "HTTP/1.0 200 OK")
		s.cutOff.Store(true)
		want(503, "HTTP/1.0 503 Service Unavailable")
		s.cutOff.Store(false)
		want(200, "HTTP/1.0 200 OK")
	})
}
