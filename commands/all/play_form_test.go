package all_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"nonna/commands/commandstest"
)

// TestTypeItIn opens the forms of all games from their help, and sends them.
func TestTypeItIn(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, typeItIn)
}

func typeItIn(t *testing.T, locale string) {
	fx := commandstest.With(t, commandstest.Config{Locale: locale, Pictures: true})
	var b strings.Builder
	for _, c := range []struct {
		game   string
		button int
		sent   string
	}{
		{"camicia", 0, "2 A 7 8 Q 10\n3 4 5 6 K 9 J"},
		{"camicia", 1, "1 4\n5 2"},
		{"camicia", 0, "2 A 7\n3 X `@everyone`"},
		{"camicia", 0, "2 A 7 / 3 4\n5"},
		{"beggar", 0, "TD AC\n5H 4D\nJS KC 2H\n \n"},
		{"snap", 0, "abca\nabba"},
		{"clock", 0, "11 11 7 7\n8 6 5 0\n2 10 9 1\n12 3 0 6\n8 7 4 8\n3 10 5 12\n11 7 1 10\n3 1 6 0\n2 3 0 6\n5 10 5 4\n12 9 11 2\n9 4 12 4\n1 9 8 2"},
	} {
		form := fx.Press(fx.Anna, fx.Ask(fx.Anna, "help", o{"game": c.game}), c.button)
		if form.Form == nil || len(form.Form.Inputs) != 1 {
			t.Fatalf("%s: no form with one box: %s", c.game, commandstest.Show(form))
		}
		in := form.Form.Inputs[0]
		if n := utf8.RuneCountInString(in.Label); n == 0 || n > 45 {
			t.Errorf("the label %q has %d characters; Discord takes 45", in.Label, n)
		}
		if n := utf8.RuneCountInString(form.Form.Title); n > 45 {
			t.Errorf("the title %q has %d characters; Discord takes 45", form.Form.Title, n)
		}
		fmt.Fprintf(&b, "%s%q:\n%s\n", commandstest.Show(form), c.sent, commandstest.Show(fx.Submit(fx.Anna, form.Form.ID, o{in.ID: c.sent})))
	}
	commandstest.Compare(t, locale, "type-it-in", b.String())
}

// An empty form does not ask for a shuffled deal.
func TestEmptyForms(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	for id, boxes := range map[string]o{
		"camicia:form:": {"deal": "  "},
		"snap:form:":    {},
		"clock:form:":   {"deal": "\n \n"},
	} {
		if r := fx.Submit(fx.Anna, id, boxes); commandstest.IsSettled(r) || !r.Ephemeral || !strings.Contains(r.Text, "empty") {
			t.Errorf("%s %q: %s", id, boxes, commandstest.Show(r))
		}
	}
	games, err := fx.Store.Latest(t.Context(), fx.Anna.ID, "", 10)
	if err != nil || len(games) != 0 {
		t.Errorf("%v, %v, want nothing stored", games, err)
	}
}
