package all_test

import (
	"strings"
	"testing"

	"nonna/commands"
	"nonna/commands/commandstest"
)

// o shortens the tables below.
type o = commands.Options

// A name with nothing to see in it is nobody's, marks on it stay in their line, and one that is
// written from right to left keeps its place, in whatever names it. One that is hidden is nowhere.
func TestNamesInReplies(t *testing.T) {
	t.Parallel()
	const arabic, somebody = "\u0645\u062d\u0645\u062f", "somebody"
	for name, want := range map[string]string{
		"\u202e\u2066 \n": somebody, "\u3164": somebody, "\u2800\u200b": somebody, "Dora": "Dora",
		arabic: "\u2068" + arabic + "\u2069", "Z" + strings.Repeat("\u0336", 30): "Z\u0336\u0336\u0336",
	} {
		fx := commandstest.With(t, commandstest.Config{Pictures: !testing.Short()})
		who := commands.User{ID: 1006, Name: name}
		fx.Ask(fx.Carla, "config set", o{"hunt": int64(600)})
		challenge := fx.Ask(fx.Carla, "challenge open", o{"game": "snap", "division": "2x4"})
		footer := fx.Ask(who, "snap", o{"deal": "abca abba"}).Footer
		if isNamed := want != somebody; isNamed != strings.HasSuffix(footer, want) || strings.Contains(footer, "\u3164") {
			t.Errorf("%+q: the footer is %+q", name, footer)
		}
		fx.Ask(who, "hunt start", nil)
		find(fx, 1, first, 4590)
		named := func(want string) {
			t.Helper()
			match := invite(fx, who, nil)
			seal(fx, who, match, 1, strong)
			for what, r := range map[string]commands.Reply{
				"its duel":                  match,
				"a round of it":             seal(fx, fx.Bob, match, 0, weak),
				"its line":                  fx.Ask(fx.Anna, "leaderboard", o{"game": "snap"}),
				"its menu":                  {Text: fx.Ask(fx.Anna, "leaderboard", o{"game": "snap"}).Rows[0].Menu.Choices[0].Label},
				"its record, brought again": fx.Bring(fx.Anna, "abca abba"),
				"the records":               fx.Ask(fx.Anna, "records", nil),
				"its challenge":             fx.Ask(fx.Anna, "challenge show", nil),
				"as it is shown it":         fx.Ask(who, "challenge show", nil),
				"its standings":             fx.Press(fx.Bob, challenge, 0),
				"its hunt":                  progress(fx),
				"the status of that":        fx.Ask(fx.Bob, "hunt status", nil),
				"its finds":                 fx.Ask(who, "leaderboard", finds),
				"its find, brought again":   fx.Ask(fx.Bob, "camicia", o{"deal": first}),
				"its entry":                 {Text: fx.Suggest(fx.Carla, "config hide", "entry", nil).Choices[0].Label},
			} {
				if shown := commandstest.Show(r); !strings.Contains(shown, want) || want == somebody && name != "" && strings.Contains(shown, name) {
					t.Errorf("%+q in %s: %+q lacks %+q", name, what, shown, want)
				}
			}
		}
		named(want)
		fx.Ask(who, "privacy hide", nil)
		named(somebody)
	}
}
