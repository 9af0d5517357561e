package interactions

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"github.com/google/go-cmp/cmp"

	"nonna/bot/discord"
	"nonna/commands"
)

// script is a Discord in a bubble of time. It gives the scripted answers, then good ones,
// and records the calls with their times.
type script struct {
	mu      sync.Mutex
	began   time.Time
	answers []scripted
	lines   []string
	clock   func() time.Time // of the answers, nil for answers without a date
}

// scripted is one answer: a status with a body, or an error of the network.
type scripted struct {
	status int
	body   string
	err    error
}

func (s *script) RoundTrip(r *http.Request) (*http.Response, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.lines = append(s.lines, fmt.Sprintf("%v %s", time.Since(s.began).Round(time.Millisecond), summary(r)))
	a := scripted{status: 200, body: "{}"}
	if len(s.answers) > 0 {
		a, s.answers = s.answers[0], s.answers[1:]
	}
	if a.err != nil {
		return nil, a.err
	}
	header := http.Header{"Content-Type": {"application/json"}}
	if s.clock != nil {
		header.Set("Date", s.clock().UTC().Format(http.TimeFormat))
	}
	return &http.Response{
		StatusCode: a.status, Status: strconv.Itoa(a.status), Request: r,
		Header: header, Body: io.NopCloser(strings.NewReader(a.body)),
	}, nil
}

// summary returns the content of a call in brief: "answer 4 pong (private)".
func summary(r *http.Request) string {
	var b struct {
		Type    int
		Content string
		Flags   int
		Title   string
		Choices []any
		Embeds  []any
		Data    struct {
			Content string
			Flags   int
			Title   string
			Choices []any
		}
	}
	_ = json.NewDecoder(payload(r)).Decode(&b) // what cannot be read shows as nothing
	what := []string{map[string]string{"POST": "follow-up", "PATCH": "edit", "DELETE": "delete"}[r.Method]}
	if strings.HasSuffix(r.URL.Path, "/callback") {
		what = []string{"answer", strconv.Itoa(b.Type)}
	}
	for _, text := range []string{b.Content, b.Data.Content, b.Data.Title} {
		if text != "" {
			what = append(what, prefix(text, 23))
		}
	}
	if b.Flags|b.Data.Flags == int(discordgo.MessageFlagsEphemeral) {
		what = append(what, "(private)")
	}
	return strings.Join(what, " ")
}

func payload(r *http.Request) io.Reader {
	kind, params, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if r.Body == nil {
		return strings.NewReader("")
	}
	if kind != "multipart/form-data" {
		return r.Body
	}
	part, err := multipart.NewReader(r.Body, params["boundary"]).NextPart()
	if err != nil {
		return strings.NewReader("")
	}
	return part
}

// bubbleBot is a bot in a bubble of time, over one command, "play".
func bubbleBot(t *testing.T, s *script, handle commands.Handler, answers ...scripted) (*Bot, *bytes.Buffer) {
	t.Helper()
	s.began, s.answers = time.Now(), answers
	log := new(bytes.Buffer)
	logger := slog.New(slog.NewTextHandler(log, nil))
	answer := func(ctx context.Context, req commands.Request, _ commands.None) (commands.Reply, error) {
		return handle(ctx, req)
	}
	router, err := commands.NewRouter(commands.Config{Commands: []commands.Command{{
		Name: "play", Kind: commands.Slash, Description: "d", Options: []commands.Option{{Name: "private", Description: "d", Type: commands.BoolOption}},
		Run: handle, Suggest: handle, Actions: []commands.Action{
			commands.On("share", answer, commands.ForAll), commands.On("film", answer, commands.ForOne),
			commands.On("again", answer), commands.On("form", answer, commands.OpensForm),
		},
	}}, Words: BookForTest(), Log: logger, Reference: func() string { return "REF1" }, Deadline: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(Config{Router: router, Config: discord.Config{Token: "bot-secret", Logger: logger, Transport: func() http.RoundTripper { return s }}})
	if err != nil {
		t.Fatal(err)
	}
	return b, log
}

// after makes a handler that takes its time.
func after(d time.Duration, reply commands.Reply) commands.Handler {
	return func(ctx context.Context, _ commands.Request) (commands.Reply, error) {
		select {
		case <-time.After(d):
			return reply, nil
		case <-ctx.Done():
			return commands.Reply{}, ctx.Err()
		}
	}
}

const (
	slash        = `{"type":2,"id":"1","application_id":"2","token":"interaction-secret","data":{"name":"play","type":1}}`
	slashPrivate = `{"type":2,"id":"1","application_id":"2","token":"interaction-secret","data":{"name":"play","type":1,"options":[{"type":5,"name":"private","value":true}]}}`
	pressed      = `{"type":3,"id":"1","application_id":"2","token":"interaction-secret","message":{"id":"5"},"data":{"custom_id":"play:again","component_type":2}}`
	filmed       = `{"type":3,"id":"1","application_id":"2","token":"interaction-secret","message":{"id":"5"},"data":{"custom_id":"play:film","component_type":2}}`
	shared       = `{"type":3,"id":"1","application_id":"2","token":"interaction-secret","message":{"id":"5"},"data":{"custom_id":"play:share","component_type":2}}`
	typing       = `{"type":4,"id":"1","application_id":"2","token":"interaction-secret","data":{"name":"play","type":1}}`
	submitted    = `{"type":5,"id":"1","application_id":"2","token":"interaction-secret","data":{"custom_id":"play:form","components":[]}}`
)

func TestAnswersInTime(t *testing.T) {
	t.Parallel()
	pong := commands.Reply{Text: "pong"}
	secret := commands.Reply{Text: "pong", Ephemeral: true}
	inPlace := commands.Reply{Text: "pong", Update: true}
	opens := commands.Reply{Form: &commands.Form{ID: "play:form", Title: "Form", Inputs: []commands.Input{{ID: "a", Label: "A"}}}}
	big := commands.Reply{Text: "pong", Ephemeral: true, Files: []commands.File{{Name: "f", Data: make([]byte, slowUpload+1)}}}
	ok := scripted{status: 200, body: "{}"}
	unavailable := scripted{status: 503}
	badGateway := scripted{status: 502}
	cut := scripted{err: errors.New("connection reset")}
	gone := scripted{status: 404, body: `{"code":10062,"message":"Unknown interaction"}`}
	unclear := scripted{status: 400, body: `{"code":50035,"message":"Invalid Form Body"}`}
	answered := scripted{status: 400, body: `{"code":40060,"message":"Interaction has already been acknowledged."}`}
	early := scripted{status: 404, body: `{"code":10008,"message":"Unknown Message"}`}
	page := func(status int) scripted { return scripted{status: status, body: "<html>Blocked</html>"} }
	limited := func(seconds string) scripted {
		return scripted{status: 429, body: `{"message":"You are being rate limited.","retry_after":` + seconds + `,"global":false}`}
	}
	for _, tt := range []struct {
		name    string
		give    string
		takes   time.Duration
		reply   commands.Reply
		answers []scripted
		want    []string
		logged  string // "" for no line of warning or error
	}{
		{"at once", slash, 0, pong, nil, []string{"0s answer 4 pong"}, ""},
		{"for one alone", slash, 0, secret, nil, []string{"0s answer 4 pong (private)"}, ""},
		{"just in time", slash, 1499 * time.Millisecond, pong, nil, []string{"1.499s answer 4 pong"}, ""},
		{"later", slash, 2 * time.Second, pong, nil, []string{"1.5s answer 5", "2s edit pong"}, ""},
		{"later, for one alone, as asked for", slashPrivate, 2 * time.Second, secret, nil, []string{"1.5s answer 5 (private)", "2s edit pong"}, ""},
		{"later, for one alone, unforeseen", slash, 2 * time.Second, secret, nil, []string{"1.5s answer 5", "2s delete", "2s follow-up pong (private)"}, ""},
		{"much later", slash, 14 * time.Minute, pong, nil, []string{"1.5s answer 5", "14m0s edit pong"}, ""},
		{"too late", slash, 15 * time.Minute, pong, nil, []string{"1.5s answer 5"}, "too late"},

		{"a button", pressed, 0, pong, nil, []string{"0s answer 4 pong"}, ""},
		{"a button that changes its message", pressed, 0, inPlace, nil, []string{"0s answer 7 pong"}, ""},
		{"a button, later", pressed, 2 * time.Second, secret, nil, []string{"1.5s answer 6", "2s follow-up pong (private)"}, ""},
		{"a button that changes its message, later", pressed, 2 * time.Second, inPlace, nil, []string{"1.5s answer 6", "2s edit pong"}, ""},
		{"a button for a new message, later", shared, 2 * time.Second, pong, nil, []string{"1.5s answer 5", "2s edit pong"}, ""},
		{"a button for a new message for one alone, later", filmed, 2 * time.Second, secret, nil, []string{"1.5s answer 5 (private)", "2s edit pong"}, ""},
		{"a button for a new message that is a refusal, later", shared, 2 * time.Second, secret, nil, []string{"1.5s answer 5", "2s delete", "2s follow-up pong (private)"}, ""},
		{"a button with large files", pressed, 0, big, nil, []string{"0s answer 5 (private)", "0s edit pong"}, ""},
		{"a form that came from no message changes none", submitted, 0, inPlace, nil, []string{"0s answer 4 pong"}, ""},
		{"opening a form", slash, 0, opens, nil, []string{"0s answer 9 Form"}, ""},
		{"opening a form too late", slash, 2 * time.Second, opens, nil, []string{"1.5s answer 5", "2s delete", "2s follow-up It took me too long to  (private)"}, ""},
		{"suggestions", typing, 2 * time.Second, commands.Reply{Choices: bigList(1)}, nil, []string{"2s answer 8"}, ""},
		{"suggestions too late", typing, 3 * time.Second, commands.Reply{Choices: bigList(1)}, nil, []string{"2s answer 8"}, "request failed"},
		{"files too large for the first three seconds", slash, 0, big, nil, []string{"0s answer 5 (private)", "0s edit pong"}, ""},

		{"503 and 502 are tried again", slash, 0, pong, []scripted{unavailable, badGateway}, []string{"0s answer 4 pong", "200ms answer 4 pong", "600ms answer 4 pong"}, ""},
		{"so is a lost connection", slash, 0, pong, []scripted{cut}, []string{"0s answer 4 pong", "200ms answer 4 pong"}, ""},
		{"an answer that had arrived after all", slash, 0, pong, []scripted{unavailable, answered}, []string{"0s answer 4 pong", "200ms answer 4 pong"}, ""},
		{"an answer that another process gave", slash, 0, pong, []scripted{answered}, []string{"0s answer 4 pong"}, ""},
		{"not past the three seconds", slash, 1400 * time.Millisecond, pong, []scripted{unavailable, unavailable, unavailable, unavailable}, []string{"1.4s answer 4 pong", "1.6s answer 4 pong", "2s answer 4 pong", "2.8s answer 4 pong"}, "did not arrive"},
		{"a short rate limit", slash, 0, pong, []scripted{limited("0.7")}, []string{"0s answer 4 pong", "700ms answer 4 pong"}, ""},
		{"a rate limit past the three seconds is not slept through", slash, 0, pong, []scripted{limited("4")}, []string{"0s answer 4 pong"}, "did not arrive"},
		{"an interaction that is gone", slash, 0, pong, []scripted{gone}, []string{"0s answer 4 pong"}, "10062"},
		{"an answer that Discord does not take", slash, 0, pong, []scripted{unclear}, []string{"0s answer 4 pong", "0s answer 4 Sorry, something went w (private)"}, "50035"},

		{"an edit waits for a rate limit", slash, 2 * time.Second, pong, []scripted{ok, limited("30")}, []string{"1.5s answer 5", "2s edit pong", "32s edit pong"}, ""},
		{"an edit is tried again", slash, 2 * time.Second, pong, []scripted{ok, unavailable, cut}, []string{"1.5s answer 5", "2s edit pong", "2.2s edit pong", "2.6s edit pong"}, ""},
		{"but not past its time", slash, 14*time.Minute + 49*time.Second, pong, []scripted{ok, limited("30")}, []string{"1.5s answer 5", "14m49s edit pong"}, "did not arrive"},
		{"a webhook's 404 is final", slash, 2 * time.Second, pong, []scripted{ok, {status: 404, body: `{"code":10015}`}}, []string{"1.5s answer 5", "2s edit pong"}, "10015"},
		{"an edit that Discord does not take", slash, 2 * time.Second, pong, []scripted{ok, unclear}, []string{"1.5s answer 5", "2s edit pong", "2s delete", "2s follow-up Sorry, something went w (private)"}, "50035"},
		{"a follow-up that Discord does not take", slash, 2 * time.Second, secret, []scripted{ok, ok, unclear, {status: 404, body: `{"code":10015}`}}, []string{"1.5s answer 5", "2s delete", "2s follow-up pong (private)", "2s follow-up Sorry, something went w (private)"}, "50035"},
		{"a follow-up could be shown twice", pressed, 2 * time.Second, pong, []scripted{ok, unavailable}, []string{"1.5s answer 6", "2s follow-up pong"}, "did not arrive"},
		{"a new message of a button could not", filmed, 2 * time.Second, secret, []scripted{ok, badGateway}, []string{"1.5s answer 5 (private)", "2s edit pong", "2.2s edit pong"}, ""},
		{"but a rate limit surely did nothing", pressed, 2 * time.Second, pong, []scripted{ok, limited("1")}, []string{"1.5s answer 6", "2s follow-up pong", "3s follow-up pong"}, ""},
		{"a deferral that another process gave stops the handler", slash, 2 * time.Second, pong, []scripted{answered}, []string{"1.5s answer 5"}, ""},
		{"a deferral that comes too late stops the handler", slash, 2 * time.Second, pong, []scripted{gone}, []string{"1.5s answer 5"}, "10062"},
		{"a deferral whose answers are lost is edited all the same", slash, 4 * time.Second, pong, []scripted{cut, unavailable, cut}, []string{"1.5s answer 5", "1.7s answer 5", "2.1s answer 5", "4s edit pong"}, ""},
		{"a deferral that cannot be edited yet", slash, 2 * time.Second, pong, []scripted{cut, answered, early, early, early}, []string{"1.5s answer 5", "1.7s answer 5", "2s edit pong", "2.2s edit pong", "2.6s edit pong", "3.4s edit pong"}, ""},
		{"a deferral that cannot be withdrawn yet", slash, 2 * time.Second, secret, []scripted{cut, answered, early, early}, []string{"1.5s answer 5", "1.7s answer 5", "2s delete", "2.2s delete", "2.6s delete", "2.6s follow-up pong (private)"}, ""},
		{"an answer that somebody deleted", slash, time.Minute, pong, []scripted{ok, early}, []string{"1.5s answer 5", "1m0s edit pong"}, "10008"},
		{"a proxy's page to an edit", slash, 2 * time.Second, pong, []scripted{ok, page(403), page(404), page(400)}, []string{"1.5s answer 5", "2s edit pong", "2.2s edit pong", "2.6s edit pong", "3.4s edit pong"}, ""},
		{"a proxy's page to a first answer", slash, 0, pong, []scripted{page(403), page(404)}, []string{"0s answer 4 pong", "200ms answer 4 pong", "600ms answer 4 pong"}, ""},
		{"or, if it did not arrive, not", slash, 4 * time.Second, pong, []scripted{cut, cut, cut, {status: 404, body: `{"code":10015}`}}, []string{"1.5s answer 5", "1.7s answer 5", "2.1s answer 5", "4s edit pong"}, "10015"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := new(script)
				b, log := bubbleBot(t, s, after(tt.takes, tt.reply), tt.answers...)
				b.receive(parse(t, tt.give))
				time.Sleep(time.Hour)
				synctest.Wait()
				if d := cmp.Diff(tt.want, s.lines); d != "" {
					t.Errorf("%s\n%s", d, log)
				}
				checkLog(t, log.String(), tt.logged)
			})
		})
	}
}

// A handler learns why nobody will see its reply: another process answers, or it is too late.
func TestAHandlerLearnsWhyItIsStopped(t *testing.T) {
	t.Parallel()
	for answer, want := range map[scripted]error{
		{status: 400, body: `{"code":40060,"message":"answered"}`}: commands.ErrAnswered,
		{status: 404, body: `{"code":10062,"message":"unknown"}`}:  commands.ErrUnseen,
	} {
		synctest.Test(t, func(t *testing.T) {
			var cause error
			b, _ := bubbleBot(t, new(script), func(ctx context.Context, _ commands.Request) (commands.Reply, error) {
				<-ctx.Done()
				cause = context.Cause(ctx)
				return commands.Reply{}, ctx.Err()
			}, answer)
			b.receive(parse(t, slash))
			time.Sleep(time.Minute)
			synctest.Wait()
			if !errors.Is(cause, want) {
				t.Errorf("%s: stopped because %v", answer.body, cause)
			}
		})
	}
}

// checkLog looks for one text among the warnings and errors of a log, or for
// none of them, and for secrets.
func checkLog(t *testing.T, log, want string) {
	t.Helper()
	if strings.Contains(log, "secret") {
		t.Errorf("the log holds a token:\n%s", log)
	}
	bad := strings.Contains(log, "level=WARN") || strings.Contains(log, "level=ERROR")
	if bad != (want != "") || !strings.Contains(log, want) || strings.Contains(log, "context canceled") {
		t.Errorf("want %q in the log:\n%s", want, log)
	}
}

// An interaction that was replayed when its three seconds were nearly over is deferred
// before anything is done, and not done when that fails. One that is a little late, such as
// from a proxy that asked another process first, is deferred half of the three seconds after it
// was made. Its age goes by Discord's clock and not by this machine's.
func TestAnOldInteractionIsDeferredFirst(t *testing.T) {
	t.Parallel()
	const discordEpoch = 1_420_070_400_000
	over := []scripted{{status: 404, body: `{"code":10062}`}}
	for name, tt := range map[string]struct {
		age, ahead time.Duration // ahead is this machine's clock
		takes      time.Duration
		unknown    bool   // Discord's clock is
		in         string // instead of a slash command
		answers    []scripted
		want       []string
		handled    bool
	}{
		"fresh":                   {age: time.Second, want: []string{"0s answer 4 pong"}, handled: true},
		"fresh, by a clock ahead": {age: time.Second, ahead: 3 * time.Second, want: []string{"0s answer 4 pong"}, handled: true},
		"old":                     {age: 2500 * time.Millisecond, want: []string{"0s answer 5", "0s edit pong"}, handled: true},
		"old, by a clock behind":  {age: 2500 * time.Millisecond, ahead: -time.Hour, want: []string{"0s answer 5", "0s edit pong"}, handled: true},
		"an old press for a new message": {
			age: 2 * time.Second, in: filmed, answers: []scripted{{status: 200, body: "{}"}, {status: 502}},
			want: []string{"0s answer 5 (private)", "0s edit pong", "200ms edit pong"}, handled: true,
		},
		"old, and over":                    {age: 5 * time.Second, answers: over, want: []string{"0s answer 5"}},
		"Discord's clock is not known yet": {age: 5 * time.Second, unknown: true, want: []string{"0s answer 4 pong"}, handled: true},
		"slow":                             {takes: 2 * time.Second, want: []string{"1.5s answer 5", "2s edit pong"}, handled: true},
		"slow and late":                    {age: time.Second, takes: 2 * time.Second, want: []string{"500ms answer 5", "2s edit pong"}, handled: true},
		"slow and later":                   {age: 1900 * time.Millisecond, takes: 2 * time.Second, want: []string{"0s answer 5", "2s edit pong"}, handled: true},
		"slow, from a clock ahead":         {age: -time.Hour, takes: 2 * time.Second, want: []string{"1.5s answer 5", "2s edit pong"}, handled: true},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				handled := false
				s := new(script)
				time.Sleep(time.Until(time.UnixMilli(discordEpoch).Add(20 * 365 * 24 * time.Hour))) // bubbles begin in 2000
				b, _ := bubbleBot(t, s, func(context.Context, commands.Request) (commands.Reply, error) {
					handled = true
					time.Sleep(tt.takes)
					return commands.Reply{Text: "pong"}, nil
				})
				discords := func() time.Time { return time.Now().Add(-tt.ahead) }
				if !tt.unknown {
					s.clock = discords
					if err := b.rest.Get(t.Context(), "asking", "/gateway", discord.Asking(1), new(struct{})); err != nil {
						t.Fatal(err)
					}
				}
				s.lines, s.answers = nil, tt.answers
				i := parse(t, slash)
				if tt.in != "" {
					i = parse(t, tt.in)
				}
				i.ID = strconv.FormatInt((discords().Add(-tt.age).UnixMilli()-discordEpoch)<<22, 10)
				s.began = time.Now()
				b.receive(i)
				time.Sleep(tt.takes + time.Second)
				synctest.Wait()
				if d := cmp.Diff(tt.want, s.lines); d != "" {
					t.Error(d)
				}
				if handled != tt.handled {
					t.Errorf("handled: %v", handled)
				}
			})
		})
	}
}

// A log line has a command's name, never what its button carries, which can be a hand that
// somebody typed.
func TestTheLogHasNoIDs(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := new(script)
		b, log := bubbleBot(t, s, after(0, commands.Reply{Text: "pong"}), scripted{status: 400, body: `{"code":50035,"message":"Invalid Form Body"}`})
		b.receive(parse(t, `{"type":3,"id":"1","application_id":"2","token":"t","data":{"custom_id":"play:a:JQKA---------","component_type":2}}`))
		time.Sleep(time.Minute)
		synctest.Wait()
		if !strings.Contains(log.String(), "command=play ") || strings.Contains(log.String(), "JQKA") {
			t.Error(log)
		}
	})
}
