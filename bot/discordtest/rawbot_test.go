package discordtest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"net/http"
	"net/textproto"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gorilla/websocket"

	"nonna/bot/discordtest"
)

// testContext bounds the waits of a test; only a failing test waits this long.
func testContext(t *testing.T) context.Context {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	t.Cleanup(cancel)
	return ctx
}

// rawBot is a bot without a library: it sends what a test tells it to.
type rawBot struct {
	t      *testing.T
	srv    *discordtest.Server
	ws     *websocket.Conn
	reader sync.WaitGroup
	got    chan gatewayMessage
	closed chan int      // the server's close code
	gone   chan struct{} // closed with the connection: got may be full, and nobody reads it then
}

type gatewayMessage struct {
	Op    int             `json:"op"`
	Seq   int64           `json:"s"`
	Event string          `json:"t"`
	Data  json.RawMessage `json:"d"`
}

// dialRaw connects and sends nothing.
func dialRaw(t *testing.T, srv *discordtest.Server) *rawBot {
	t.Helper()
	ws, resp, err := (&websocket.Dialer{NetDialContext: srv.DialContext}).Dial("ws://gateway.discord.gg", nil)
	if err != nil {
		t.Fatal(err)
	}
	_ = resp.Body.Close()
	b := &rawBot{t: t, srv: srv, ws: ws, got: make(chan gatewayMessage, 1000), closed: make(chan int, 1), gone: make(chan struct{})}
	b.reader.Go(b.read)
	t.Cleanup(func() {
		_ = ws.Close()
		close(b.gone)
		b.reader.Wait()
	})
	return b
}

func (b *rawBot) read() {
	for {
		var m gatewayMessage
		if err := b.ws.ReadJSON(&m); err != nil {
			code := websocket.CloseAbnormalClosure
			var closed *websocket.CloseError
			if errors.As(err, &closed) {
				code = closed.Code
			}
			b.closed <- code
			return
		}
		select {
		case b.got <- m:
		case <-b.gone:
			return
		}
	}
}

func (b *rawBot) send(op int, data any) {
	b.t.Helper()
	if err := b.ws.WriteJSON(map[string]any{"op": op, "d": data}); err != nil {
		b.t.Fatal(err)
	}
}

// next waits for a message with the given opcode and, for op 0, of the given event.
func (b *rawBot) next(op int, event string) gatewayMessage {
	b.t.Helper()
	timeout := time.After(20 * time.Second)
	for {
		select {
		case m := <-b.got:
			if m.Op == op && m.Event == event {
				return m
			}
		case <-timeout:
			b.t.Fatalf("no op %d %s came", op, event)
		}
	}
}

func (b *rawBot) wantClose(code int) {
	b.t.Helper()
	select {
	case got := <-b.closed:
		if got != code {
			b.t.Errorf("closed with %d, not %d", got, code)
		}
	case <-time.After(20 * time.Second):
		b.t.Fatalf("the gateway was not closed; want code %d", code)
	}
}

func identify(srv *discordtest.Server) map[string]any {
	return map[string]any{"token": srv.Token(), "intents": 0, "properties": map[string]any{}}
}

// identified connects a bot that identifies, and does not wait for READY.
func identified(t *testing.T, srv *discordtest.Server) *rawBot {
	t.Helper()
	b := dialRaw(t, srv)
	b.send(2, identify(srv))
	return b
}

// connectRaw connects a bot that identifies and waits for READY.
func connectRaw(t *testing.T, srv *discordtest.Server) *rawBot {
	t.Helper()
	b := identified(t, srv)
	b.next(0, "READY")
	return b
}

// serve starts a server that allows any command, with a bot connected to it.
func serve(t *testing.T, opts discordtest.Options) (*discordtest.Server, *rawBot) {
	t.Helper()
	opts.AnyCommand = true
	srv := discordtest.New(t, opts)
	return srv, connectRaw(t, srv)
}

// inBubble runs a test in a testing/synctest bubble, with a server in memory.
func inBubble(t *testing.T, opts discordtest.Options, f func(t *testing.T, srv *discordtest.Server)) {
	t.Helper()
	opts.InMemory, opts.AnyCommand = true, true
	synctest.Test(t, func(t *testing.T) { f(t, discordtest.New(t, opts)) })
}

// reply is an answer of the API.
type reply struct {
	Status int
	Header http.Header
	Body   map[string]any
	Raw    string
}

func (r reply) code() float64 { c, _ := r.Body["code"].(float64); return c }

// errorAt returns the errors at a place such as "data.embeds.0".
func (r reply) errorAt(path string) []any {
	at, _ := r.Body["errors"].(map[string]any)
	list, _ := at[strings.Trim(path, ".")].([]any)
	return list
}

// call makes a REST request with the bot's token; body is nil, a string of JSON, or a value
// to encode.
func call(t *testing.T, srv *discordtest.Server, method, path string, body any) reply {
	t.Helper()
	return send(t, srv, method, path, "application/json", encode(t, body))
}

// upload makes a multipart request.
func upload(t *testing.T, srv *discordtest.Server, method, path string, body any, files ...discordtest.File) reply {
	t.Helper()
	kind, data := form(t, body, files...)
	return send(t, srv, method, path, kind, data)
}

func send(t *testing.T, srv *discordtest.Server, method, path, kind string, body []byte) reply {
	t.Helper()
	r, err := trySend(srv, method, path, kind, body)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func encode(t *testing.T, body any) []byte {
	t.Helper()
	switch b := body.(type) {
	case nil:
		return nil
	case string:
		return []byte(b)
	}
	raw, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func form(t *testing.T, body any, files ...discordtest.File) (string, []byte) {
	t.Helper()
	var buf bytes.Buffer
	w := multipart.NewWriter(&buf)
	part := func(header string, content []byte) {
		p, _ := w.CreatePart(textproto.MIMEHeader{"Content-Disposition": {header}}) // writing to a buffer cannot fail
		_, _ = p.Write(content)
	}
	part(`form-data; name="payload_json"`, encode(t, body))
	for i, f := range files {
		part(fmt.Sprintf(`form-data; name="files[%d]"; filename=%q`, i, f.Name), f.Data)
	}
	_ = w.Close()
	return w.FormDataContentType(), buf.Bytes()
}

func trySend(srv *discordtest.Server, method, path, kind string, body []byte) (reply, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, "https://discord.com/api/v10"+path, bytes.NewReader(body))
	if err != nil {
		return reply{}, err
	}
	req.Header.Set("Authorization", "Bot "+srv.Token())
	if len(body) > 0 {
		req.Header.Set("Content-Type", kind)
	}
	resp, err := srv.Client().Do(req)
	if err != nil {
		return reply{}, err
	}
	defer func() { _ = resp.Body.Close() }()
	raw, err := io.ReadAll(resp.Body)
	if err != nil {
		return reply{}, err
	}
	out := reply{Status: resp.StatusCode, Header: resp.Header, Raw: string(raw)}
	_ = json.Unmarshal(raw, &out.Body)
	return out, nil
}

// expect takes the violations, and compares their rules and the status and code of the
// answer.
func expect(t *testing.T, srv *discordtest.Server, r reply, status int, code float64, rules ...discordtest.Rule) {
	t.Helper()
	if r.Status != status || code != 0 && r.code() != code {
		t.Errorf("got %d %.500s, want %d, code %v", r.Status, r.Raw, status, code)
	}
	wantRules(t, srv, rules...)
}

// wantRules takes the violations and compares their rules.
func wantRules(t *testing.T, srv *discordtest.Server, want ...discordtest.Rule) {
	t.Helper()
	seen := srv.TakeViolations()
	var got []discordtest.Rule
	for _, v := range seen {
		got = append(got, v.Rule)
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("violations of %v, want %v:\n%v", got, want, seen)
	}
}

func callbackPath(it *discordtest.Interaction) string {
	return "/interactions/" + it.ID + "/" + it.Token + "/callback"
}

func webhookPath(it *discordtest.Interaction) string {
	return "/webhooks/" + discordtest.AppID + "/" + it.Token
}

func originalPath(it *discordtest.Interaction) string { return webhookPath(it) + "/messages/@original" }

// say returns a callback that shows a text.
func say(text string) map[string]any {
	return map[string]any{"type": 4, "data": map[string]any{"content": text}}
}
