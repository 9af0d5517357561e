package words_test

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"nonna/commands/words"
	"nonna/engine"
	"nonna/engine/deal"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

func TestPhrases(t *testing.T) {
	t.Parallel()
	b := load(t)
	second := game.Seats{}.Phrase(1)
	for _, c := range []struct {
		phrase                  game.Phrase
		english, plain, italian string
	}{
		{
			game.Phrase{ID: "verdict.won", Args: game.Args{
				"who": second, "plays": game.Unit("unit.cards").Count(8344), "takes": game.Unit("penalty.tricks").Count(1),
			}},
			"**Player 2 wins** after 8,344 cards and 1 trick.",
			"Player 2 wins after 8,344 cards and 1 trick.",
			"**Vince il giocatore 2** dopo 8.344 carte e 1 presa.",
		},
		{
			game.Phrase{ID: "replay.took", Args: game.Args{"who": second}},
			"Player 2 took the pile.", "Player 2 took the pile.", "Il giocatore 2 prende la pila.",
		},
		{
			game.Phrase{ID: "snap.left", Args: game.Args{"count": 3, "players": []int{1, 3, 1000}}},
			"Players 1, 3 and 1,000 are left.", "Players 1, 3 and 1,000 are left.", "Restano in gioco i giocatori 1, 3 e 1.000.",
		},
		{
			game.Phrase{ID: "list.and", Args: game.Args{"first": game.Quote("**a** `{last}` “b”"), "last": []game.Phrase{
				game.Text("3 → 3"), game.Text("6 → 6"),
			}}},
			"`**a** '{last}' “b”` and 3 → 3 and 6 → 6",
			"“**a** `{last}` \"b\"” and 3 → 3 and 6 → 6",
			"`**a** '{last}' “b”` e 3 → 3 e 6 → 6",
		},
	} {
		got := []string{b.In("en").Phrase(c.phrase), b.In("en").Plain(c.phrase), b.In("it").Phrase(c.phrase)}
		if diff := cmp.Diff([]string{c.english, c.plain, c.italian}, got); diff != "" {
			t.Errorf("%s in English, plain, in Italian (-want +got):\n%s", c.phrase.ID, diff)
		}
	}
}

// TestWordsOfOtherGames loads folders with further messages, in some languages.
func TestWordsOfOtherGames(t *testing.T) {
	t.Parallel()
	b, err := words.Load(fstest.MapFS{"en/high.toml": {Data: []byte("[high]\nname = \"High card\"\n")}})
	if err != nil {
		t.Fatal(err)
	}
	for _, locale := range []string{"en", "it"} {
		if got := b.In(locale).Say("high.name", nil); got != "High card" {
			t.Errorf("%s: %q", locale, got)
		}
	}
	if !slices.Contains(b.IDs(), "high.name") {
		t.Error("the message is not among the ids")
	}
	if _, err := words.Load(fstest.MapFS{"it/high.toml": {Data: []byte("[high\n")}}); err == nil || !strings.Contains(err.Error(), "it/high.toml") {
		t.Errorf("error %v, want one that names the file", err)
	}
}

// unfilled matches a place that was not filled, and an id instead of a text.
var unfilled = regexp.MustCompile(`\{[a-zA-Z]+\}|^[a-z]+(\.[a-z-]+)+$`)

// TestPlacesAreFilled says in each language what the engine says of many deals and of
// texts that are not deals.
func TestPlacesAreFilled(t *testing.T) {
	t.Parallel()
	b := load(t)
	said := map[string]bool{}
	check := func(ph game.Phrase) {
		mark(said, ph)
		for _, lang := range words.Languages() {
			p := b.In(lang)
			for _, text := range []string{p.Phrase(ph), p.Plain(ph)} {
				if text == "" || unfilled.MatchString(text) {
					t.Errorf("%s: %s is %q", lang, ph.ID, text)
				}
			}
		}
	}
	src := shuffle.New(1)
	for _, g := range engine.Games() {
		for i := range g.Params {
			for _, n := range []int{2, 3, 7} {
				sayDeal(t, g.Shuffle(src, g.Params[i].With(n)), 200, check)
			}
		}
		for _, e := range g.Examples {
			for _, budget := range []int64{3, game.DefaultBudget} {
				sayDeal(t, read(t, g, e.Text, e.Options), budget, check)
			}
			sayProblems(g, e.Text, check)
		}
	}
	sayPenalty(t, engine.Games().ByName("camicia"), check)
	if len(said) < 80 {
		t.Errorf("said only %d messages", len(said))
	}
}

// mark collects the ids of a phrase and its parts.
func mark(said map[string]bool, ph game.Phrase) {
	said[ph.ID] = true
	for _, v := range ph.Args {
		if part, ok := v.(game.Phrase); ok {
			mark(said, part)
		}
	}
}

func read(t *testing.T, g *game.Game, text string, o game.Options) game.Deal {
	t.Helper()
	d, err := g.Read(text, o)
	if err != nil {
		t.Fatalf("%s: %q: %v", g.Name, text, err)
	}
	return d
}

// sayDeal says everything that the engine says of a deal.
func sayDeal(t *testing.T, d game.Deal, budget int64, say func(game.Phrase)) {
	t.Helper()
	p, err := d.Settle(t.Context(), budget)
	if err != nil {
		t.Fatal(err)
	}
	say(p.Verdict())
	for _, remark := range d.Remarks() {
		say(remark)
	}
	if err := p.Replay(t.Context(), 100, func(s game.Step) { say(s.Said()) }); err != nil {
		t.Fatal(err)
	}
}

// sayProblems damages a deal, and says what is wrong with it.
func sayProblems(g *game.Game, text string, say func(game.Phrase)) {
	for _, broken := range []string{
		"", text + text, text[1:], text[:len(text)-1], strings.ReplaceAll(text, "/", " "), "#" + text, "[" + text, "\x80" + text,
		"\u200b" + text, "[[1,2],[{}]]", `[[""],["X"]]`, "{}", "P1: " + text, "1 A X 0 / 2 – 14", strings.Repeat("2 / ", 300), "#1e9",
		"ab cd, ef gh", "a,b;c d", "abc", "a b\nc d\ne f", "<@123456789012345678>", "- 2 3\n- 4 5", "A-2-3 / 4",
	} {
		for _, read := range []func(string) (game.Deal, error){
			func(s string) (game.Deal, error) {
				found, err := deal.InMessage(game.List{g}, func(*game.Game) []string { return nil }, s)
				return found.Deal, err
			},
			func(s string) (game.Deal, error) { return g.Read(s, nil) },
		} {
			_, err := read(broken)
			var p *deal.Problems
			if errors.As(err, &p) {
				for _, one := range p.List {
					say(one.Found())
					say(one.Hint())
				}
			}
		}
	}
}

// sayPenalty says what is odd about decks that are almost full, and names divisions.
func sayPenalty(t *testing.T, g *game.Game, say func(game.Phrase)) {
	t.Helper()
	for _, text := range []string{
		"-------------------K--KKKK/AAAAQQQQJJJJ--------------", // five kings
		"-------------------K--KKKQ/AAAAQQQQ------------------", // five queens, no jacks
		"-------------------22222--/KKKKAAAAQQQQJJJJ----------", // five of a number
		"2♠ 2♠ ------------------------ / KKKKAAAAQQQQJJJJ ----------",
		"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---",
	} {
		sayDeal(t, read(t, g, text, nil), 100, say)
	}
	for _, name := range []string{"52", "40", "8+2J+2Q 4x3", "8+2J+2Q 6:6", "9+1J+1Q+2K 6:7", "52 2:50", "0+4K 2:2", "900 200 hands, 1-9"} {
		d, ok := penalty.DescribeDivision(name)
		if !ok {
			t.Fatalf("no division %q", name)
		}
		say(d.Said)
		if d.Note.ID != "" {
			say(d.Note)
		}
	}
}
