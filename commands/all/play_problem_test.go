package all_test

import (
	"errors"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonna/commands"
	"nonna/commands/commandstest"
	"nonna/commands/words"
	"nonna/engine/clock"
	"nonna/engine/deal"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/snap"
)

// wonClock is a whole deal of Clock patience.
const wonClock = "11 11 7 7 / 8 6 5 0 / 2 10 9 1 / 12 3 0 6 / 8 7 4 8 / 3 10 5 12 / 11 7 1 10 / 3 1 6 0 / 2 3 0 6 / 5 10 5 4 / 12 9 11 2 / 9 4 12 4 / 1 9 8 2"

// clockWith is the whole deal with another first pile.
func clockWith(first string) string { return strings.Replace(wonClock, "11 11 7 7", first, 1) }

// cause is a text that is no deal, and what is wrong with it first.
type cause struct {
	kind       deal.Kind
	game, text string
}

// causes are one for each kind, and several for the sake of their parts.
var causes = []cause{
	{deal.TooLong, "camicia", strings.Repeat("2 A ", 20_000)},
	{deal.NoDeal, "camicia", "``` ```"},
	{deal.Unseen, "camicia", "2 \xff / 3"},
	{deal.Unseen, "camicia", "2 A\u200b7 / 3"},
	{deal.TooManyCards, "camicia", strings.Repeat("-", 6000) + "/" + strings.Repeat("-", 6000)},
	{deal.TooManyHands, "beggar", strings.Repeat("2/", 256) + "3"},
	{deal.SecondHand, "camicia", "Player A: 2 3\nPlayer A: 4 5"},
	{deal.MissingHand, "beggar", "P1: 2 3\nP3: 4 5"},
	{deal.NoColon, "camicia", "Player A\n2♠ A♥\nPlayer B\n3♦ 4♣"},
	{deal.BesideDeal, "camicia", "anna: my hand\n2 A 7\nbruno: mine\n3 4"},
	{deal.TooManyHands, "camicia", "2/3/4"},

	{deal.SeveralDeals, "message", "is `JQ/K2` better than `KQ/J2`?"},
	{deal.SeveralDeals, "message", "`J/2` `Q/2` `K/2` `A/2` `J/22` `Q/22` `K/22`"},
	{deal.BesideDeal, "message", "I got 2 A 7 / 3 4 J😂"},
	{penalty.NoCard, "message", "who wins? `4 1 5 / 2 6 7`"}, // or piles of Snap

	{deal.PastedCode, "camicia", `expect(simulateGame(["2"], deal(3))).toEqual({"cards":2})`},
	{deal.PastedCode, "camicia", `["2"] 5 / ["3"]`},
	{deal.TwoValues, "message", "2 4 5 6 7 / 3 2 7 6"},
	{deal.BesideDeal, "message", "2 A 7 / 3 4 J Quen"},
	{deal.BrokenJSON, "camicia", `[["2","A"],["3"`},
	{deal.PastedCode, "camicia", "[[[[[[[[2]]]]]]]]"},
	{deal.PastedCode, "camicia", `{"deal":"{}"}`},
	{deal.PastedCode, "camicia", `{"playerA":["2"],"playerB":["3"],"pile":["4"]}`},
	{deal.PastedCode, "camicia", `[["2"],true]`},
	{penalty.NoCard, "camicia", `[["2",true],["3"]]`},
	{deal.NoJSONCard, "camicia", `[["2",""],["3"]]`},

	{penalty.NoCard, "camicia", "2 X 7 / 3"},
	{penalty.NoCard, "camicia", "2A7B/34"},
	{penalty.NoCard, "camicia", "Jacks 2 / 3"},
	{penalty.NoItalianCard, "italian", "2 X / 3"},
	{deal.SeveralDeals, "italian", "1-4 / 2"},
	{penalty.NoItalianCard, "italian", "J 8 / 10 9"},
	{penalty.NoCard, "camicia", "2 — / 3"},
	{penalty.NoCard, "camicia", "2 1 / 3"},
	{penalty.NoCard, "camicia", "2 1 J / 3"},
	{penalty.NoCard, "camicia", "2 1 A / 3"},
	{penalty.NoCard, "camicia", "4 1 5 1 / 2 1 X"}, // X is not a card of the other deck either
	{penalty.NoCard, "beggar", "4 1 / 2 / 5"},
	{penalty.NoItalianCard, "italian", "A 4 / 5"},
	{penalty.NoCard, "camicia", "2 A V 3 4"},
	{penalty.NoCard, "camicia", "2 0 / 3"},
	{penalty.NoCard, "camicia", "2 A*7 / 3"},
	{penalty.NoCard, "camicia", "_AJ_ / _KQ_"},
	{deal.StraySign, "camicia", "B: 2 3 / 4 5"},
	{deal.SeveralDeals, "camicia", "A-K-2-3 / 4 5"},
	{penalty.NoItalianCard, "italian", "1 J / 4"},

	{deal.EmptyHand, "camicia", "2 A / "},
	{deal.EmptyHand, "camicia", `[["2"],[]]`},
	{deal.OneHand, "camicia", "5"},
	{deal.OneHand, "camicia", "2 A 7"},
	{deal.TooManyHands, "camicia", "2 / 3 / 4"},
	{deal.SeveralDeals, "beggar", "2 A / 3 J\n4 5 / 6 7"},
	{deal.SeveralDeals, "camicia", "2,3\nA,4"},
	{deal.SeveralDeals, "beggar", "2;3;4\nA;4;5\n5;6;7"},
	{deal.StraySign, "camicia", "- 2 A 7\n- 3 4 J"},
	{deal.StraySign, "beggar", "2 A 7\n---\n3 4 J"},

	{penalty.NoNumber, "camicia", "#12x"},
	{penalty.NoNumber, "camicia", "#653534134886878245000"},

	{deal.PastedCode, "snap", "[]"},
	{deal.OneHand, "snap", "abca"},
	{deal.EmptyHand, "snap", "ab / / ba"},
	{snap.UnclearPile, "snap", "ab cd / ef gh"},
	{snap.UnequalPiles, "snap", "abca abb"},
	{snap.UnequalPiles, "snap", "abca a"},
	{deal.TooManyHands, "snap", strings.Repeat("a ", 257)},
	{deal.SeveralDeals, "snap", "1 2 3\n5 2 6"},
	{snap.MarkCard, "snap", "a< b<"},
	{snap.UnequalPiles, "snap", "a;b\nc;d"},
	{deal.EmptyHand, "snap", "ab/ cd/"},
	{deal.MissingHand, "snap", "a: bc d: ef"},
	{snap.MarkCard, "snap", "<@123>a <@!4>b <t:1:R>"},
	{deal.NoJSONCard, "snap", "(abba acab)"},
	{deal.EmptyHand, "snap", `["code"],[]`},
	{deal.NoJSONCard, "snap", `[["a",true],["b","c"]]`},

	{clock.NoValue, "clock", "1: 2 3 4 5\n2: 2 3 4 5"},
	{deal.MissingHand, "clock", "0: 2 3 4 5\nK: 2 3 4 5"},
	{clock.PileSize, "clock", "0: 2 3 4 5\n1: 2 3 4 5"},
	{clock.NoValue, "clock", clockWith("111177")},
	{clock.NoValue, "clock", clockWith("11 11 7 13")},
	{clock.NoValue, "clock", clockWith("11 11 7 -")},
	{clock.FifthValue, "clock", clockWith("11 11 7 8")},
	{deal.PastedCode, "clock", "[[11,11,7,[7]]]"},
	{deal.PastedCode, "clock", `{"x":1}`},
	{clock.PileSize, "clock", clockWith("11 11 7")},
	{clock.PileSize, "clock", wonClock + " / 1 2 3 4"},
	{clock.PileSize, "clock", strings.Repeat("A 2 3 4 5 6 7 8 9 T J Q K\n", 4)},
	{clock.PileSize, "clock", "11 11 7 7"},
}

// problemsOf are those of a text, read as a deal of a game.
func problemsOf(t *testing.T, name, text string) *deal.Problems {
	t.Helper()
	var err error
	switch games := commandstest.Games(); name {
	case "italian":
		_, err = games[0].Read(text, map[string]string{"deck": "italian"})
	case "message":
		_, err = deal.InMessage(games, func(g *game.Game) []string { return []string{g.Name} }, text)
	default:
		_, err = games.ByName(name).Read(text, nil)
	}
	var p *deal.Problems
	if !errors.As(err, &p) {
		t.Fatalf("%s: %.80q is read with error %v, want problems", name, text, err)
	}
	return p
}

// mistakeOf is what is said of a text that is no deal.
func mistakeOf(fx *commandstest.Fixture, game, text string) string {
	return answerTo(fx, game, text).Text
}

// answerTo is the answer to the text of a deal.
func answerTo(fx *commandstest.Fixture, game, text string) commands.Reply {
	command, options := game, o{"file": commands.Attachment{Name: "deal.txt", Data: []byte(text)}}
	switch game {
	case "message":
		return fx.SettleMessage(fx.Anna, text)
	case "italian":
		command, options["deck"] = "camicia", "italian"
	}
	return fx.Ask(fx.Anna, command, options)
}

// TestProblems shows what is said of a text of every kind, in all languages.
func TestProblems(t *testing.T) {
	t.Parallel()
	var fixtures []*commandstest.Fixture
	for _, locale := range words.Languages() {
		fixtures = append(fixtures, commandstest.With(t, commandstest.Config{Locale: locale}))
	}
	var b strings.Builder
	for _, c := range causes {
		if got := problemsOf(t, c.game, c.text).List[0].Kind; got != c.kind {
			t.Errorf("%s: %.80q has the problem %v, want %v", c.game, c.text, got, c.kind)
		}
		fmt.Fprintf(&b, "=== %v (%s)\n%s\n", c.kind, c.game, cut(c.text))
		for _, fx := range fixtures {
			r := answerTo(fx, c.game, c.text)
			_, said, _ := strings.Cut(r.Text, "\n") // the first line is always the same
			if !r.Ephemeral || len(r.Files) > 0 {
				t.Errorf("%s: %.80q is answered with %s", c.game, c.text, commandstest.Show(r))
			}
			fmt.Fprintf(&b, "--- %s\n%s\n", fx.Locale, said)
		}
	}
	for _, fx := range fixtures {
		if games, err := fx.Store.Latest(t.Context(), fx.Anna.ID, "", 10); err != nil || len(games) != 0 {
			t.Errorf("%v, %v, want nothing stored", games, err)
		}
	}
	commandstest.Compare(t, words.English, "problems", b.String())
}

// cut shows the beginning of a text, with what cannot be seen escaped.
func cut(text string) string {
	lines := strings.Split(text[:min(len(text), 160)], "\n")
	for i, l := range lines {
		q := fmt.Sprintf("%+q", l)
		if l = strings.ReplaceAll(q[1:len(q)-1], `\"`, `"`); strings.Contains(l, `\x`) || strings.Contains(l, `\u200b`) {
			lines[i] = l
		}
	}
	return strings.Join(lines, "\n")
}

// oddDeals have as many cards as a full deck.
func oddDeals() []string {
	var full []string
	for _, suit := range "SHDC" {
		for _, rank := range "23456789TJQKA" {
			full = append(full, string(rank)+string(suit))
		}
	}
	dealt := strings.Join(full[:26], " ") + " / " + strings.Join(full[26:], " ")
	blank := strings.Repeat("-", 26)
	return []string{
		"K--AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---",
		"JQKA" + blank[4:] + "/" + blank,
		blank + "/" + blank,
		"JJJJJQQQQQAAAAAKK" + blank[17:] + "/" + blank,
		strings.Replace(dealt, "2S", "2H", 1),
		strings.Replace(dealt, "2S", "3H", 1),
		strings.Replace(dealt, "2S", "2", 1) + " 2 2",
		strings.Replace(dealt, "2S ", "", 1),
	}
}

func oddItalianDeals() []string {
	blank := strings.Repeat("-", 20)
	return []string{"1222233333" + blank[10:] + "/" + blank, "11111" + blank[5:] + "/" + blank}
}

// TestRemarksOnOddDecks shows what is said of decks that are not quite one.
func TestRemarksOnOddDecks(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for _, locale := range words.Languages() {
		fx := commandstest.With(t, commandstest.Config{Locale: locale})
		remark := func(options o) {
			for line := range strings.Lines(fx.Ask(fx.Anna, "camicia", options).Text) {
				if before, _, _ := strings.Cut(line, " "); slices.Contains([]string{"40", "51", "52", "54"}, before) {
					b.WriteString(strings.TrimSpace(line) + "\n")
				}
			}
		}
		for _, d := range oddDeals() {
			remark(o{"deal": d})
		}
		for _, d := range oddItalianDeals() {
			remark(o{"deal": d, "deck": "italian"})
		}
	}
	commandstest.Compare(t, words.English, "odd-decks", b.String())
}

// phrases are the ids of all that is said of the texts above, with their parts.
func phrases(t *testing.T) []string {
	t.Helper()
	all := make(map[string]bool)
	var note func(p game.Phrase)
	note = func(p game.Phrase) {
		all[p.ID] = true
		for _, v := range p.Args {
			if part, ok := v.(game.Phrase); ok {
				note(part)
			}
		}
	}
	for _, c := range causes {
		for _, one := range problemsOf(t, c.game, c.text).List {
			note(one.Found())
			note(one.Hint())
		}
	}
	return slices.DeleteFunc(slices.Sorted(maps.Keys(all)), func(id string) bool { return !strings.HasPrefix(id, "deal.") })
}

// TestEveryPhraseHasAMessage: what the deal reader says has a message, and every
// message is said. [words] sees to it that all languages have the same ones.
func TestEveryPhraseHasAMessage(t *testing.T) {
	t.Parallel()
	messages := slices.DeleteFunc(commandstest.Book(t).IDs(), func(id string) bool { return !strings.HasPrefix(id, "deal.") })
	if diff := cmp.Diff(phrases(t), messages); diff != "" {
		t.Errorf("phrases of the deal reader and messages (-phrases +messages):\n%s", diff)
	}
}

// TestProblemsQuoteTheMiddleOfALongLine: with carets under wide characters, and
// the column as a place, not an amount.
func TestProblemsQuoteTheMiddleOfALongLine(t *testing.T) {
	t.Parallel()
	text := strings.Repeat("2 ", 500) + "💥 / 3" + strings.Repeat(" 4", 500)
	for locale, place := range map[string]string{"en": "line 1, column 1001", "it": "riga 1, colonna 1001"} {
		want := "```\n…2 2 2 2 2 2 2 2 2 2 💥 / 3 4 4 4 4 4 4 4 4…\n                     ^^ " + place + "\n```"
		said := mistakeOf(commandstest.With(t, commandstest.Config{Locale: locale}), "camicia", text)
		if quote := said[max(strings.Index(said, "```"), 0):]; quote != want {
			t.Errorf("(-want +got):\n%s", cmp.Diff(want, quote))
		}
	}
}

// TestMoreProblemsAreCounted: five are shown, the others counted.
func TestMoreProblemsAreCounted(t *testing.T) {
	t.Parallel()
	var many strings.Builder // no two alike
	for i := range 1005 {
		many.WriteString(strings.NewReplacer("0", "B", "1", "C", "2", "E", "3", "F", "4", "G", "5", "H", "6", "I", "7", "L").Replace(fmt.Sprintf("%04o ", i)))
	}
	for _, c := range []struct{ locale, text, want string }{
		{"en", "B C E / F G H", "```\n… and 1 more."},
		{"it", "B C E / F G H", "… e un altro."},
		{"it", "B C E / F G H I", "… e altri 2."},
		{"it", many.String() + "/ 3", "… e altri 1.000."},
		{"en", strings.Repeat("X ", 1005) + "/ 3", "… and 1,004 more."},
		{"it", "X X X X X X X X X / 3", "… e altri 8."},
	} {
		if said := mistakeOf(commandstest.With(t, commandstest.Config{Locale: c.locale}), "camicia", c.text); !strings.HasSuffix(said, c.want) {
			t.Errorf("%.20q ends %q, want %q", c.text, said[max(len(said)-60, 0):], c.want)
		}
	}
}

// TestProblemsQuoteSafely: whatever users typed stands in code, in one piece, so
// that nothing of it takes effect: as they typed it, escaped in JSON, or beside a
// deal.
func TestProblemsQuoteSafely(t *testing.T) {
	t.Parallel()
	pieces := []string{
		"`", "```", "@everyone", "<@1001>", "**", "__", "||", "[a](https://b.c)", "\u202e", "\u2066", "\u200b", "\x1b[31m", "“", "”",
		"{card}", "{within}", "\\", "\n", " ", "/", ":", "J", "2", "é", "💥", "#", "-", "—",
	}
	code := regexp.MustCompile("(?s)```\n.*?\n```|`[^`\n]+`")
	fixtures := []*commandstest.Fixture{commandstest.With(t, commandstest.Config{Locale: "en"}), commandstest.With(t, commandstest.Config{Locale: "it"})}
	rapid.Check(t, func(rt *rapid.T) {
		typed := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 1, 8).Draw(rt, "typed"), "")
		text := rapid.SampledFrom([]string{
			"🂠 " + typed, // no card, no value
			`[["2","🂠` + escaped(typed) + `"],["3"]]`,
			"I got 2 A 7 / 3 4 J" + typed,
		}).Draw(rt, "text")
		game := rapid.SampledFrom(append(commandstest.Games().Names(), "italian", "message")).Draw(rt, "game")
		fx := rapid.SampledFrom(fixtures).Draw(rt, "fixture")
		r := answerTo(fx, game, text)
		if !r.Ephemeral {
			return // a deal, then
		}
		rest := strings.ReplaceAll(code.ReplaceAllString(r.Text, ""), "**", "")
		if strings.ContainsAny(rest, "`@<*_|\\{“”") || strings.ContainsAny(r.Text, "\u202e\u2066\u200b\x1b") {
			rt.Fatalf("%q is answered\n%s", text, r.Text)
		}
	})
}

// escaped writes a text as JSON does that escapes every character.
func escaped(text string) string {
	var b strings.Builder
	for _, unit := range utf16.Encode([]rune(text)) {
		fmt.Fprintf(&b, `\u%04x`, unit)
	}
	return b.String()
}

// TestShuffleOptionsAreNotForADeal: how many players or cards there are, a given deal says.
func TestShuffleOptionsAreNotForADeal(t *testing.T) {
	t.Parallel()
	fx := commandstest.With(t, commandstest.Config{Locale: "en"})
	for _, c := range []struct {
		game, deal string
		options    o
		want       string
	}{
		{"beggar", "5 / 6", o{"players": int64(3)}, "`players` is for shuffled deals"},
		{"snap", "ab aa", o{"cards": int64(3)}, "`cards` is for shuffled deals"},
	} {
		c.options["deal"] = c.deal
		if got := fx.Ask(fx.Anna, c.game, c.options); !strings.Contains(got.Text, c.want) || !got.Ephemeral {
			t.Errorf("%s %v: %q, want %q", c.game, c.options, got.Text, c.want)
		}
	}
}
