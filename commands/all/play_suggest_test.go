package all_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"
	"unicode/utf8"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/engine/game"
	"nonna/store"
)

// typing asks for suggestions for a partly typed deal.
func typing(fx *commandstest.Fixture, command, text string, options o) commands.Reply {
	fx.T.Helper()
	all := o{"deal": text}
	maps.Copy(all, options)
	return fx.Suggest(fx.Anna, command, "deal", all)
}

// TestSuggestedDeals records the suggestions for a user who has played.
func TestSuggestedDeals(t *testing.T) {
	t.Parallel()
	commandstest.EveryLanguage(t, suggestedDeals)
}

func suggestedDeals(t *testing.T, locale string) {
	fx := commandstest.With(t, commandstest.Config{Locale: locale})
	fx.Ask(fx.Anna, "camicia", o{"deal": "2 A 7 8 / 3 4 5 6"})
	fx.Ask(fx.Anna, "camicia", o{"deal": "2 A 7 8 / 3 4 5 6"}) // again
	fx.Ask(fx.Anna, "camicia", o{"seed": int64(3)})            // too long with its suits
	fx.Ask(fx.Anna, "camicia", o{"deck": "italian", "seed": int64(3)})
	fx.Ask(fx.Bob, "camicia", o{"deal": "K / Q 3"})
	fx.Ask(fx.Anna, "snap", o{"deal": "abc bca"})
	fx.Ask(fx.Anna, "snap", o{"players": int64(20), "cards": int64(20)}) // too long however it is written
	fx.Ask(fx.Anna, "clock", o{"seed": int64(3)})
	fx.Ask(fx.Anna, "beggar", o{"players": int64(4), "seed": int64(3)})

	var b strings.Builder
	for _, c := range []struct {
		command, typed string
		options        o
	}{
		{"camicia", "", nil},
		{"camicia", "", o{"deck": "italian"}},
		{"camicia", "casella", nil},
		{"camicia", "8344", nil},
		{"camicia", "2 A", nil},
		{"camicia", " #5 ", nil},
		{"camicia", strings.Repeat("2 A ", 30), nil},
		{"beggar", "", nil},
		{"snap", "", nil},
		{"snap", "buzz", nil},
		{"clock", "", nil},
	} {
		fmt.Fprintf(&b, "/%s %v, typed %.40q:\n%s\n", c.command, c.options, c.typed, commandstest.Show(typing(fx, c.command, c.typed, c.options)))
	}
	commandstest.Compare(t, locale, "suggestions", b.String())
}

// TestSuggestionsAreFoundByTyping looks for a deal that is older than others, some of them
// too long to be suggested.
func TestSuggestionsAreFoundByTyping(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	fx.Ask(fx.Anna, "snap", o{"deal": "xyz zyx"})
	for i := range 6 {
		fx.Ask(fx.Anna, "snap", o{"deal": fmt.Sprintf("ab%d b%da", i, i)})
		fx.Ask(fx.Anna, "snap", o{"players": int64(20), "cards": int64(20), "seed": int64(i + 1)})
	}
	if n := len(typing(fx, "snap", "", nil).Choices); n != 7+3 {
		t.Errorf("%d suggestions, want seven of one's own and three examples", n)
	}
	if list := typing(fx, "snap", "xyz", nil).Choices; len(list) != 1 || list[0].Value != "xyz zyx" {
		t.Errorf("for xyz: %+v", list)
	}
}

// TestSuggestionsCanBePlayed chooses everything that is suggested, of every game and
// with every word that its deals are read with.
func TestSuggestionsCanBePlayed(t *testing.T) {
	t.Parallel()
	fx := commandstest.New(t)
	for _, g := range commandstest.Games() {
		suggestionsCanBePlayed(t, fx, g, o{})
		for _, p := range g.Params {
			for _, v := range p.Values {
				if p.Read {
					suggestionsCanBePlayed(t, fx, g, o{p.Name: v})
				}
			}
		}
	}
}

func suggestionsCanBePlayed(t *testing.T, fx *commandstest.Fixture, g *game.Game, options o) {
	t.Helper()
	played := func(more o) o {
		all := maps.Clone(options)
		maps.Copy(all, more)
		return all
	}
	fx.Ask(fx.Anna, g.Name, played(nil))
	choices := typing(fx, g.Name, "", options).Choices
	if len(choices) < 2 {
		t.Errorf("/%s %v: only %d suggestions", g.Name, options, len(choices))
	}
	for _, c := range choices {
		if n := utf8.RuneCountInString(c.Label); n == 0 || n > 100 {
			t.Errorf("the label %q has %d characters", c.Label, n)
		}
		if r := fx.Ask(fx.Anna, g.Name, played(o{"deal": c.Value})); !commandstest.IsSettled(r) {
			t.Errorf("/%s %v: %s", g.Name, c.Value, commandstest.Show(r))
		}
	}
}

// TestSuggestionsPlayWhatWasPlayed chooses the user's own shuffled deals: they do not
// count again.
func TestSuggestionsPlayWhatWasPlayed(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		command string
		options o
	}{
		{"camicia", nil}, {"camicia", o{"deck": "italian"}}, {"beggar", o{"players": int64(5)}}, {"snap", nil},
	} {
		fx := commandstest.New(t)
		first := fx.Ask(fx.Anna, c.command, c.options)
		again := o{"deal": typing(fx, c.command, "", c.options).Choices[0].Value}
		if deck, ok := c.options["deck"]; ok {
			again["deck"] = deck
		}
		second := fx.Ask(fx.Anna, c.command, again)
		if line, _, _ := strings.Cut(first.Text, "\n"); !strings.HasPrefix(second.Text, line) {
			t.Errorf("/%s %v: first %s, then %s", c.command, c.options, first.Text, second.Text)
		}
		games, err := fx.Store.Latest(t.Context(), fx.Anna.ID, c.command, 1)
		if err != nil || games[0].Standing != store.Taken {
			t.Errorf("/%s %v: the same deal is recorded as %+v, %v", c.command, c.options, games, err)
		}
	}
}
