package camicia_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// deal reads "2 A 10 / 3 4" or, without spaces, "--A/J-", more plainly than the reader that
// people use.
func deal(t testing.TB, text string) camicia.Deal {
	t.Helper()
	d := newDeal()
	hands := strings.Split(text, "/")
	if len(hands) != 2 {
		t.Fatalf("%q: want two hands", text)
	}
	for i, h := range hands {
		words := strings.Fields(h)
		if len(words) == 1 && words[0] != "10" {
			words = strings.Split(words[0], "")
		}
		for _, w := range words {
			d.Hands[i] = append(d.Hands[i], card.Card{Rank: rank(t, w)})
		}
	}
	return d
}

// newDeal returns a deal of two empty hands.
func newDeal() camicia.Deal { return camicia.Deal{Deal: penalty.Deal{Hands: make([][]card.Card, 2)}} }

func rank(t testing.TB, text string) card.Rank {
	for r := card.Number; r <= card.Ace; r++ {
		if r.String() == text {
			return r
		}
	}
	t.Fatalf("%q is no rank", text)
	return 0
}

// italian reads a deal of the 40-card deck in the notation of the published records: J, Q
// and K for 1, 2 and 3.
func italian(t testing.TB, text string) camicia.Deal {
	d := deal(t, text)
	d.Deck = card.Italian
	for _, h := range d.Hands {
		for i, c := range h {
			if c.Rank != card.Number {
				h[i].Rank = card.Italian.Court(card.French.Debt(c.Rank))
			}
		}
	}
	return d
}

func play(t testing.TB, d camicia.Deal) game.Play {
	t.Helper()
	p, err := d.Settle(t.Context(), game.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func settle(t testing.TB, d camicia.Deal) game.Outcome {
	t.Helper()
	return play(t, d).Outcome()
}

// winner returns the winner's letter, "" for no winner.
func winner(o game.Outcome) string {
	if o.Ending != game.Won {
		return ""
	}
	return [...]string{"A", "B"}[o.Winner()]
}

// summary returns an outcome in the form of the published cases.
func summary(o game.Outcome) string {
	return fmt.Sprintf("%s %d %d", penalty.NewReport("", o).Status, o.Length.Plays, o.Length.Takes)
}

func TestExercismCases(t *testing.T) {
	f, err := os.Open("testdata/exercism.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	cases := 0
	for lines := bufio.NewScanner(f); lines.Scan(); {
		parts := strings.Split(lines.Text(), " | ")
		if len(parts) != 3 || strings.HasPrefix(parts[0], "#") {
			continue
		}
		cases++
		t.Run(parts[0], func(t *testing.T) {
			if got := summary(settle(t, deal(t, parts[1]))); got != parts[2] {
				t.Errorf("%s\ngot  %s\nwant %s", parts[1], got, parts[2])
			}
		})
	}
	if cases != 28 {
		t.Errorf("%d cases, want the 28 published ones", cases)
	}
}

func TestRulesExamples(t *testing.T) {
	for _, c := range []struct{ deal, want, winner string }{
		{"2 A 7 8 Q 10 / 3 4 5 6 K 9 J", "finished 13 1", "B"},
		{"J 2 3 / 4 J 5", "loop 8 3", ""},
		// Both would be called loops if the leader were not a part of a position.
		{"2 3 J / 4 5 6 J", "finished 22 5", "A"},
		{"-----J/Q-Q-J-", "finished 92 19", "A"},
		// A number card that nobody can follow wins the pile.
		{"2/3", "finished 2 1", "B"},
		{"2 4/3", "finished 3 1", "A"},
		// A player without a card may still win the pile back by a court card.
		{"J/2 3", "finished 4 2", "A"},
		// Without cards, who must lead cannot.
		{"/", "finished 0 0", "B"},
		{"/---", "finished 0 0", "B"},
		{"---/", "finished 1 1", "A"},
	} {
		o := settle(t, deal(t, c.deal))
		if got := summary(o); got != c.want {
			t.Errorf("%s: %s, want %s", c.deal, got, c.want)
		}
		if p := playPlain(strip(c.deal)); fmt.Sprintf("%s %d %d", p.status, p.cards, p.tricks) != summary(o) || p.winner != winner(o) {
			t.Errorf("%s: engine %s %v, plain %+v", c.deal, summary(o), winner(o), p)
		}
	}
}

// strip turns a test deal into the symbols of playPlain.
func strip(text string) (a, b string) {
	t := strings.NewReplacer(" ", "", "10", "-", "2", "-", "3", "-", "4", "-", "5", "-", "6", "-", "7", "-", "8", "-", "9", "-")
	a, b, _ = strings.Cut(t.Replace(text), "/")
	return a, b
}

func TestDealNumbers(t *testing.T) {
	for _, c := range []struct{ deal, number string }{
		{"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", "447247122283566119055"},
		{"---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA", "472460898658889399111"},
		{"--------------------------/----------JJJJQQQQKKKKAAAA", "653534134886878244999"},
		{"AAAAKKKKQQQQJJJJ----------/--------------------------", "0"},
	} {
		d := deal(t, c.deal)
		n, ok := d.Number()
		if !ok || n.String() != c.number {
			t.Errorf("%s: number %v, want %s", c.deal, n, c.number)
			continue
		}
		back, ok := penalty.DealOfNumber(n.String())
		if !ok || back.Key() != d.Key() {
			t.Errorf("#%s: %s, want %s", c.number, back.Key(), d.Key())
		}
	}
	for _, digits := range []string{"653534134886878245000", "-1", "+1", "1_0", "", "9999999999999999999999"} {
		if d, ok := penalty.DealOfNumber(digits); ok {
			t.Errorf("deal %s is %s", digits, d.Key())
		}
	}
	if n, ok := deal(t, "J/-").Number(); ok {
		t.Errorf("two cards have the number %v", n)
	}
}

func TestSettleStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	// A large deal that runs long enough to be stopped.
	src := shuffle.New(7)
	d := newDeal()
	for range 190 {
		cards := card.French.Full()
		shuffle.Cards(src, cards)
		d.Hands[0] = append(d.Hands[0], cards[:26]...)
		d.Hands[1] = append(d.Hands[1], cards[26:]...)
	}
	if _, err := d.Settle(ctx, 1<<40); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}
