package discordtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discordtest"
)

func TestOrderedStatuses(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	srv.Fail(discordtest.Fault{Route: discordtest.RouteGateway, Status: 500})
	srv.Fail(discordtest.Fault{Route: discordtest.RouteGateway, Status: 503, Times: 2})
	var got []int
	for range 4 {
		got = append(got, call(t, srv, "GET", "/gateway", nil).Status)
	}
	if fmt.Sprint(got) != "[500 503 503 200]" {
		t.Errorf("answered %v", got)
	}
	srv.Fail(discordtest.Fault{Route: discordtest.RouteMyApp, Status: 500})
	if r := call(t, srv, "GET", "/gateway", nil); r.Status != 200 {
		t.Errorf("another route's fault got %d", r.Status)
	}
	srv.Fail(discordtest.Fault{Status: 500, Times: -1})
	for range 3 {
		if r := call(t, srv, "GET", "/gateway", nil); r.Status != 500 {
			t.Errorf("got %d", r.Status)
		}
	}
	srv.Heal()
	if r := call(t, srv, "GET", "/gateway", nil); r.Status != 200 {
		t.Errorf("healed, and got %d", r.Status)
	}
}

func TestOrderedRateLimits(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, Status: 429, RetryAfter: 1500 * time.Millisecond})
	r := call(t, srv, "POST", callbackPath(it), say("x"))
	if r.Status != 429 || r.Body["retry_after"] != 1.5 || r.Body["global"] != false || r.Header.Get("Retry-After") != "1.500" {
		t.Errorf("got %d %v %s", r.Status, r.Header, r.Raw)
	}
	if it.Answer().Callback.Type != 0 {
		t.Error("the refused answer was taken")
	}
}

func TestFiftyRequestsASecond(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		connectRaw(t, srv)
		time.Sleep(time.Second)
		for range 50 {
			if r := call(t, srv, "GET", "/gateway", nil); r.Status != 200 {
				t.Fatalf("got %d", r.Status)
			}
		}
		time.Sleep(400 * time.Millisecond)
		if r := call(t, srv, "GET", "/gateway", nil); r.Status != 429 || r.Body["retry_after"] != 0.6 ||
			r.Body["global"] != true || r.Header.Get("X-RateLimit-Global") != "true" {
			t.Errorf("the next one got %d %s", r.Status, r.Raw)
		}
		if r := call(t, srv, "POST", callbackPath(srv.Slash("ping")), say("x")); r.Status != 204 {
			t.Errorf("an answer to an interaction got %d", r.Status)
		}
		time.Sleep(600 * time.Millisecond)
		if r := call(t, srv, "GET", "/gateway", nil); r.Status != 200 {
			t.Errorf("a second later: %d", r.Status)
		}
	})
}

func TestACutInMidUpload(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, CutAfter: 100 << 10})
	kind, body := form(t, `{"type":4,"data":{"content":"x"}}`, discordtest.File{Name: "a.bin", Data: make([]byte, 5<<20)})
	if _, err := trySend(srv, "POST", callbackPath(it), kind, body); err == nil {
		t.Error("the upload was not cut")
	}
	if it.Answer().Callback.Type != 0 {
		t.Error("half an upload was taken")
	}
	r := send(t, srv, "POST", callbackPath(it), kind, body)
	if r.Status != 204 || len(it.Answer().Message.Files) != 1 || len(it.Answer().Message.Files[0].Data) != 5<<20 {
		t.Errorf("again: %d %s", r.Status, r.Raw)
	}
	recorded := srv.Requests(discordtest.RouteCallback)
	if len(recorded) != 2 || recorded[0].Status != 0 || recorded[1].Status != 204 {
		t.Errorf("recorded %d requests", len(recorded))
	}
}

func TestALostAnswer(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, Lost: true})
	if _, err := trySend(srv, "POST", callbackPath(it), "application/json", []byte(`{"type":4,"data":{"content":"x"}}`)); err == nil {
		t.Error("the bot saw an answer")
	}
	if m := it.Answer().Message; m.Content != "x" {
		t.Errorf("shown: %+v", m)
	}
}

// A connection that nobody hangs up and nothing comes through any more.
func TestSilentHTTP(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		b := connectRaw(t, srv)
		transport := srv.Transport()
		transport.UseHTTP2()
		get := func(rt http.RoundTripper) error {
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			req, _ := http.NewRequestWithContext(ctx, http.MethodGet, "https://discord.com/api/v10/gateway", http.NoBody)
			resp, err := (&http.Client{Transport: rt}).Do(req)
			if err == nil {
				_ = resp.Body.Close()
			}
			return err
		}
		if err := get(transport); err != nil {
			t.Fatal(err)
		}
		srv.SilenceHTTP()
		seen := len(srv.Requests())
		for range 2 {
			if err := get(transport); !errors.Is(err, context.DeadlineExceeded) || len(srv.Requests()) != seen {
				t.Errorf("answered with %v, %d requests", err, len(srv.Requests())-seen)
			}
			b.send(1, nil)
			b.next(11, "") // the gateway is sound
		}
		transport.CloseIdleConnections()
		if err := get(srv.Transport()); err != nil {
			t.Errorf("over a new connection: %v", err)
		}
	})
}

func TestTheToken(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	for token, status := range map[string]int{"bad": 401, srv.Token(): 200} {
		req, err := http.NewRequestWithContext(testContext(t), http.MethodGet, "https://discord.com/api/v9/applications/@me", http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Authorization", "Bot "+token)
		resp, err := srv.Client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if resp.StatusCode != status {
			t.Errorf("the token %s got %d", token, resp.StatusCode)
		}
	}
}

func TestNothingLeavesTheMachine(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	req, err := http.NewRequestWithContext(testContext(t), http.MethodGet, "http://169.254.169.254/latest/meta-data", http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	if resp, err := srv.Client().Do(req); err == nil {
		_ = resp.Body.Close()
		t.Error("a foreign host was reached")
	}
	wantRules(t, srv, discordtest.RuleHost)
}

func TestUnreadableBodies(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	path := callbackPath(srv.Slash("ping"))
	for name, r := range map[string]reply{
		"no JSON":        send(t, srv, "POST", path, "application/json", []byte(`{`)),
		"no list":        send(t, srv, "POST", path, "application/json", []byte(`[]`)),
		"another type":   send(t, srv, "POST", path, "text/plain", []byte(`{}`)),
		"broken form":    send(t, srv, "POST", path, "multipart/form-data; boundary=x", []byte("--x\r\n")),
		"text for embed": send(t, srv, "POST", path, "application/json", []byte(`{"type":4,"data":{"embeds":"x"}}`)),
	} {
		if r.Status != 400 {
			t.Errorf("%s got %d %s", name, r.Status, r.Raw)
		}
	}
	srv.TakeViolations()
}

func TestUnknownPaths(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	for _, path := range []string{"/nothing", "/channels/5/messages", commandsPath + "/5"} {
		if r := call(t, srv, "GET", path, nil); r.Status != 404 {
			t.Errorf("%s got %d", path, r.Status)
		}
		wantRules(t, srv, discordtest.RuleRoute)
	}
}

func TestTheCDN(t *testing.T) {
	t.Parallel()
	srv, b := serve(t, discordtest.Options{})
	srv.Slash("deal", discordtest.Attach("file", discordtest.Upload{Name: "deal.txt", Data: []byte("2 / 3")}))
	url := attachmentURL(t, b.next(0, "INTERACTION_CREATE"))
	if status, body := fetch(t, srv, url); status != 200 || body != "2 / 3" {
		t.Errorf("got %d %q", status, body)
	}
	media := strings.Replace(url, "cdn.discordapp.com", "media.discordapp.net", 1)
	if status, _ := fetch(t, srv, media); status != 200 {
		t.Errorf("the other host got %d", status)
	}
	unsigned, _, _ := strings.Cut(url, "?")
	if status, _ := fetch(t, srv, unsigned); status != 404 {
		t.Errorf("without its signature: %d", status)
	}
	srv.Fail(discordtest.Fault{Route: discordtest.RouteCDN, Status: 503})
	if status, _ := fetch(t, srv, url); status != 503 {
		t.Errorf("the fault gave %d", status)
	}
	if n := len(srv.Requests(discordtest.RouteCDN)); n != 4 {
		t.Errorf("%d requests recorded", n)
	}
}

func TestAFileElsewhere(t *testing.T) {
	t.Parallel()
	srv, b := serve(t, discordtest.Options{})
	srv.Slash("deal", discordtest.Attach("file", discordtest.Upload{Name: "x", URL: "http://127.0.0.1:1/x", Size: 1 << 30}))
	m := b.next(0, "INTERACTION_CREATE")
	if url := attachmentURL(t, m); url != "http://127.0.0.1:1/x" || !bytes.Contains(m.Data, []byte(`"size":1073741824`)) {
		t.Errorf("%s", m.Data)
	}
}

func TestChannelMessages(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	path := "/channels/" + discordtest.DefaultChannelID + "/messages"
	upload(t, srv, "POST", path, `{"content":"hello"}`, discordtest.File{Name: "a.txt", Data: []byte("x")})
	got := srv.Messages(discordtest.DefaultChannelID)
	if len(got) != 1 || got[0].Content != "hello" || len(got[0].Files) != 1 {
		t.Errorf("seen: %+v", got)
	}
	if r := call(t, srv, "POST", "/channels/5/messages", `{"content":"x"}`); r.code() != 10003 {
		t.Errorf("an unknown channel got %s", r.Raw)
	}
	if r := call(t, srv, "POST", path, `{}`); r.code() != 50006 {
		t.Errorf("an empty one got %s", r.Raw)
	}
	wantRules(t, srv, discordtest.RuleEmpty)
}

// A message that is to be the only one under its nonce is sent once, for some
// minutes.
func TestANonceIsEnforced(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		path := "/channels/" + discordtest.DefaultChannelID + "/messages"
		say := func(body string) any {
			t.Helper()
			return call(t, srv, "POST", path, body).Body["id"]
		}
		first := say(`{"content":"a","nonce":"n","enforce_nonce":true}`)
		if again := say(`{"content":"b","nonce":"n","enforce_nonce":true}`); again != first {
			t.Errorf("sent again as %v, want %v", again, first)
		}
		for _, body := range []string{
			`{"content":"another","nonce":"m","enforce_nonce":true}`, `{"content":"not enforced","nonce":"n"}`,
			`{"content":"none","enforce_nonce":true}`, `{"content":"none","enforce_nonce":true}`,
		} {
			if say(body) == first {
				t.Errorf("%s is taken for the first", body)
			}
		}
		time.Sleep(10 * time.Minute)
		if later := say(`{"content":"c","nonce":"n","enforce_nonce":true}`); later == first {
			t.Error("the nonce is still known")
		}
		if n := len(srv.Messages(discordtest.DefaultChannelID)); n != 6 {
			t.Errorf("%d messages, want 6", n)
		}
	})
}

func TestCloseEndsWhatIsDelayed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv, err := discordtest.NewServer(discordtest.Options{InMemory: true})
		if err != nil {
			t.Fatal(err)
		}
		srv.Fail(discordtest.Fault{Delay: time.Hour})
		done := make(chan error, 1)
		go func() {
			_, err := trySend(srv, "GET", "/gateway", "", nil)
			done <- err
		}()
		synctest.Wait()
		if err := errors.Join(srv.Close(), srv.Close()); err != nil {
			t.Error(err)
		}
		if err := <-done; err == nil {
			t.Error("the delayed request was answered")
		}
	})
}

// attachmentURL takes the link of the one attachment out of an event.
func attachmentURL(t *testing.T, m gatewayMessage) string {
	t.Helper()
	var in struct {
		Data struct {
			Resolved struct {
				Attachments map[string]struct{ URL string }
			}
		}
	}
	if err := json.Unmarshal(m.Data, &in); err != nil {
		t.Fatal(err)
	}
	for _, a := range in.Data.Resolved.Attachments {
		return a.URL
	}
	t.Fatalf("no attachment in %s", m.Data)
	return ""
}

func fetch(t *testing.T, srv *discordtest.Server, url string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(testContext(t), http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	resp, err := srv.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(body)
}
