package all_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"nonna/commands"
)

// submit sends a form.
func (fx *fixture) submit(u commands.User, id string, boxes o) commands.Reply {
	fx.t.Helper()
	return fx.send(commands.Request{Kind: commands.Submit, Command: id, Options: boxes, User: u, GuildID: 7, Place: commands.InGuild})
}

// TestTypeItIn opens the forms of all games from their help, and sends them.
func TestTypeItIn(t *testing.T) {
	t.Parallel()
	everyLanguage(t, typeItIn)
}

func typeItIn(t *testing.T, locale string) {
	fx := newDrawingFixture(t, locale)
	var b strings.Builder
	for _, c := range []struct {
		game   string
		button int
		sent   []string
	}{
		{"camicia", 0, []string{"2 A 7 8 Q 10", "3 4 5 6 K 9 J"}},
		{"camicia", 1, []string{"1 4", "5 2"}},
		{"camicia", 0, []string{"2 A 7", "3 X `@everyone`"}},
		{"camicia", 0, []string{"2 A 7 / 3 4", "5"}},
		{"beggar", 0, []string{"TD AC", "5H 4D", "JS KC 2H", "", " "}},
		{"beggar", 0, []string{"TD AC", "5H 4D", "", "JS KC 2H", ""}},
		{"snap", 0, []string{"abca", "abba", "", "", ""}},
		{"clock", 0, []string{"11 11 7 7\n8 6 5 0\n2 10 9 1\n12 3 0 6\n8 7 4 8\n3 10 5 12\n11 7 1 10\n3 1 6 0\n2 3 0 6\n5 10 5 4\n12 9 11 2\n9 4 12 4\n1 9 8 2"}},
	} {
		form := fx.press(anna, fx.ask(anna, "help", o{"game": c.game}), c.button)
		if form.Form == nil || len(form.Form.Inputs) != len(c.sent) {
			t.Fatalf("%s: no form with %d boxes: %s", c.game, len(c.sent), show(form))
		}
		boxes := o{}
		for i, text := range c.sent {
			in := form.Form.Inputs[i]
			boxes[in.ID] = text
			if n := utf8.RuneCountInString(in.Label); n == 0 || n > 45 {
				t.Errorf("the label %q has %d characters; Discord takes 45", in.Label, n)
			}
		}
		if n := utf8.RuneCountInString(form.Form.Title); n > 45 {
			t.Errorf("the title %q has %d characters; Discord takes 45", form.Form.Title, n)
		}
		fmt.Fprintf(&b, "%s%q:\n%s\n", show(form), c.sent, show(fx.submit(anna, form.Form.ID, boxes)))
	}
	compare(t, locale, "type-it-in", b.String())
}

// TestForgedForms sends forms that nobody was given.
func TestForgedForms(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	for _, id := range []string{"camicia", "camicia:", "camicia:s", "camicia:s:deck=swiss", "camicia:s:players=2", commands.ID("camicia", commands.FormState{}), "snap:typed:french", "clock:s:italian"} {
		r := fx.submit(anna, id, o{"box0": strings.Repeat("/", 4000), "box9": "2", "seed": int64(4), "box1": uint64(3)})
		if strings.Contains(r.Text, "REFERENCE") || r.Text == "" || !r.Ephemeral || settled(r) {
			t.Errorf("%s: %s", id, show(r))
		}
	}
	for id, boxes := range map[string]o{
		commands.ID("camicia", commands.TypedState{}): {"box0": " ", "box1": "  "},
		commands.ID("snap", commands.TypedState{}):    {},
		commands.ID("clock", commands.TypedState{}):   {"box0": "\n \n"},
	} { // nothing typed is no wish for a shuffled deal
		if r := fx.submit(anna, id, boxes); settled(r) || !r.Ephemeral || !strings.Contains(r.Text, "empty") {
			t.Errorf("%s %q: %s", id, boxes, show(r))
		}
	}
	games, err := fx.store.Latest(t.Context(), anna.ID, "", 10)
	if err != nil || len(games) != 0 {
		t.Errorf("%v, %v, want nothing stored", games, err)
	}
}

// TestFormsKeepToTheServersSettings sends a form where answers are private.
func TestFormsKeepToTheServersSettings(t *testing.T) {
	t.Parallel()
	fx := newFixture(t)
	boxes := o{"box0": "2 A 7", "box1": "3 4 5"}
	if r := fx.submit(anna, commands.ID("camicia", commands.TypedState{}), boxes); r.Ephemeral || !settled(r) {
		t.Errorf("public: %s", show(r))
	}
	boxes["private"] = true // as the router sets it
	if r := fx.submit(anna, commands.ID("camicia", commands.TypedState{}), boxes); !r.Ephemeral || !settled(r) {
		t.Errorf("private: %s", show(r))
	}
}
