package discordtest_test

import (
	"encoding/json"
	"testing"
	"time"

	"nonna/bot/discordtest"
)

func TestOneAnswerAnInteraction(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	if r := call(t, srv, "POST", callbackPath(it), say("one")); r.Status != 204 {
		t.Fatalf("the first answer got %d %s", r.Status, r.Raw)
	}
	r := call(t, srv, "POST", callbackPath(it), say("two"))
	if r.Status != 400 || r.code() != 40060 {
		t.Errorf("the second answer got %d %s", r.Status, r.Raw)
	}
	wantRules(t, srv, discordtest.RuleOneAnswer)
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
		if r := call(t, srv, "POST", callbackPath(inTime), say("in time")); r.Status != 204 {
			t.Errorf("at 3 s: %d %s", r.Status, r.Raw)
		}
		time.Sleep(time.Millisecond)
		r := call(t, srv, "POST", callbackPath(late), say("late"))
		if r.Status != 404 || r.code() != 10062 {
			t.Errorf("after 3 s: %d %s", r.Status, r.Raw)
		}
		wantRules(t, srv, discordtest.RuleThreeSeconds)
		if c := inTime.Answer().Callback; c.After != 3*time.Second {
			t.Errorf("the first answer took %v", c.After)
		}
	})
}

func TestTheTokenLivesFifteenMinutes(t *testing.T) {
	t.Parallel()
	inBubble(t, discordtest.Options{}, func(t *testing.T, srv *discordtest.Server) {
		connectRaw(t, srv)
		it := srv.Slash("ping")
		call(t, srv, "POST", callbackPath(it), say("one"))
		time.Sleep(15 * time.Minute)
		if r := call(t, srv, "PATCH", originalPath(it), `{"content":"two"}`); r.Status != 200 {
			t.Errorf("at 15 min: %d %s", r.Status, r.Raw)
		}
		time.Sleep(time.Millisecond)
		for method, path := range map[string]string{"PATCH": originalPath(it), "POST": webhookPath(it)} {
			r := call(t, srv, method, path, `{"content":"three"}`)
			if r.Status != 401 || r.code() != 50027 {
				t.Errorf("%s after 15 min: %d %s", method, r.Status, r.Raw)
			}
		}
		wantRules(t, srv, discordtest.RuleFifteenMinutes, discordtest.RuleFifteenMinutes)
	})
}

func TestEditsComeAfterAnAnswer(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	r := call(t, srv, "PATCH", originalPath(it), `{"content":"x"}`)
	if r.Status != 404 || r.code() != 10015 {
		t.Errorf("an edit before the answer got %d %s", r.Status, r.Raw)
	}
	r = call(t, srv, "POST", webhookPath(it), `{"content":"x"}`)
	if r.Status != 404 || r.code() != 10015 {
		t.Errorf("a follow-up before the answer got %d %s", r.Status, r.Raw)
	}
	wantRules(t, srv, discordtest.RuleAnswerFirst, discordtest.RuleAnswerFirst)
}

func TestA404IsNotAskedAgain(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	for range 2 {
		call(t, srv, "PATCH", originalPath(it), `{"content":"x"}`)
	}
	wantRules(t, srv, discordtest.RuleAnswerFirst, discordtest.RuleRetried, discordtest.RuleAnswerFirst)
}

func TestUnknownTokens(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	a, b := srv.Slash("ping"), srv.Slash("ping")
	r := call(t, srv, "POST", "/interactions/"+a.ID+"/"+b.Token+"/callback", say("x"))
	if r.Status != 404 || r.code() != 10062 {
		t.Errorf("another interaction's token got %d %s", r.Status, r.Raw)
	}
	r = call(t, srv, "PATCH", "/webhooks/"+discordtest.AppID+"/made-up/messages/@original", `{"content":"x"}`)
	if r.Status != 401 || r.code() != 50027 {
		t.Errorf("a made-up token got %d %s", r.Status, r.Raw)
	}
	wantRules(t, srv, discordtest.RuleToken, discordtest.RuleToken)
}

func TestADeferredAnswerIsEndedByItsEdit(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	call(t, srv, "POST", callbackPath(it), `{"type":5,"data":{"flags":64}}`)
	first, err := it.First(testContext(t))
	if err != nil || first.Type != discordtest.CallbackDeferred {
		t.Fatalf("first answer: %+v, %v", first, err)
	}
	if _, err := it.Wait(done(t)); err == nil {
		t.Error("the message does not say that it is loading")
	}
	upload(t, srv, "PATCH", originalPath(it), `{"content":"done","flags":0,"attachments":[{"id":0,"description":"how it went"}]}`,
		discordtest.File{Name: "trace.txt", Data: []byte("round 1")})
	answer, err := it.Wait(testContext(t))
	if err != nil {
		t.Fatal(err)
	}
	m := answer.Message
	if m.Content != "done" || !m.Ephemeral() {
		t.Errorf("after the edit: %+v", m)
	}
	f, ok := m.File("trace.txt")
	if !ok || string(f.Data) != "round 1" || f.Description != "how it went" {
		t.Errorf("the file is %+v", f)
	}
	if len(it.Answer().Message.Files) != 1 {
		t.Errorf("%d files", len(it.Answer().Message.Files))
	}
}

func TestAFollowupAfterDeferringIsTheEdit(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	call(t, srv, "POST", callbackPath(it), `{"type":5}`)
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
	it := srv.Slash("ping")
	call(t, srv, "POST", callbackPath(it), say("one"))
	call(t, srv, "POST", webhookPath(it)+"?wait=true", `{"content":"two"}`)
	if r := call(t, srv, "DELETE", originalPath(it), nil); r.Status != 204 {
		t.Errorf("deleting the first answer: %d", r.Status)
	}
	if r := call(t, srv, "PATCH", originalPath(it), `{"content":"x"}`); r.code() != 10008 {
		t.Errorf("the deleted answer is still there: %s", r.Raw)
	}
	got, err := it.WaitFollowups(testContext(t), 1)
	if err != nil || got[0].Content != "two" || it.Answer().Message.Content != "" {
		t.Errorf("left are %+v and %+v, %v", it.Answer().Message, got, err)
	}
	call(t, srv, "PATCH", originalPath(it), `{"content":"x"}`)
	wantRules(t, srv, discordtest.RuleRetried)
}

func TestFiveFollowupsByOwnInstallation(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping", discordtest.InPrivate())
	call(t, srv, "POST", callbackPath(it), say("one"))
	for range 5 {
		if r := call(t, srv, "POST", webhookPath(it), `{"content":"more"}`); r.Status != 200 {
			t.Fatalf("%d %s", r.Status, r.Raw)
		}
	}
	if r := call(t, srv, "POST", webhookPath(it), `{"content":"more"}`); r.code() != 40094 {
		t.Errorf("the sixth got %d %s", r.Status, r.Raw)
	}
	wantRules(t, srv, discordtest.RuleFollowups)
}

// openModal lets a bot open a dialog, and returns it.
func openModal(t *testing.T, srv *discordtest.Server) discordtest.Modal {
	t.Helper()
	it := srv.Slash("ping")
	call(t, srv, "POST", callbackPath(it), openBody)
	return *it.Answer().Callback.Modal
}

const openBody = `{"type":9,"data":{"custom_id":"m","title":"T","components":[{"type":1,"components":[
	{"type":4,"custom_id":"i","style":1,"label":"L"}]}]}}`

// Which first answers suit what the user did.
func TestAnswersSuitWhatWasDone(t *testing.T) {
	t.Parallel()
	const (
		deferred     = `{"type":5}`
		deferredEdit = `{"type":6}`
		update       = `{"type":7,"data":{"content":"y"}}`
		suggest      = `{"type":8,"data":{"choices":[{"name":"a","value":"b"}]}}`
	)
	srv, _ := serve(t, discordtest.Options{})
	shown := srv.Slash("ping")
	call(t, srv, "POST", callbackPath(shown), object{"type": 4, "data": rows([]any{button("go", "Go")})})
	message, modal := shown.Answer().Message, openModal(t, srv)
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
			it := c.do()
			r := call(t, srv, "POST", callbackPath(it), c.body)
			if c.ok {
				if r.Status != 204 {
					t.Errorf("got %d %s", r.Status, r.Raw)
				}
				return
			}
			if r.code() != 50035 || len(r.errorAt("type")) == 0 {
				t.Errorf("got %d %s", r.Status, r.Raw)
			}
			wantRules(t, srv, discordtest.RuleCallbackType)
		})
	}
}

func TestADeferredAnswerCarriesNothing(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	for _, body := range []string{
		`{"type":5,"data":{"content":"x"}}`, `{"type":5,"data":{"flags":4}}`,
	} {
		r := call(t, srv, "POST", callbackPath(srv.Slash("ping")), body)
		if r.Status != 400 {
			t.Errorf("%s got %d %s", body, r.Status, r.Raw)
		}
		wantRules(t, srv, discordtest.RuleDeferred)
	}
}

func TestEmptyMessages(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	if r := call(t, srv, "POST", callbackPath(it), `{"type":4,"data":{}}`); r.code() != 50006 {
		t.Errorf("an empty answer got %d %s", r.Status, r.Raw)
	}
	call(t, srv, "POST", callbackPath(it), say("x"))
	if r := call(t, srv, "PATCH", originalPath(it), `{"content":""}`); r.code() != 50006 {
		t.Errorf("an edit to nothing got %d %s", r.Status, r.Raw)
	}
	if r := call(t, srv, "POST", webhookPath(it), `{}`); r.code() != 50006 {
		t.Errorf("an empty follow-up got %d %s", r.Status, r.Raw)
	}
	wantRules(t, srv, discordtest.RuleEmpty, discordtest.RuleEmpty, discordtest.RuleEmpty)
}

func TestAnEditLeavesAloneWhatItDoesNotName(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	upload(t, srv, "POST", callbackPath(it), `{"type":4,"data":{"content":"a","embeds":[{"title":"t"}]}}`,
		discordtest.File{Name: "one.txt", Data: []byte("1")})
	call(t, srv, "PATCH", originalPath(it), `{"content":"b"}`)
	m := it.Answer().Message
	if m.Content != "b" || len(m.Embeds) != 1 || len(m.Files) != 1 {
		t.Errorf("after an edit of the content: %+v", m)
	}
	upload(t, srv, "PATCH", originalPath(it), `{"attachments":[{"id":0}],"embeds":[]}`,
		discordtest.File{Name: "two.txt", Data: []byte("2")})
	m = it.Answer().Message
	if m.Content != "b" || len(m.Embeds) != 0 || len(m.Files) != 1 || m.Files[0].Name != "two.txt" {
		t.Errorf("after a change of file: %+v", m)
	}
}

func TestWhatNullEmpties(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	call(t, srv, "POST", callbackPath(it), object{"type": 4, "data": object{
		"content": "x", "embeds": []any{object{"title": "x"}}, "components": rows([]any{button("a", "x")})["components"],
	}})
	call(t, srv, "PATCH", originalPath(it), `{"content":null,"components":null}`)
	if m := it.Answer().Message; m.Content != "" || len(m.Components) != 1 {
		t.Errorf("after null: %+v", m)
	}
	call(t, srv, "PATCH", originalPath(it), `{"components":[]}`)
	if m := it.Answer().Message; len(m.Components) != 0 || len(m.Embeds) != 1 {
		t.Errorf("after []: %+v", m)
	}
}

func TestAButtonUpdatesItsMessage(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	call(t, srv, "POST", callbackPath(it), `{"type":4,"data":{"content":"page 1","components":[{"type":1,"components":[
		{"type":2,"style":1,"label":"Next","custom_id":"page:2"}]}]}}`)
	m := it.Answer().Message
	press := srv.Press(m, "page:2")
	call(t, srv, "POST", callbackPath(press), `{"type":7,"data":{"content":"page 2"}}`)
	answer, err := press.Wait(testContext(t))
	if err != nil || answer.Message.Content != "page 2" || answer.Message.ID != m.ID {
		t.Errorf("%+v, %v", answer.Message, err)
	}
	if m := it.Answer().Message; m.Content != "page 2" || len(m.Components) != 1 {
		t.Errorf("the first answer is now %+v", m)
	}
}

// An answer that was lost on its way may be given again: the 40060 that follows
// is no fault of the bot's.
func TestALostAnswerMayBeGivenAgain(t *testing.T) {
	t.Parallel()
	srv, _ := serve(t, discordtest.Options{})
	it := srv.Slash("ping")
	srv.Fail(discordtest.Fault{Route: discordtest.RouteCallback, Lost: true, Status: 502})
	if r := call(t, srv, "POST", callbackPath(it), say("x")); r.Status != 502 {
		t.Fatalf("got %d", r.Status)
	}
	if r := call(t, srv, "POST", callbackPath(it), say("x")); r.code() != 40060 {
		t.Errorf("got %d %s", r.Status, r.Raw)
	}
	if m := it.Answer().Message; m.Content != "x" {
		t.Errorf("shown: %q", m.Content)
	}
}

func TestTheEventIsWhatDiscordSends(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{AnyCommand: true})
	bot := connectRaw(t, srv)
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
			Name    string
			Options []struct {
				Name    string
				Type    int
				Options []struct {
					Name  string
					Type  int
					Value any
				}
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
