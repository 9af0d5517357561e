package all_test

import (
	"regexp"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonna/commands/commandstest"
	"nonna/engine/card"
	"nonna/engine/penalty"
)

// titled returns a division as the title of its board names it.
func titled(fx *commandstest.Fixture, game, division string) string {
	_, name, _ := strings.Cut(fx.Ask(fx.Anna, "leaderboard", o{"game": game, "division": division}).Title, ", ")
	return name
}

func TestDivisionsInWords(t *testing.T) {
	t.Parallel()
	en, it := commandstest.New(t), commandstest.With(t, commandstest.Config{Locale: "it"})
	for _, tt := range []struct{ game, division, english, italian string }{
		{"camicia", "52", "full deck of 52", "mazzo intero da 52"},
		{"camicia", "40", "Italian deck of 40", "mazzo italiano da 40"},
		{"camicia", "9+1J+1Q+1K+1A 6:7", "13 cards, 6 and 7 (9 number cards, J Q K A)", "13 carte, 6 e 7 (9 lisce, J Q K A)"},
		{"camicia", "1+4J 3:2", "5 cards, 3 and 2 (1 number card, 4 J)", "5 carte, 3 e 2 (1 liscia, 4 J)"},
		{"camicia", "0+2J 1:1", "2 cards, 1 each (2 J)", "2 carte, 1 a testa (2 J)"},
		{"camicia", "2 1:1", "2 cards, 1 each (2 number cards)", "2 carte, 1 a testa (2 lisce)"},
		{"beggar", "8+2J+2Q 4x3", "12 cards, 4 players, 3 each (8 number cards, 2 J 2 Q)", "12 carte, 4 giocatori, 3 a testa (8 lisce, 2 J 2 Q)"},
		{"beggar", "36+4J+4Q+4K+4A 3 hands, 17-18", "52 cards, 3 players, 17 to 18 each (36 number cards, 4 J 4 Q 4 K 4 A)", "52 carte, 3 giocatori, da 17 a 18 a testa (36 lisce, 4 J 4 Q 4 K 4 A)"},
		{"beggar", "999+1A 200 hands, 1-9", "1,000 cards, 200 players, 1 to 9 each (999 number cards, A)", "1.000 carte, 200 giocatori, da 1 a 9 a testa (999 lisce, A)"},
		{"snap", "3x4", "3 players, 4 cards each", "3 giocatori, 4 carte a testa"},
		{"snap", "52", "52", "52"},
		{"snap", "-3x4", "-3x4", "-3x4"},
		{"camicia", "nonsense", "nonsense", "nonsense"},
	} {
		for fx, want := range map[*commandstest.Fixture]string{en: tt.english, it: tt.italian} {
			if got := titled(fx, tt.game, tt.division); got != want {
				t.Errorf("%s %s: %q, want %q", tt.game, tt.division, got, want)
			}
		}
	}
}

// Every division has words that fit a title.
func TestEveryDivisionHasWords(t *testing.T) {
	t.Parallel()
	// Nothing of the code is left, and no place is unfilled.
	code := regexp.MustCompile(`[+:{}]|hands|\d[JQKAx]|\d-\d|, \)|\(\)|  `)
	fixtures := []*commandstest.Fixture{commandstest.New(t), commandstest.With(t, commandstest.Config{Locale: "it"})}
	rapid.Check(t, func(rt *rapid.T) {
		deck := rapid.SampledFrom([]card.Deck{card.French, card.Italian}).Draw(rt, "deck")
		most := rapid.SampledFrom([]int{1, 4, 400}).Draw(rt, "most cards of a hand")
		hands := rapid.SliceOfN(rapid.SliceOfN(rapid.SampledFrom(deck.Full()), 1, most), 2, 60).Draw(rt, "hands")
		name := penalty.Deal{Deck: deck, Hands: hands}.Division()
		game := "camicia"
		if len(hands) > 2 {
			game = "beggar"
		}
		for _, fx := range fixtures {
			got := titled(fx, game, name)
			if got == name || code.MatchString(got) || strings.Contains(got, "division.") || len([]rune(got)) > 120 {
				rt.Errorf("%q in %q is %q", name, fx.Locale, got)
			}
		}
	})
}

// TestABoardWithoutADivision asks for the board of the latest game, with the others named
// below it, and for boards by all their names.
func TestABoardWithoutADivision(t *testing.T) {
	t.Parallel()
	commandstest.Replies(t, "board-divisions", commandstest.Config{}, func(fx *commandstest.Fixture, s *commandstest.Recording) {
		board := func(what string, options o) { s.Add(what, fx.Ask(fx.Anna, "leaderboard", options)) }
		fx.Ask(fx.Anna, "camicia", o{"seed": int64(1)})
		fx.Ask(fx.Anna, "camicia", o{"seed": int64(2)})
		board("one division", o{"game": "camicia"})
		fx.Ask(fx.Bob, "camicia", o{"deal": "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"})
		fx.Ask(fx.Bob, "camicia", o{"deal": "J 2 3 / 4 J 5"}) // on the board of endless games
		board("that of the latest game that ends", o{"game": "camicia"})
		board("the endless ones", o{"game": "camicia", "by": "endless"})
		board("in English words", o{"game": "camicia", "division": "Full deck of 52"})
		board("in Italian words", o{"game": "camicia", "division": "mazzo intero da 52"})
		board("by its short name", o{"game": "camicia", "division": "52"})
		fx.Ask(fx.Anna, "camicia", o{"seed": int64(3)})
		board("the latest is another again", o{"game": "camicia"})
		for n := 2; n < 10; n++ {
			bs := strings.Repeat("b", n)
			fx.Ask(fx.Bob, "snap", o{"deal": "a" + bs + " b" + bs})
			fx.Ask(fx.Anna, "snap", o{"deal": "ba" + bs[1:] + " b" + bs})
		}
		board("many others", o{"game": "snap"})
		fx.Now = fx.Now.AddDate(0, 2, 0)
		board("nothing there this week", o{"game": "snap", "division": "2x4", "period": "week"})
	})
}
