package commands_test

import (
	"context"
	"strings"
	"testing"

	"nonna/commands"
	"nonna/store/setting"
)

type entryState struct {
	Restore, Sure bool
	Entry         int64
	Member        uint64
	Name          string
}

const entryControl commands.Control[entryState] = "entry"

// What is not the id of a control that the program has is an old button, whatever it holds.
func TestRouterKnowsOldButtons(t *testing.T) {
	t.Parallel()
	want := entryState{true, false, -71, 1 << 63, "a:b"}
	r, _ := routerOf(t, commands.Command{Name: "config", Actions: []commands.Action{
		commands.On("none", func(context.Context, commands.Request, commands.None) (commands.Reply, error) {
			return commands.Reply{Text: "ok"}, nil
		}),
		commands.On(entryControl, func(_ context.Context, _ commands.Request, got entryState) (commands.Reply, error) {
			if got != want {
				t.Errorf("%+v is read as %+v", want, got)
			}
			return commands.Reply{Text: "ok"}, nil
		}),
	}}, commands.Config{})
	for id, ok := range map[string]bool{
		entryControl.ID("config", want): true, "config:entry:t:f:-1z:1y2p0ij32e8e8:a:b": true, "config:none": true,
		"config": false, "config:": false, "config:none:": false, "config:non": false,
		"config:entry": false, "config:entry2:t:f:-1z:2:a:b": false, "config:Entry:t:f:-1z:2:a:b": false,
		"config:entry:t:f:-1z:2": false, "config:entry:x:f:-1z:2:a:b": false, "config:entry::f:-1z:2:a:b": false,
		"config:entry:t:f::2:a:b": false, "config:entry:t:f:1.5:2:a:b": false, "config:entry:t:f:zzzzzzzzzzzzzz:2:a:b": false,
		"config:entry:t:f:-1z:-2:a:b": false, "config:entry:t:f:-1z::a:b": false, "config:other": false,
	} {
		reply := r.Handle(t.Context(), commands.Request{Kind: commands.Press, Command: id})
		if (reply.Text == "ok") != ok || !ok && !strings.Contains(reply.Text, "no longer works") {
			t.Errorf("%s: %+v", id, reply)
		}
		reply = r.Handle(t.Context(), commands.Request{Kind: commands.Submit, Command: id})
		if !strings.Contains(reply.Text, "no longer works") {
			t.Errorf("%s as a form, which no control opens: %+v", id, reply)
		}
	}
}

// Who will see an answer is known of some controls before: of others the reply decides.
func TestRouterKnowsTheAudience(t *testing.T) {
	t.Parallel()
	answer := func(context.Context, commands.Request, entryState) (commands.Reply, error) {
		return commands.Reply{}, nil
	}
	restoring := commands.ForOneIf(func(_ commands.Request, s entryState) bool { return s.Restore })
	r, _ := routerOf(t, commands.Command{
		Name: "config", Options: []commands.Option{commands.Private()}, Actions: []commands.Action{
			commands.On("page", answer, commands.Costly), commands.On("film", answer, commands.ForOne),
			commands.On("share", answer, commands.ForAll), commands.On("entry", answer, restoring),
			commands.On("form", answer, commands.OpensForm, commands.ForAll),
		},
	}, commands.Config{})
	for _, tt := range []struct {
		kind         commands.Kind
		id           string
		known, alone bool
	}{
		{commands.Press, "config:page:t:f:1:2:", false, false},
		{commands.Press, "config:film:t:f:1:2:", true, true},
		{commands.Press, "config:share:t:f:1:2:", true, false},
		{commands.Press, "config:entry:f:f:1:2:", true, false},
		{commands.Press, "config:entry:t:f:1:2:", true, true},
		{commands.Press, "config:form:t:f:1:2:", false, false},
		{commands.Submit, "config:form:t:f:1:2:", true, false},
		{commands.Press, "config:gone", false, false},
		{commands.Slash, "config", true, false},
	} {
		if known, alone := r.Audience(commands.Request{Kind: tt.kind, Command: tt.id}); known != tt.known || alone != tt.alone {
			t.Errorf("%s, %v: known %v, the user alone %v", tt.id, tt.kind, known, alone)
		}
	}
	asked := commands.Request{Kind: commands.Slash, Command: "config", Options: commands.Options{"private": true}}
	if known, alone := r.Audience(asked); !known || !alone {
		t.Errorf("asked for: known %v, the user alone %v", known, alone)
	}
	// A message command heeds the server's setting, and a typed one if it has the option.
	r, _ = routerOf(t, commands.Command{Name: "settle"}, commands.Config{})
	for kind, want := range map[commands.Kind]bool{commands.MessageMenu: true, commands.Slash: false} {
		req := commands.Request{Kind: kind, Command: "settle", Settings: setting.Values{Private: true}}
		if known, alone := r.Audience(req); !known || alone != want {
			t.Errorf("%v on a private server: known %v, the user alone %v", kind, known, alone)
		}
	}
}

func TestRouterRunsNothingToSuggest(t *testing.T) {
	t.Parallel()
	r, _ := routerOf(t, commands.Command{Name: "play", Run: func(context.Context, commands.Request) (commands.Reply, error) {
		t.Error("the command was run")
		return commands.Reply{}, nil
	}}, commands.Config{})
	if reply := r.Handle(t.Context(), play(commands.Complete)); reply.Text != "" || len(reply.Choices) > 0 {
		t.Errorf("suggested: %+v", reply)
	}
}
