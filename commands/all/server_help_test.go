package all_test

import (
	"strings"
	"testing"

	"nonna/commands/commandstest"
)

func TestHelp(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, func(t *testing.T, locale string) {
		fx := commandstest.With(t, commandstest.Config{Locale: locale})
		for name, options := range map[string]o{"help": nil, "help-camicia": {"game": "camicia"}, "help-clock": {"game": "clock"}} {
			commandstest.Compare(t, locale, name, commandstest.Show(fx.Ask(fx.Anna, "help", options)))
		}
	})
}

// TestHelpIsTrue runs every example in the help that has an answer.
func TestHelpIsTrue(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, helpIsTrue)
}

func helpIsTrue(t *testing.T, locale string) {
	fx := commandstest.With(t, commandstest.Config{Locale: locale})
	ran := 0
	for _, game := range commandstest.Games().Names() {
		text := fx.Ask(fx.Anna, "help", o{"game": game}).Text
		before, answer, ok := strings.Cut(text, "\n→ ")
		if !ok {
			continue
		}
		typed := strings.Trim(before[strings.LastIndex(before, "\n")+1:], "`")
		_, value, _ := strings.Cut(typed, ": ") // the name before it is of the language
		if got := fx.Ask(fx.Anna, game, o{"deal": value}).Text; !strings.HasPrefix(got, answer) {
			t.Errorf("%s answers %s, the help says %s", typed, got, answer)
		}
		ran++
	}
	if ran < 3 {
		t.Errorf("%d examples with answers, want at least 3", ran)
	}
}

// TestHelpPages turns the pages of the help.
func TestHelpPages(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	first := fx.Ask(fx.Anna, "help", nil)
	pages := first.Rows[0].Buttons
	for _, b := range pages[1:] {
		r := fx.PressID(fx.Anna, b.ID)
		if r.Title != b.Label || !r.Update || !r.Ephemeral || len(r.Rows) != 2 {
			t.Errorf("%s: %s", b.ID, commandstest.Show(r))
		}
	}
	if r := fx.PressID(fx.Anna, pages[0].ID); r.Text != first.Text {
		t.Errorf("%s: %s", pages[0].ID, commandstest.Show(r))
	}
}
