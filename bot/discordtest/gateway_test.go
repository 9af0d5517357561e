package discordtest_test

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"

	"nonna/bot/discordtest"
)

// A bot is greeted and told where to resume. It asks for no intents, and hears of interactions.
func TestReady(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		b := dialRaw(t, srv)
		var hello struct {
			Interval int `json:"heartbeat_interval"`
		}
		if err := json.Unmarshal(b.next(10, "").Data, &hello); err != nil || hello.Interval != 41250 {
			t.Errorf("hello %+v, %v", hello, err)
		}
		b.send(2, identify(srv))
		var in struct {
			Address string `json:"resume_gateway_url"`
		}
		ready := b.next(0, "READY")
		if err := json.Unmarshal(ready.Data, &in); err != nil || ready.Seq != 1 || in.Address != "ws://resume.discordtest.invalid" {
			t.Errorf("number %d, %+v, %v", ready.Seq, in, err)
		}
		srv.Slash("ping")
		if m := b.next(0, "INTERACTION_CREATE"); m.Seq != 2 {
			t.Errorf("the interaction has number %d", m.Seq)
		}
	})
}

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

func TestHeartbeats(t *testing.T) {
	t.Parallel()
	srv, b := serve(t, discordtest.Options{})
	g := srv.Gateway()
	b.send(1, nil)
	b.next(11, "")
	g.Do(discordtest.RequestHeartbeat())
	b.next(1, "")
	g.Do(discordtest.IgnoreHeartbeats())
	b.send(1, 5)
	if err := g.Wait(testContext(t), func(c discordtest.Counts) bool { return c.Heartbeats == 2 }); err != nil {
		t.Fatal(err)
	}
	// The next message is not an ACK, because they stay in order.
	g.Do(discordtest.Reconnect())
	for m := range b.got {
		if m.Op == 11 {
			t.Error("an ACK came")
		}
		if m.Op == 7 {
			return
		}
	}
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

func (b *rawBot) events(n int) []string {
	b.t.Helper()
	var out []string
	for len(out) < n {
		select {
		case m := <-b.got:
			if m.Op == 0 {
				out = append(out, fmt.Sprint(m.Seq, " ", m.Event))
			}
		case <-time.After(20 * time.Second):
			b.t.Fatalf("only %v came", out)
		}
	}
	return out
}

func TestAResumeReplaysWhatWasMissed(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{AnyCommand: true})
	first, ready := connectReady(t, srv)
	srv.Slash("one")
	seen := first.next(0, "INTERACTION_CREATE")
	srv.Gateway().Do(discordtest.Cut())
	first.wantClose(websocket.CloseAbnormalClosure)
	// Events are kept for the resume while the bot is not connected.
	srv.Slash("two")
	again := resume(t, srv, ready, seen.Seq)
	if got := fmt.Sprint(again.events(2)); got != "[3 INTERACTION_CREATE 4 RESUMED]" {
		t.Errorf("replayed %s", got)
	}
	srv.Gateway().Next(discordtest.Connect{Replay: 1})
	more := resume(t, srv, ready, 4)
	again.wantClose(websocket.CloseAbnormalClosure)
	if got := fmt.Sprint(more.events(1)); got != "[5 RESUMED]" {
		t.Errorf("the bot's own RESUMED was replayed: %s", got)
	}
	srv.Gateway().Next(discordtest.Connect{Replay: 3})
	third := resume(t, srv, ready, 5)
	if got := fmt.Sprint(third.events(2)); got != "[3 INTERACTION_CREATE 6 RESUMED]" {
		t.Errorf("with known events: %s", got)
	}
	if c := srv.Gateway().Counts(); c.Identifies != 1 || c.Resumed != 3 || c.Readies != 1 {
		t.Errorf("counted %+v", c)
	}
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

// Faults can be ordered for later connections.
func TestMissteps(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	g := srv.Gateway()
	g.Next(
		discordtest.Connect{Refuse: http.StatusServiceUnavailable},
		discordtest.Connect{Hello: discordtest.CloseWith(4000)},
		discordtest.Connect{Ready: discordtest.Reconnect()},
		discordtest.Connect{Ready: discordtest.InvalidSession(false)},
		discordtest.Connect{Ready: discordtest.CloseWith(4014)},
	)
	_, resp, err := (&websocket.Dialer{NetDialContext: srv.DialContext}).Dial("ws://gateway.discord.gg", nil)
	if err == nil || resp.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("the first connection: %v", err)
	}
	_ = resp.Body.Close()
	dialRaw(t, srv).wantClose(4000)
	b := identified(t, srv)
	b.next(7, "")
	b = identified(t, srv)
	if m := b.next(9, ""); string(m.Data) != "false" {
		t.Errorf("op 9 says %s", m.Data)
	}
	b.send(2, identify(srv))
	b.next(0, "READY")
	b = identified(t, srv)
	b.wantClose(4014)
	connectRaw(t, srv)
	if c := g.Counts(); c.Connections != 5 || c.Readies != 2 || c.Identifies != 5 {
		t.Errorf("counted %+v", c)
	}
}

func TestAMisstepOfResumesOnly(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	srv.Gateway().Next(discordtest.Connect{OnlyResume: true, Ready: discordtest.Reconnect(), Times: -1})
	_, ready := connectReady(t, srv)
	resume(t, srv, ready, 1).next(7, "")
	resume(t, srv, ready, 1).next(7, "")
	srv.Heal()
	resume(t, srv, ready, 1).next(0, "RESUMED")
}

func TestSilence(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{AnyCommand: true})
	g := srv.Gateway()
	g.Next(discordtest.Connect{Hello: discordtest.Silence()}, discordtest.Connect{Ready: discordtest.Silence()})
	mute := identified(t, srv)
	dull := dialRaw(t, srv)
	dull.next(10, "")
	dull.send(2, identify(srv))
	dull.send(1, nil)
	late := connectRaw(t, srv)
	g.Do(discordtest.Silence())
	late.send(1, nil)
	heard := func(c discordtest.Counts) bool { return c.Heartbeats == 2 && c.Identifies == 3 }
	if err := g.Wait(testContext(t), heard); err != nil {
		t.Fatal(err)
	}
	srv.Slash("ping")
	// A connection is cut only after the messages before the cut.
	g.Do(discordtest.Cut())
	for _, b := range []*rawBot{mute, dull} {
		b.wantClose(websocket.CloseAbnormalClosure)
		if len(b.got) > 0 {
			t.Errorf("said after all: %+v", <-b.got)
		}
	}
	late.wantClose(websocket.CloseAbnormalClosure)
	for len(late.got) > 0 {
		if m := <-late.got; m.Event == "INTERACTION_CREATE" || m.Op == 11 {
			t.Errorf("said after all: %+v", m)
		}
	}
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

func TestIdentifyingTooSoon(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{IdentifyEvery: 5 * time.Second}, func(t *testing.T, srv *discordtest.Server) {
		connectRaw(t, srv)
		b := identified(t, srv)
		b.next(9, "")
		time.Sleep(5 * time.Second)
		b.send(2, identify(srv))
		b.next(0, "READY")
	})
}

func TestWithoutASessionNothingIsDelivered(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{AnyCommand: true})
	it := srv.Slash("ping")
	if _, err := it.Wait(testContext(t)); err == nil || !strings.Contains(err.Error(), "no gateway session") {
		t.Errorf("delivered to nobody, and %v", err)
	}
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

func TestRawAndRepeatedEvents(t *testing.T) {
	t.Parallel()
	srv, b := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	one := b.next(0, "INTERACTION_CREATE")
	if err := srv.Gateway().Dispatch("INTERACTION_CREATE", it.Event); err != nil {
		t.Fatal(err)
	}
	two := b.next(0, "INTERACTION_CREATE")
	if string(one.Data) != string(two.Data) || two.Seq != one.Seq+1 {
		t.Errorf("%s, then %s", one.Data, two.Data)
	}
	for _, data := range []string{`{"a":1}`, `null`, `"boo"`} {
		if err := srv.Gateway().Dispatch("TYPING_START", json.RawMessage(data)); err != nil {
			t.Fatal(err)
		}
		if m := b.next(0, "TYPING_START"); string(m.Data) != data {
			t.Errorf("got %s for %s", m.Data, data)
		}
	}
	srv.Gateway().Do(discordtest.Raw(`{"op":0,"t":"INTERACTION_CREATE","s":9,"d":[]}`))
	if m := b.next(0, "INTERACTION_CREATE"); string(m.Data) != "[]" {
		t.Errorf("got %s", m.Data)
	}
}

// What Discord would never send is sent as it is: an odd Hello.
func TestAnOddHello(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	srv.Gateway().Next(discordtest.Connect{Hello: discordtest.Raw(`{"op":10,"d":{"heartbeat_interval":0}}`)})
	ws, resp, err := (&websocket.Dialer{NetDialContext: srv.DialContext}).Dial("ws://gateway.discord.gg", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	defer func() { _ = ws.Close() }()
	if _, got, err := ws.ReadMessage(); err != nil || string(got) != `{"op":10,"d":{"heartbeat_interval":0}}` {
		t.Errorf("%s, %v", got, err)
	}
}
