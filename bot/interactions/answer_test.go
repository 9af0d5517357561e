package interactions_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/discordtest"
	"nonna/commands"
)

// One test uses a real network; all others use bubbles of time.
func TestABotAnswersAndStopsOverTCP(t *testing.T) {
	t.Parallel()
	srv := discordtest.New(t, discordtest.Options{RequireNoMentions: true})
	r := launch(t, srv, pong(), nil)
	if err := srv.Gateway().WaitReady(within(t)); err != nil {
		t.Fatal(err)
	}
	r.answers(t)
	r.stop()
	if err := r.end(t); err != nil {
		t.Error(err)
	}
	err := srv.Gateway().Wait(within(t), func(c discordtest.Counts) bool { return len(c.Closes) == 1 && c.Closes[0] == 1000 })
	if err != nil {
		t.Errorf("%v; the gateway saw %+v", err, srv.Gateway().Counts())
	}
}

// table is a command that can be asked for in every way, and a message command.
func table() []commands.Command {
	handle := func(_ context.Context, req commands.Request) (commands.Reply, error) {
		switch req.Kind {
		case commands.Complete:
			return commands.Reply{Choices: []commands.Choice{{Label: "typed " + req.Options.Text(req.Focused), Value: "v", LabelIn: map[string]string{"it": "scritto"}}}}, nil
		case commands.Submit:
			return commands.Reply{Text: "form " + req.State + " " + req.Options.Text("a"), Update: true}, nil
		case commands.Press:
			if req.State == "open" {
				return commands.Reply{Form: &commands.Form{ID: "table:sent", Title: "Cards", Inputs: []commands.Input{{ID: "a", Label: "Player A", Lines: true}}}}, nil
			}
			return commands.Reply{Text: fmt.Sprint("pressed ", req.State, " ", req.Picked), Update: req.State == "here"}, nil
		case commands.MessageMenu:
			return commands.Reply{Text: "message " + commands.Escape(req.Message)}, nil
		case commands.Slash:
		}
		return commands.Reply{Text: "slash " + commands.Escape(req.Sub+" "+req.Options.Text("deal")), Rows: []commands.Row{
			{Buttons: []commands.Button{{ID: "table:here", Label: "Here"}, {ID: "table:open", Label: "Open"}}},
			{Menu: &commands.Menu{ID: "table:menu", Choices: []commands.Choice{{Label: "One", Value: "1"}, {Label: "Two", Value: "2"}}}},
		}}, nil
	}
	sub := commands.Command{Name: "deal", Description: "Deals", Options: []commands.Option{{Name: "deal", Description: "The deal", Type: commands.TextOption, Suggest: true}}, Run: handle, Suggest: handle}
	return []commands.Command{
		{Name: "table", Kind: commands.Slash, Description: "A table", Subs: []commands.Command{sub}, Actions: pressed(handle)},
		{Name: "Settle", Kind: commands.MessageMenu, Run: handle},
	}
}

// Everything a user can do, from the registered command to the answer.
func TestEverythingAUserCanDo(t *testing.T) {
	t.Parallel()
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		start(t, srv, table(), nil)
		check := func(i *discordtest.Interaction, callback int, want string) discordtest.Answer {
			t.Helper()
			a := asked(t, i)
			if a.Type != callback || a.Message.Content != want {
				t.Errorf("answered type %d %q, want %d %q", a.Type, a.Message.Content, callback, want)
			}
			return a
		}
		m := check(srv.Slash("table", discordtest.Sub("deal", discordtest.Text("deal", "2 A\n*3*"))), 4, "slash deal 2 A\n\\*3\\*").Message
		check(srv.OnMessage("Settle", "look @everyone"), 4, "message look @\u200beveryone")
		check(srv.Press(m, "table:here"), 7, "pressed here []")
		m = asked(t, srv.Slash("table", discordtest.Sub("deal"))).Message
		check(srv.Select(m, "table:menu", []string{"2"}), 4, "pressed menu [2]")
		opened := asked(t, srv.Press(m, "table:open"))
		if opened.Modal == nil {
			t.Fatalf("no form: %+v", opened)
		}
		check(srv.Submit(*opened.Modal, map[string]string{"a": "2 3"}), 7, "form sent 2 3")
		typed := asked(t, srv.Autocomplete("table", discordtest.Sub("deal", discordtest.Typing("deal", "2 A"))))
		if len(typed.Choices) != 1 || typed.Choices[0].Name != "typed 2 A" {
			t.Errorf("suggested %+v", typed.Choices)
		}
	})
}

// A reply that breaks every limit arrives within all of them: the strict
// Discord on the other side says so, and so does the published specification.
func TestAMonstrousReplyArrives(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("🂡 *words* and more words ", 400)
	monster := commands.Reply{
		Title: long, Text: long, Footer: long,
		Picture: &commands.File{Name: "__chart ♠.png", Data: []byte("png"), Alt: long},
		Files:   []commands.File{{Name: "trace.txt", Data: make([]byte, 11<<20)}},
	}
	for i := range 30 {
		monster.Fields = append(monster.Fields, commands.Field{Name: long, Value: long})
		if i < 5 {
			monster.Rows = append(monster.Rows, commands.Row{Buttons: []commands.Button{{ID: fmt.Sprint("x:", i), Label: long}, {ID: fmt.Sprint("y:", i)}}})
		}
	}
	bubble(t, func(t *testing.T, srv *discordtest.Server) {
		r := start(t, srv, []commands.Command{says("monster", monster), command("wide", func(_ context.Context, req commands.Request) (commands.Reply, error) {
			many := make([]commands.Choice, 25)
			if req.Kind == commands.Complete {
				many = make([]commands.Choice, 40)
			}
			for i := range many {
				many[i] = commands.Choice{Label: long, Value: fmt.Sprint(i), Detail: long}
			}
			if req.Kind == commands.Complete {
				return commands.Reply{Choices: many}, nil
			}
			if req.Kind == commands.Press {
				inputs := make([]commands.Input, 5)
				for i := range inputs {
					inputs[i] = commands.Input{ID: fmt.Sprint("i", i), Label: long, Placeholder: long}
				}
				return commands.Reply{Form: &commands.Form{ID: "wide:form", Title: long, Inputs: inputs}}, nil
			}
			return commands.Reply{Rows: []commands.Row{{Menu: &commands.Menu{ID: "wide:menu", Placeholder: long, Choices: many}}, {Buttons: []commands.Button{{ID: "wide:form", Label: "Form"}}}}}, nil
		}, commands.Option{Name: "n", Description: "N", Type: commands.IntOption, Suggest: true})}, nil)
		a := asked(t, srv.Slash("monster"))
		if text := a.Message.Embeds[0].Description; !strings.Contains(text, "cut off") || len(a.Message.Files) != 1 {
			t.Errorf("%d files, text %q", len(a.Message.Files), text)
		}
		wide := asked(t, srv.Slash("wide")).Message
		if form := asked(t, srv.Press(wide, "wide:form")).Modal; form == nil || len(form.Components) != 5 {
			t.Errorf("the form arrived as %+v", form)
		}
		if typed := asked(t, srv.Autocomplete("wide", discordtest.TypingInt("n", "1"))); len(typed.Choices) != 25 {
			t.Errorf("%d choices arrived", len(typed.Choices))
		}
		if strings.Contains(r.log.String(), "level=ERROR") {
			t.Errorf("logged %s", r.log)
		}
	})
}

// The bytes of the files arrive as they are, also after the connection was cut
// in the middle of them, and after an answer whose fate is unknown.
func TestFilesSurviveTheNetwork(t *testing.T) {
	t.Parallel()
	data := strings.Repeat("2 A 7 8 Q 10 / 3 4 5 6 K 9 J\r\n\x00", 10_000)
	reply := commands.Reply{Text: "Here.", Files: []commands.File{{Name: "trace.txt", Data: []byte(data)}}}
	for name, faults := range map[string][]discordtest.Fault{
		"all well":              nil,
		"cut in mid-upload":     {{Route: discordtest.RouteCallback, CutAfter: 100_000}, {Route: discordtest.RouteCallback, CutAfter: 1}},
		"500, then 503":         {{Route: discordtest.RouteCallback, Status: 500}, {Route: discordtest.RouteCallback, Status: 503}},
		"502":                   {{Route: discordtest.RouteCallback, Status: 502}},
		"done, but 500":         {{Route: discordtest.RouteCallback, Status: 500, Lost: true}},
		"done, but cut off":     {{Route: discordtest.RouteCallback, Lost: true}},
		"429 for a short while": {{Route: discordtest.RouteCallback, Status: 429, RetryAfter: time.Second}},
	} {
		t.Run(name, func(t *testing.T) {
			bubble(t, func(t *testing.T, srv *discordtest.Server) {
				start(t, srv, []commands.Command{says("file", reply)}, nil)
				for _, f := range faults {
					srv.Fail(f)
				}
				i := srv.Slash("file")
				a := asked(t, i)
				if f, _ := a.Message.File("trace.txt"); string(f.Data) != data {
					t.Errorf("%d bytes arrived, and not those of %d", len(f.Data), len(data))
				}
				synctest.Wait()
				for _, v := range srv.TakeViolations() {
					// A repeated answer is our way to learn whether the first arrived.
					if v.Rule != discordtest.RuleOneAnswer || !strings.HasPrefix(name, "done") {
						t.Error(v)
					}
				}
			})
		})
	}
}
