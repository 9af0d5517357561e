package all_test

import (
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/hunts"
)

// o shortens the tables below.
type o = commands.Options

// A name with nothing to see in it is nobody's, marks on it stay in their line, and one that is
// written from right to left keeps its place, in whatever names it.
func TestOddNamesInReplies(t *testing.T) {
	t.Parallel()
	const arabic, somebody = "\u0645\u062d\u0645\u062f", "somebody"
	for name, want := range map[string]string{
		"\u202e\u2066 \n": somebody, "\u3164": somebody, "\u2800\u200b": somebody,
		arabic: "\u2068" + arabic + "\u2069", "Z" + strings.Repeat("\u0336", 30): "Z\u0336\u0336\u0336",
	} {
		fx := commandstest.With(t, commandstest.Config{Pictures: true})
		odd := commands.User{ID: 1006, Name: name}
		fx.Ask(fx.Carla, "config set", o{"hunt": int64(600)})
		fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "2x4"})
		footer := fx.Ask(odd, "snap", o{"deal": "abca abba"}).Footer
		if isNamed := want != somebody; isNamed != strings.HasSuffix(footer, want) || strings.Contains(footer, "\u3164") {
			t.Errorf("%+q: the footer is %+q", name, footer)
		}
		fx.Ask(odd, "hunt start", nil)
		all, err := fx.Store.Hunts(t.Context(), 0, fx.Now)
		if err != nil || len(all) != 1 {
			t.Fatalf("%d hunts, %v", len(all), err)
		}
		duels := fx.Ask(odd, "duel", nil).Rows
		for what, r := range map[string]commands.Reply{
			"its duel":                  fx.PressID(odd, duels[len(duels)-1].Buttons[0].ID),
			"its line":                  fx.Ask(fx.Anna, "leaderboard", o{"game": "snap"}),
			"its menu":                  {Text: fx.Ask(fx.Anna, "leaderboard", o{"game": "snap"}).Rows[0].Menu.Choices[0].Label},
			"its record, brought again": fx.Ask(fx.Anna, "snap", o{"deal": "abca abba"}),
			"its challenge":             fx.Ask(fx.Anna, "challenge show", nil),
			"its hunt":                  hunts.Progress(commandstest.Localizer(t), all[0], fx.Now),
			"its entry":                 {Text: fx.Suggest(fx.Carla, "config hide", "entry", nil).Choices[0].Label},
		} {
			if !strings.Contains(r.Text, want) {
				t.Errorf("%+q in %s: %+q lacks %+q", name, what, r.Text, want)
			}
		}
	}
}

// TestAHiddenNameIsNotInReplies checks the replies that the whole server sees for a user
// who hides their name, also about their earlier games.
func TestAHiddenNameIsNotInReplies(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	if r := fx.Ask(fx.Anna, "snap", o{"deal": "ab ba"}); !strings.Contains(r.Footer, fx.Anna.Name) {
		t.Errorf("before: %s", commandstest.Show(r))
	}
	if err := fx.Store.HideName(t.Context(), fx.Anna.ID, true); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		command string
		options o
	}{
		{"snap", o{"deal": "ab ba"}},        // her own deal
		{"snap", o{"deal": "abca abba"}},    // first of its division
		{"snap", o{"deal": "fizz buzz"}},    // beaten by the one before
		{"snap", o{"deal": "abba acab"}},    // a record, before: her own
		{"snap", o{"seed": int64(4)}},       // shuffled for her
		{"records", nil},                    // of the server, all hers
		{"leaderboard", o{"game": "snap"}},  // alone
		{"camicia", o{"deal": "2 A / 3 4"}}, // another game
	} {
		if r := fx.Ask(fx.Anna, c.command, c.options); strings.Contains(commandstest.Show(r), fx.Anna.Name) {
			t.Errorf("/%s %v: %s", c.command, c.options, commandstest.Show(r))
		}
	}
}
