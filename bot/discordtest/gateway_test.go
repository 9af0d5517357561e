package discordtest_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"nonna/bot/discordtest"
)

// A bot that uses Discord's own host names finds the server over TLS, and trusts it.
func TestServingAsInPublic(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	authority, err := srv.ServeTLS(l)
	if err != nil {
		t.Fatal(err)
	}
	trusted := &tls.Config{RootCAs: x509.NewCertPool()}
	trusted.RootCAs.AppendCertsFromPEM(authority)
	dial := func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "tcp", l.Addr().String())
	}
	over := &http.Transport{TLSClientConfig: trusted.Clone(), DialContext: dial, ForceAttemptHTTP2: true}
	defer over.CloseIdleConnections()
	var at struct{ URL string }
	res, err := (&http.Client{Transport: over}).Get("https://discord.com/api/v10/gateway")
	if err == nil {
		err = errors.Join(json.NewDecoder(res.Body).Decode(&at), res.Body.Close())
	}
	if err != nil || res.ProtoMajor != 2 || !strings.HasPrefix(at.URL, "wss://") {
		t.Fatalf("%+v, %v", at, err)
	}
	ws, resp, err := (&websocket.Dialer{NetDialContext: dial, TLSClientConfig: trusted}).Dial(at.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	_ = ws.Close()
}

// The mistakes after which Discord closes the connection, and its codes.
func TestCloseCodes(t *testing.T) {
	t.Parallel()
	token := func(srv *discordtest.Server, more object) object {
		out := identify(srv)
		for k, v := range more {
			out[k] = v
		}
		return out
	}
	for _, c := range []struct {
		name string
		do   func(b *rawBot)
		code int
		rule discordtest.Rule
	}{
		{"unknown op", func(b *rawBot) { b.send(99, nil) }, 4001, discordtest.RuleGateway},
		{"no JSON", func(b *rawBot) { _ = b.ws.WriteMessage(websocket.TextMessage, []byte("{")) }, 4002, discordtest.RuleGateway},
		{"no credentials", func(b *rawBot) { b.send(2, "x") }, 4002, discordtest.RuleGateway},
		{"too long", func(b *rawBot) { b.send(1, text(5000)) }, 4002, discordtest.RuleGateway},
		{"bad token", func(b *rawBot) { b.send(2, token(b.srv, object{"token": "x"})) }, 4004, ""},
		{"identified twice", func(b *rawBot) { b.send(2, identify(b.srv)); b.send(2, identify(b.srv)) }, 4005, discordtest.RuleGateway},
		{"too many messages", func(b *rawBot) {
			for range 121 {
				b.send(1, nil)
			}
		}, 4008, discordtest.RuleGateway},
		{"unknown intent", func(b *rawBot) { b.send(2, token(b.srv, object{"intents": 1 << 30})) }, 4013, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := discordtest.New(t, discordtest.Options{})
			b := dialRaw(t, srv)
			b.next(10, "")
			c.do(b)
			b.wantClose(c.code)
			if c.rule != "" {
				wantRules(t, srv, c.rule)
			}
		})
	}
}

func resume(t *testing.T, srv *discordtest.Server, ready gatewayMessage, seq int64) *rawBot {
	t.Helper()
	var in struct {
		ID string `json:"session_id"`
	}
	if err := json.Unmarshal(ready.Data, &in); err != nil {
		t.Fatal(err)
	}
	b := dialRaw(t, srv)
	b.next(10, "")
	b.send(6, object{"token": srv.Token(), "session_id": in.ID, "seq": seq})
	return b
}

// connectReady connects and returns READY too, which a resume needs.
func connectReady(t *testing.T, srv *discordtest.Server) (*rawBot, gatewayMessage) {
	t.Helper()
	b := dialRaw(t, srv)
	b.send(2, object{"token": srv.Token(), "intents": 0})
	ready := b.next(0, "READY")
	return b, ready
}

// After some close codes a session can be resumed, after others not.
func TestWhatEndsASession(t *testing.T) {
	t.Parallel()
	closeWith := func(code int) func(b *rawBot) {
		return func(b *rawBot) {
			_ = b.ws.WriteMessage(websocket.CloseMessage, websocket.FormatCloseMessage(code, ""))
		}
	}
	serverCloses := func(code int) func(b *rawBot) {
		return func(b *rawBot) { b.srv.Gateway().Do(discordtest.CloseWith(code)) }
	}
	for _, c := range []struct {
		name    string
		end     func(b *rawBot)
		resumes bool
	}{
		{"the bot says goodbye", closeWith(1000), false},
		{"the bot goes away", closeWith(1001), false},
		{"the bot restarts", closeWith(1012), true},
		{"a reset", serverCloses(4000), true},
		{"an invalid seq", serverCloses(4007), false},
		{"a timeout", serverCloses(4009), false},
		{"a cut", func(b *rawBot) { b.srv.Gateway().Do(discordtest.Cut()) }, true},
		{"an invalid session", func(b *rawBot) {
			b.srv.Gateway().Do(discordtest.InvalidSession(false))
			b.srv.Gateway().Do(discordtest.Cut())
		}, false},
		{"an invalid session that can be resumed", func(b *rawBot) {
			b.srv.Gateway().Do(discordtest.InvalidSession(true))
			b.srv.Gateway().Do(discordtest.Cut())
		}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			srv := discordtest.New(t, discordtest.Options{})
			b, ready := connectReady(t, srv)
			c.end(b)
			<-b.closed
			if err := srv.Gateway().Wait(testContext(t), func(c discordtest.Counts) bool { return len(c.Closes) == 1 }); err != nil {
				t.Fatal(err)
			}
			again := resume(t, srv, ready, 1)
			if c.resumes {
				again.next(0, "RESUMED")
				return
			}
			if m := again.next(9, ""); string(m.Data) != "false" {
				t.Errorf("op 9 says %s", m.Data)
			}
		})
	}
}

func TestASeqFromTheFuture(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	_, ready := connectReady(t, srv)
	resume(t, srv, ready, 99).wantClose(4007)
}

func TestTheIdentifyBudget(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		srv.Gateway().SetIdentifies(1, time.Hour)
		limit := func() object {
			r := call(t, srv, "GET", "/gateway/bot", nil)
			out, _ := r.Body["session_start_limit"].(object)
			return out
		}
		time.Sleep(10 * time.Minute)
		if l := limit(); l["remaining"] != 1.0 || l["reset_after"] != 3e6 || l["total"] != 1000.0 || l["max_concurrency"] != 1.0 {
			t.Errorf("limit %v", l)
		}
		connectRaw(t, srv)
		if l := limit(); l["remaining"] != 0.0 {
			t.Errorf("after one identify: %v", l)
		}
		time.Sleep(50 * time.Minute)
		if l := limit(); l["remaining"] != 1000.0 {
			t.Errorf("the next day: %v", l)
		}
		srv.Gateway().SetIdentifies(0, time.Hour)
		b := identified(t, srv)
		b.wantClose(4004)
		if r := call(t, srv, "GET", "/applications/@me", nil); r.Status != 401 {
			t.Errorf("the token still works: %d", r.Status)
		}
		wantRules(t, srv, discordtest.RuleIdentifyBudget)
	})
}

// The session of a bot whose heartbeat stopped is ended.
func TestTheGatewayGivesUpOnTheDead(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		b := connectRaw(t, srv)
		before := time.Now()
		if code := <-b.closed; code != 4009 {
			t.Errorf("closed with %d", code)
		}
		if waited := time.Since(before); waited != 2*41250*time.Millisecond {
			t.Errorf("closed after %v", waited)
		}
	})
}
