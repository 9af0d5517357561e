package discordtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discordtest"
)

func TestACutInMidUpload(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, CutAfter: 100 << 10})
	kind, body := form(t, say("x"), discordtest.File{Name: "a.bin", Data: make([]byte, 5<<20)})
	if _, err := trySend(srv, "POST", callbackPath(it), kind, body); err == nil {
		t.Error("the upload was not cut")
	}
	if it.Answer().Type != 0 {
		t.Error("half an upload was taken")
	}
	expect(t, srv, send(t, srv, "POST", callbackPath(it), kind, body), 204, 0)
	if m := it.Answer().Message; len(m.Files) != 1 || len(m.Files[0].Data) != 5<<20 {
		t.Errorf("%d files came", len(m.Files))
	}
	got := srv.Requests(discordtest.RouteCallback)
	if len(got) != 2 || got[0].Status != 0 || got[1].Status != 204 || len(got[1].JSON) == 0 {
		t.Errorf("recorded %+v", got)
	}
}

// An answer whose response was lost may be sent again: the 40060 that follows is not a
// violation.
func TestALostAnswer(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	for _, status := range []int{0, 502} {
		it := srv.Slash("ping")
		srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, Lost: true, Status: status})
		r, err := trySend(srv, "POST", callbackPath(it), "application/json", encode(t, say("x")))
		if r.Status != status || (err != nil) != (status == 0) {
			t.Errorf("the bot saw %d, %v", r.Status, err)
		}
		if m := it.Answer().Message; m.Content != "x" {
			t.Errorf("shown: %+v", m)
		}
		expect(t, srv, call(t, srv, "POST", callbackPath(it), say("x")), 400, 40060)
	}
}

// A proxy before Discord answers with a page of its own, with any status.
func TestAPageInPlaceOfAnAnswer(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	const page = `{"url":"wss://gate`
	for _, status := range []int{200, 403} {
		srv.Fail(discordtest.Fault{Route: discordtest.RouteGateway, Status: status, Page: page})
		if r, err := trySend(srv, "GET", "/gateway", "", nil); err != nil || r.Status != status || r.Raw != page {
			t.Errorf("%d: %+v, %v", status, r, err)
		}
	}
}

func TestCloseEndsWhatIsDelayed(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		srv := discordtest.NewServer(discordtest.Options{InMemory: true})
		srv.Fail(discordtest.Fault{Delay: time.Hour})
		done := make(chan error, 1)
		go func() {
			_, err := trySend(srv, "GET", "/gateway", "", nil)
			done <- err
		}()
		synctest.Wait()
		srv.Close()
		srv.Close()
		if err := <-done; err == nil {
			t.Error("the delayed request was answered")
		}
	})
}

// get returns the status and the body of an address.
func get(t *testing.T, client *http.Client, url, token string) (int, string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bot "+token)
	resp, err := client.Do(req)
	if err != nil {
		return 0, "", err
	}
	defer func() { _ = resp.Body.Close() }()
	body, err := io.ReadAll(resp.Body)
	return resp.StatusCode, string(body), err
}

func TestTheToken(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	for token, want := range map[string]int{"bad": 401, srv.Token(): 200} {
		if status, _, err := get(t, srv.Client(), "https://discord.com/api/v10/applications/@me", token); status != want {
			t.Errorf("the token %s got %d, %v", token, status, err)
		}
	}
}

func TestNothingLeavesTheMachine(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	if _, _, err := get(t, srv.Client(), "http://169.254.169.254/latest/meta-data", ""); err == nil {
		t.Error("a foreign host was reached")
	}
	wantRules(t, srv, discordtest.RuleHost)
}

func TestUnknownPaths(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	for _, path := range []string{"/nothing", "/channels/5/messages", commandsPath + "/5"} {
		expect(t, srv, call(t, srv, "GET", path, nil), 404, 0, discordtest.RuleRoute)
	}
	if status, _, err := get(t, srv.Client(), "https://discord.com/api/v9/gateway", srv.Token()); status != 404 {
		t.Errorf("version 9: %d, %v", status, err)
	}
	wantRules(t, srv, discordtest.RuleRoute)
}

// sent returns the only attachment in the event of the next command.
func sent(t *testing.T, srv *discordtest.Server, b *rawBot, u discordtest.File) (url string, size int) {
	t.Helper()
	srv.Slash("deal", discordtest.Attach("file", u))
	var in struct {
		Data struct {
			Resolved struct {
				Attachments map[string]struct {
					URL  string
					Size int
				}
			}
		}
	}
	if err := json.Unmarshal(b.next(0, "INTERACTION_CREATE").Data, &in); err != nil {
		t.Fatal(err)
	}
	for _, a := range in.Data.Resolved.Attachments {
		return a.URL, a.Size
	}
	t.Fatal("no attachment")
	return "", 0
}

func TestTheCDN(t *testing.T) {
	t.Parallel()
	srv, b := serve(t, discordtest.Options{})
	url, _ := sent(t, srv, b, discordtest.File{Name: "deal.txt", Data: []byte("2 / 3")})
	media := strings.Replace(url, "cdn.discordapp.com", "media.discordapp.net", 1)
	unsigned, _, _ := strings.Cut(url, "?")
	for _, c := range []struct {
		url    string
		fault  int
		status int
	}{{url, 0, 200}, {media, 0, 200}, {unsigned, 0, 404}, {url, 503, 503}} {
		if c.fault != 0 {
			srv.Fail(discordtest.Fault{Route: discordtest.RouteCDN, Status: c.fault})
		}
		status, body, _ := get(t, srv.Client(), c.url, "")
		if status != c.status || status == 200 && body != "2 / 3" {
			t.Errorf("%s gave %d %q, want %d", c.url, status, body, c.status)
		}
	}
	if n := len(srv.Requests(discordtest.RouteCDN)); n != 4 {
		t.Errorf("%d requests recorded", n)
	}
	url, size := sent(t, srv, b, discordtest.File{Name: "x", URL: "http://127.0.0.1:1/x", Size: 1 << 30})
	if url != "http://127.0.0.1:1/x" || size != 1<<30 {
		t.Errorf("a file elsewhere is at %s, of %d bytes", url, size)
	}
}

func TestChannelMessages(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{})
	const path = "/channels/" + discordtest.DefaultChannelID + "/messages"
	upload(t, srv, "POST", path, `{"content":"hello"}`, discordtest.File{Name: "a.txt", Data: []byte("x")})
	got := srv.Messages(discordtest.DefaultChannelID)
	if len(got) != 1 || got[0].Content != "hello" || len(got[0].Files) != 1 || !bytes.Equal(got[0].Files[0].Data, []byte("x")) {
		t.Errorf("seen: %+v", got)
	}
	expect(t, srv, call(t, srv, "POST", "/channels/5/messages", `{"content":"x"}`), 404, 10003)
	expect(t, srv, call(t, srv, "POST", path, `{}`), 400, 50006, discordtest.RuleEmpty)
}

// For some minutes only one message with an enforced nonce is sent.
func TestANonceIsEnforced(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		say := func(body string) any {
			t.Helper()
			return call(t, srv, "POST", "/channels/"+discordtest.DefaultChannelID+"/messages", body).Body["id"]
		}
		const enforced = `{"content":"a","nonce":"n","enforce_nonce":true}`
		first := say(enforced)
		if again := say(enforced); again != first {
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
		if later := say(enforced); later == first {
			t.Error("the nonce is still known")
		}
		if n := len(srv.Messages(discordtest.DefaultChannelID)); n != 6 {
			t.Errorf("%d messages, want 6", n)
		}
	})
}
