package discordtest_test

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"nonna/bot/discordtest"
)

// answered returns an interaction whose first answer has the given body.
func answered(t *testing.T, srv *discordtest.Server, body any) *discordtest.Interaction {
	t.Helper()
	it := srv.Slash("ping")
	expect(t, srv, call(t, srv, "POST", callbackPath(it), body), 204, 0)
	return it
}

func TestOneAnswerAnInteraction(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := answered(t, srv, say("one"))
	expect(t, srv, call(t, srv, "POST", callbackPath(it), say("two")), 400, 40060, discordtest.RuleOneAnswer)
	if m := it.Answer().Message; m.Content != "one" {
		t.Errorf("shown: %q", m.Content)
	}
}

func TestTheFirstAnswerHasThreeSeconds(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		connectRaw(t, srv)
		inTime, late := srv.Slash("ping"), srv.Slash("ping")
		time.Sleep(3 * time.Second)
		expect(t, srv, call(t, srv, "POST", callbackPath(inTime), say("in time")), 204, 0)
		time.Sleep(time.Millisecond)
		expect(t, srv, call(t, srv, "POST", callbackPath(late), say("late")), 404, 10062, discordtest.RuleThreeSeconds)
		if c := inTime.Answer(); c.After != 3*time.Second {
			t.Errorf("the first answer took %v", c.After)
		}
	})
}

func TestTheTokenLivesFifteenMinutes(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		connectRaw(t, srv)
		it := answered(t, srv, say("one"))
		time.Sleep(15 * time.Minute)
		expect(t, srv, call(t, srv, "PATCH", originalPath(it), `{"content":"two"}`), 200, 0)
		time.Sleep(time.Millisecond)
		for method, path := range map[string]string{"PATCH": originalPath(it), "POST": webhookPath(it)} {
			expect(t, srv, call(t, srv, method, path, `{"content":"three"}`), 401, 50027, discordtest.RuleFifteenMinutes)
		}
	})
}

func TestEditsComeAfterAnAnswer(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	const body = `{"content":"x"}`
	expect(t, srv, call(t, srv, "PATCH", originalPath(it), body), 404, 10015, discordtest.RuleAnswerFirst)
	expect(t, srv, call(t, srv, "POST", webhookPath(it), body), 404, 10015, discordtest.RuleAnswerFirst)
	// Retrying after a 404 is a violation.
	expect(t, srv, call(t, srv, "PATCH", originalPath(it), body), 404, 10015, discordtest.RuleRetried, discordtest.RuleAnswerFirst)
}

func TestTokens(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	a, b := srv.Slash("ping"), srv.Slash("ping")
	another := "/interactions/" + a.ID + "/" + b.Token + "/callback"
	expect(t, srv, call(t, srv, "POST", another, say("x")), 404, 10062, discordtest.RuleToken)
	madeUp := "/webhooks/" + discordtest.AppID + "/made-up/messages/@original"
	expect(t, srv, call(t, srv, "PATCH", madeUp, `{"content":"x"}`), 401, 50027, discordtest.RuleToken)
}

func TestAFollowupAfterDeferringIsTheEdit(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := answered(t, srv, `{"type":5}`)
	call(t, srv, "POST", webhookPath(it), `{"content":"done"}`)
	call(t, srv, "POST", webhookPath(it), `{"content":"more"}`)
	answer, err := it.Wait(testContext(t))
	if err != nil || answer.Message.Content != "done" || len(answer.Followups) != 1 || answer.Followups[0].Content != "more" {
		t.Errorf("answer %+v, %v", answer, err)
	}
}

func TestAnAnswerIsDeleted(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := answered(t, srv, say("one"))
	call(t, srv, "POST", webhookPath(it)+"?wait=true", `{"content":"two"}`)
	expect(t, srv, call(t, srv, "DELETE", originalPath(it), nil), 204, 0)
	for range 2 { // a message may come to be known
		expect(t, srv, call(t, srv, "PATCH", originalPath(it), `{"content":"x"}`), 404, 10008)
	}
	if left := it.Answer(); left.Message.Content != "" || len(left.Followups) != 1 || left.Followups[0].Content != "two" {
		t.Errorf("left are %+v", left)
	}
}

// openModal makes a bot open a dialog, and returns it.
func openModal(t *testing.T, srv *discordtest.Server) discordtest.Modal {
	t.Helper()
	return *answered(t, srv, openBody).Answer().Modal
}

const openBody = `{"type":9,"data":{"custom_id":"m","title":"T","components":[{"type":1,"components":[
	{"type":4,"custom_id":"i","style":1,"label":"L"}]}]}}`

// Each kind of interaction allows some types of first answers.
func TestAnswersSuitWhatWasDone(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	message := answered(t, srv, object{"type": 4, "data": rows([]any{button("go", "Go")})}).Answer().Message
	modal := openModal(t, srv)
	const (
		deferred     = `{"type":5}`
		deferredEdit = `{"type":6}`
		update       = `{"type":7,"data":{"content":"y"}}`
		suggest      = `{"type":8,"data":{"choices":[{"name":"a","value":"b"}]}}`
	)
	slash := func() *discordtest.Interaction { return srv.Slash("ping") }
	press := func() *discordtest.Interaction { return srv.Press(message, "go") }
	typing := func() *discordtest.Interaction { return srv.Autocomplete("ping", discordtest.Typing("a", "b")) }
	submit := func() *discordtest.Interaction { return srv.Submit(modal, map[string]string{"i": "x"}) }
	for _, c := range []struct {
		name string
		do   func() *discordtest.Interaction
		body string
		ok   bool
	}{
		{"a command is deferred", slash, deferred, true},
		{"a command opens a dialog", slash, openBody, true},
		{"a command gets no suggestions", slash, suggest, false},
		{"a command has no message to update", slash, update, false},
		{"a button updates", press, update, true},
		{"a button is acknowledged", press, deferredEdit, true},
		{"a button opens a dialog", press, openBody, true},
		{"typing gets suggestions", typing, suggest, true},
		{"typing gets nothing else", typing, deferred, false},
		{"a dialog is answered", submit, deferred, true},
		{"a dialog follows no dialog", submit, openBody, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := call(t, srv, "POST", callbackPath(c.do()), c.body)
			if c.ok {
				expect(t, srv, r, 204, 0)
				return
			}
			checkRefusal(t, srv, r, discordtest.RuleCallbackType, "type")
		})
	}
}

func TestEmptyMessages(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	expect(t, srv, call(t, srv, "POST", callbackPath(it), `{"type":4,"data":{}}`), 400, 50006, discordtest.RuleEmpty)
	call(t, srv, "POST", callbackPath(it), say("x"))
	expect(t, srv, call(t, srv, "PATCH", originalPath(it), `{"content":""}`), 400, 50006, discordtest.RuleEmpty)
	expect(t, srv, call(t, srv, "POST", webhookPath(it), `{}`), 400, 50006, discordtest.RuleEmpty)
	for at, body := range map[string]string{"data.content": `{"type":5,"data":{"content":"x"}}`, "data.flags": `{"type":5,"data":{"flags":4}}`} {
		r := call(t, srv, "POST", callbackPath(srv.Slash("ping")), body)
		checkRefusal(t, srv, r, "a deferred answer has no content", at)
	}
}

func TestAnEditLeavesAloneWhatItDoesNotName(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	components := rows([]any{button("a", "x")})["components"]
	upload(t, srv, "POST", callbackPath(it), object{"type": 4, "data": object{
		"content": "a", "embeds": []any{object{"title": "t"}}, "components": components,
	}}, discordtest.File{Name: "one.txt", Data: []byte("1")})
	type state struct {
		content                   string
		embeds, components, files int
		file                      string
	}
	file := discordtest.File{Name: "two.txt", Data: []byte("2")}
	for _, step := range []struct {
		body  string
		files []discordtest.File
		want  state
	}{
		{`{"content":"b"}`, nil, state{"b", 1, 1, 1, "one.txt"}},
		{`{"attachments":[{"id":0}]}`, []discordtest.File{file}, state{"b", 1, 1, 1, "two.txt"}},
		{`{"content":null,"components":null}`, nil, state{"", 1, 1, 1, "two.txt"}},
		{`{"components":[]}`, nil, state{"", 1, 0, 1, "two.txt"}},
		{`{"embeds":[]}`, nil, state{"", 0, 0, 1, "two.txt"}},
	} {
		upload(t, srv, "PATCH", originalPath(it), step.body, step.files...)
		m := it.Answer().Message
		got := state{m.Content, len(m.Embeds), len(m.Components), len(m.Files), m.Files[0].Name}
		if got != step.want {
			t.Errorf("after %s: %+v, want %+v", step.body, got, step.want)
		}
	}
}

func TestTheEventIsWhatDiscordSends(t *testing.T) {
	t.Parallel()
	srv, bot := serve(t, discordtest.Options{})
	srv.Slash("deal", discordtest.Sub("new", discordtest.Int("seed", 7), discordtest.Channel("in", discordtest.DefaultChannelID)),
		discordtest.By("1400000000000000009", "Bo"), discordtest.Permissions(discordtest.PermissionManageGuild))
	var got struct {
		Type          int
		GuildID       string `json:"guild_id"`
		ApplicationID string `json:"application_id"`
		Member        struct {
			User        struct{ ID string }
			Permissions string
		}
		Data struct {
			Options []struct {
				Name    string
				Type    int
				Options []struct{ Value any }
			}
			Resolved struct {
				Channels map[string]struct{ Name string }
			}
		}
	}
	m := bot.next(0, "INTERACTION_CREATE")
	if err := json.Unmarshal(m.Data, &got); err != nil {
		t.Fatal(err)
	}
	sub := got.Data.Options[0]
	if got.Type != 2 || got.GuildID != discordtest.DefaultGuildID || got.ApplicationID != discordtest.AppID ||
		got.Member.User.ID != "1400000000000000009" || got.Member.Permissions != "32" ||
		sub.Name != "new" || sub.Type != discordtest.OptionSub || sub.Options[0].Value != 7.0 ||
		got.Data.Resolved.Channels[discordtest.DefaultChannelID].Name != "general" {
		t.Errorf("the event is %s", m.Data)
	}
}

// The id of an interaction contains the time when it was made, also in a bubble.
func TestIDsCarryTheirTime(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		connectRaw(t, srv)
		for range 3 {
			it := srv.Slash("ping")
			made, err := discordgo.SnowflakeTimestamp(it.ID)
			if err != nil || !made.Equal(it.Made.Truncate(time.Millisecond)) {
				t.Errorf("%s was made at %v and not at %v, %v", it.ID, made, it.Made, err)
			}
			time.Sleep(time.Hour)
		}
	})
}
