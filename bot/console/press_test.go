package console_test

import (
	"context"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/bot/console"
	"nonna/commands"
)

func TestPress(t *testing.T) {
	t.Parallel()
	r := recorder{reply: commands.Reply{Text: "done", Rows: []commands.Row{
		{Buttons: []commands.Button{
			{ID: "camicia:again:42", Label: "Again"},
			{ID: "camicia:never", Label: "Never", Disabled: true},
			{URL: "https://e.org/", Label: "Rules"},
			{ID: "camicia:replay", Label: "Replay it"},
		}},
		{Menu: &commands.Menu{ID: "camicia:pick", Placeholder: "Pick one", Choices: []commands.Choice{
			{Label: "First", Value: "1st", Detail: "812 cards"}, {Label: "Second", Value: "2nd"},
		}}},
	}}}
	out := typed(t, &r, "/camicia", "1", "/press 4", "PRESS 2", "press replay it", "press 5", "0", "press")
	offer := "done\n" +
		"  press 1  Again\n  Rules: https://e.org/\n  press 2  Replay it\n" +
		"  Pick one\n  press 3  First (812 cards)\n  press 4  Second\n\n"
	want := strings.Repeat(offer, 4) +
		"press takes a number from 1 to 4, not “replay it”.\n\n" +
		"press takes a number from 1 to 4, not “5”.\n\n" +
		"press takes a number from 1 to 4, not “0”.\n\n" +
		"press takes a number from 1 to 4.\n\n"
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	press := func(id, state string, picked ...string) commands.Request {
		return commands.Request{
			ID: id, Kind: commands.Press, Command: "camicia", State: state, Picked: picked, Locale: "en", ManageGuild: true, At: moment(),
			User: opener(), GuildID: console.Guild, ChannelID: console.Channel,
		}
	}
	wanted := []commands.Request{press("id-2", "again:42"), press("id-3", "pick", "2nd"), press("id-4", "replay")}
	if diff := cmp.Diff(wanted, r.got[1:]); diff != "" {
		t.Errorf("requests (-want +got):\n%s", diff)
	}
}

// A button cannot be pressed once another command was answered, even without buttons. What it shows
// without buttons of its own, such as a film, leaves it there.
func TestStaleButton(t *testing.T) {
	t.Parallel()
	var pressed []string
	handle := func(_ context.Context, req commands.Request) (commands.Reply, error) {
		if req.Kind == commands.Press {
			pressed = append(pressed, req.State)
			return commands.Reply{Text: "a film"}, nil
		}
		if req.Options.Text("deal") == "plain" {
			return commands.Reply{Text: "no buttons"}, nil
		}
		return commands.Reply{Rows: []commands.Row{{Buttons: []commands.Button{{ID: "camicia:again", Label: "Again"}}}}}, nil
	}
	out := run(t, console.Config{
		Router: routerTo(t, handle, game()),
		Lines:  console.Pipe(strings.NewReader("/camicia\n/camicia plain\n1\npress 1\n/camicia\n/camica\n1\npress 1\n")),
	})
	const hint = "The last answer has no buttons.\n"
	if len(pressed) != 2 || strings.Count(out, hint) != 2 {
		t.Errorf("pressed %q, and the console said:\n%s", pressed, out)
	}
}

// script acts as a person: it answers prompts and records them.
type script struct {
	answers []string
	asked   []string
	recall  []string
	tab     console.Completer
}

func (s *script) Read(prompt string) (string, error) {
	s.asked = append(s.asked, prompt)
	if len(s.answers) == 0 {
		return "", io.EOF
	}
	answer := s.answers[0]
	s.answers = s.answers[1:]
	if line, found := strings.CutSuffix(answer, "^C"); found {
		return line, console.ErrInterrupted
	}
	return answer, nil
}

func (s *script) Remember(line string) { s.recall = append(s.recall, line) }

func (s *script) SetCompleter(f console.Completer) { s.tab = f }

// formRouter returns a router that answers a slash command with a form, and everything
// else with its options.
func formRouter(t *testing.T, sent *[]commands.Request) *commands.Router {
	t.Helper()
	form := &commands.Form{ID: "camicia:typed:7", Title: "Type it in", Inputs: []commands.Input{
		{ID: "a", Label: "Player A", Placeholder: "2 A 7", Required: true},
		{ID: "b", Label: "Player B", Lines: true},
	}}
	handle := func(_ context.Context, req commands.Request) (commands.Reply, error) {
		if req.Kind == commands.Slash {
			return commands.Reply{Form: form}, nil
		}
		*sent = append(*sent, req)
		return commands.Reply{Text: "settled"}, nil
	}
	return routerTo(t, handle, game())
}

func TestForm(t *testing.T) {
	t.Parallel()
	var sent []commands.Request
	s := &script{answers: []string{"/camicia", "", " 2 A ", "3 4", "5", "", "/camicia", "^C", "quit"}}
	out := run(t, console.Config{Router: formRouter(t, &sent), Lines: s, Interactive: true})
	if len(sent) != 1 {
		t.Fatalf("%d forms sent, want 1:\n%s", len(sent), out)
	}
	want := commands.Request{
		ID: "id-2", Kind: commands.Submit, Command: "camicia", State: "typed:7", Locale: "en", ManageGuild: true, At: moment(),
		User: opener(), GuildID: console.Guild, ChannelID: console.Channel, Seed: sent[0].Seed,
		Options: commands.Options{"a": "2 A", "b": "3 4\n5"},
	}
	if diff := cmp.Diff(want, sent[0]); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	asked := []string{
		"nonna> ", "Player A: ", "Player A: ", "Player B: ", "   ... ", "   ... ", "nonna> ", "Player A: ", "nonna> ",
	}
	if diff := cmp.Diff(asked, s.asked); diff != "" {
		t.Errorf("prompts (-want +got):\n%s", diff)
	}
	for _, want := range []string{"Type it in\n  2 A 7\n", "Player A is required", "settled\n", "Cancelled: nothing was sent.\n"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in:\n%s", want, out)
		}
	}
	if diff := cmp.Diff([]string{"/camicia", "/camicia", "quit"}, s.recall); diff != "" {
		t.Errorf("history (-want +got):\n%s", diff)
	}
}

// Pasting into a form gives one answer, and Ctrl-D cancels the form.
func TestFormTakesPastes(t *testing.T) {
	t.Parallel()
	var sent []commands.Request
	s := &script{answers: []string{"/camicia", "2\nA", "3\n4", "", "/camicia"}}
	out := run(t, console.Config{Router: formRouter(t, &sent), Lines: s, Interactive: true})
	if len(sent) != 1 || sent[0].Options.Text("a") != "2 A" || sent[0].Options.Text("b") != "3\n4" {
		t.Errorf("sent %+v", sent)
	}
	if !strings.HasSuffix(out, "\n\nCancelled: nothing was sent.\n\n\n") {
		t.Errorf("given up: %q", out)
	}
}

// Pasted lines are read as one command or several; the prompt names the member who is
// typing, and announcements come before it.
func TestPastedLines(t *testing.T) {
	t.Parallel()
	var r recorder
	s := &script{answers: []string{
		"Look:\n2 A\n3 4", "/camicia deal:\n2 A\n3 4\n", "/camicia x\n\n/camicia ```\n/camicia\n```\n/camicia y", "/as Ada", "/camicia z",
	}}
	news := 0
	out := run(t, console.Config{
		Router: newRouter(t, &r), Lines: s, Interactive: true,
		Announce: func(_ context.Context, show func(commands.Reply)) {
			if news++; news == 2 {
				show(commands.Reply{Text: "news"})
			}
		},
	})
	var got []string
	for _, req := range r.got {
		got = append(got, req.Message+req.Options.Text("deal"))
	}
	want := []string{"Look:\n2 A\n3 4", "2 A\n3 4", "x", "```\n/camicia\n```", "y", "z"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("deals (-want +got):\n%s\nthe console said:\n%s", diff, out)
	}
	prompts := []string{"nonna> ", "nonna> ", "nonna> ", "nonna> ", "Ada> ", "Ada> "}
	if diff := cmp.Diff(prompts, s.asked); diff != "" || strings.Count(out, "news\n") != 1 {
		t.Errorf("prompts (-want +got):\n%s\nthe console said:\n%s", diff, out)
	}
}

// Announcements are shown before the prompt, and leave the numbers of the last answer.
func TestAnnouncementsHaveNoNumbers(t *testing.T) {
	t.Parallel()
	button := func(id, label string) []commands.Row {
		return []commands.Row{{Buttons: []commands.Button{{ID: id, Label: label}}}}
	}
	r := recorder{reply: commands.Reply{Text: "done", Rows: button("camicia:again", "Again")}}
	out := run(t, console.Config{
		Router: newRouter(t, &r), Lines: console.Pipe(strings.NewReader("/camicia\n1")),
		Announce: func(_ context.Context, show func(commands.Reply)) {
			if len(r.got) == 1 {
				show(commands.Reply{Text: "news", Rows: button("camicia:board", "Board")})
			}
		},
	})
	want := "done\n  press 1  Again\n\nnews\n\ndone\n  press 1  Again\n\n"
	if diff := cmp.Diff(want, out); diff != "" {
		t.Errorf("shown (-want +got):\n%s", diff)
	}
	if len(r.got) != 2 || r.got[1].State != "again" {
		t.Errorf("pressed %+v, want what was answered last", r.got)
	}
}

// A script fills in forms with the lines that follow. A command among them ends the form.
func TestFormFromAPipe(t *testing.T) {
	t.Parallel()
	var sent []commands.Request
	out := run(t, console.Config{
		Router: formRouter(t, &sent), Lines: console.Pipe(strings.NewReader("/camicia\n2 A\n3 J\n4\n\n/camicia\n/camicia\n2 K\n\n")),
	})
	if len(sent) != 2 || sent[0].Options["a"] != "2 A" || sent[0].Options["b"] != "3 J\n4" || sent[1].Options["a"] != "2 K" ||
		strings.Count(out, "Cancelled: nothing was sent.") != 1 {
		t.Errorf("sent %+v, and shown %q", sent, out)
	}
}

func TestInteractive(t *testing.T) {
	t.Parallel()
	var r recorder
	s := &script{answers: []string{
		"/camicia ```", "^C", "/camicia x", "^C", "typed^C", "/camicia ```", "^C", "/camicia y", "^C", "^C", "/camicia z",
	}}
	out := run(t, console.Config{Router: newRouter(t, &r), Lines: s, Interactive: true})
	if len(r.got) != 2 || len(s.answers) != 1 {
		t.Errorf("%d requests and %d lines left, want 2 and 1: Ctrl-C twice leaves", len(r.got), len(s.answers))
	}
	greeting := "Nonna plays and settles card games that play themselves.\n" +
		"Paste a deal, or type commands as in Discord, such as /camicia; help lists them, quit leaves.\n\n"
	if !strings.HasPrefix(out, greeting) {
		t.Errorf("the greeting is not %q but begins\n%s", greeting, out)
	}
	if s.asked[1] != "   ... " {
		t.Errorf("an open fence is prompted %q", s.asked[1])
	}
}

func TestHelp(t *testing.T) {
	t.Parallel()
	for line, hint := range map[string]bool{"help": true, "?": true, "/help": false} {
		r := recorder{reply: commands.Reply{Text: "all commands"}}
		s := &script{answers: []string{line}}
		help := commands.Command{Name: "help", Kind: commands.Slash, Description: "What there is"}
		out := run(t, console.Config{Router: routerTo(t, r.handle, help), Lines: s, Interactive: true})
		if !strings.Contains(out, "all commands\n") || strings.Contains(out, "press 1 (or 1): press the first button") != hint {
			t.Errorf("%s: got\n%s", line, out)
		}
	}
}

func TestTab(t *testing.T) {
	t.Parallel()
	handle := func(_ context.Context, req commands.Request) (commands.Reply, error) {
		if req.Kind != commands.Complete || req.Focused != "deal" {
			return commands.Reply{}, nil
		}
		return commands.Reply{Choices: []commands.Choice{
			{Value: req.Options.Text("deal") + "K / 3", Label: "King\x1b"}, {Value: "bad\x1b[2J"}, {Value: "bad\u202E"},
		}}, nil
	}
	router := routerTo(t, handle, game(), config(), settle())
	s := &script{answers: []string{"/as Ada Bo"}}
	run(t, console.Config{Router: router, Lines: s, Interactive: true})
	for typed, want := range map[string][]string{ // what is before the cursor: its completions
		"":                          {"/as ", "/camicia ", "/config ", "/describe ", "/exit ", "/press ", "/quit "},
		"/ca":                       {"/camicia "},
		"c":                         {"/camicia ", "/config "},
		"/camicia se":               {"/camicia seed: "},
		"/camicia deal: 2 A / 3 se": {"/camicia deal: 2 A / 3 seK / 3"},
		"/camicia deal: 2":          {"/camicia deal: 2K / 3"},
		"/camicia seed: 4 de":       {"/camicia seed: 4 deal: ", "/camicia seed: 4 deck: "},
		"/camicia deck: ":           {"/camicia deck: 52 cards ", "/camicia deck: 40 cards "},
		"/camicia deck: 4":          {"/camicia deck: 40 cards "},
		"/camicia Deck: 40 C":       {"/camicia Deck: 40 cards "},
		"/camicia private:":         {"/camicia private: yes ", "/camicia private: no "},
		"/camicia private: n":       {"/camicia private: no "},
		// A value that is complete is followed by a name; where nothing is known, nothing is offered.
		"/camicia deck: italian s":    {"/camicia deck: italian seed: "},
		"/camicia deck: 40 cards s":   {"/camicia deck: 40 cards seed: "},
		"/camicia private: no seed: ": nil,
		"/camicia channel: ":          {"/camicia channel: #console "},
		"/camicia channel: con":       {"/camicia channel: #console "},
		"/camicia channel: #c":        {"/camicia channel: #console "},
		"/camicia member: ":           {"/camicia member: Opener ", "/camicia member: Ada Bo "},
		"/camicia member: @ad":        {"/camicia member: Ada Bo "},
		"/camicia member: Ada B":      {"/camicia member: Ada Bo "},
		"/config ":                    {"/config show ", "/config language "},
		"/config s":                   {"/config show "},
		"/config l":                   {"/config language "},
		"/config language ":           {"/config language to: "},
		"/nothing like this":          nil,
	} {
		head, found, tail := s.tab(typed+"|rest", len([]rune(typed)))
		var got []string
		for _, f := range found {
			got = append(got, head+f.Value)
			if f.Label != "" && f.Label != "King\uFFFD" {
				t.Errorf("%q: the label is %q", typed, f.Label)
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || tail != "|rest" {
			t.Errorf("%q, tail %q (-want +got):\n%s", typed, tail, diff)
		}
	}
}
