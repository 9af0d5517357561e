package camicia_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// deal reads "2 A 10 / 3 4" or, without spaces, "--A/J-". It is as plain as
// test data allows; people's input is read by package deal.
func deal(t testing.TB, text string) camicia.Deal {
	t.Helper()
	var d camicia.Deal
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

func rank(t testing.TB, text string) card.Rank {
	for r := card.Number; r <= card.Ace; r++ {
		if r.String() == text {
			return r
		}
	}
	t.Fatalf("%q is no rank", text)
	return 0
}

// italian reads a deal of the 40-card deck as the published records write it:
// J, Q and K for 1, 2 and 3.
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

func settle(t testing.TB, d camicia.Deal) camicia.Outcome {
	t.Helper()
	o, err := camicia.Settle(t.Context(), d, camicia.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// summary is how published cases state an outcome.
func summary(o camicia.Outcome) string {
	return fmt.Sprintf("%s %d %d", o.Ending, o.Cards, o.Tricks)
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
		// Both would be called loops if the leader did not belong to a position.
		{"2 3 J / 4 5 6 J", "finished 22 5", "A"},
		{"-----J/Q-Q-J-", "finished 92 19", "A"},
		// A number card that nobody can follow wins what lies there.
		{"2/3", "finished 2 1", "B"},
		{"2 4/3", "finished 3 1", "A"},
		// A player without a card may still win the pile back by a court card.
		{"J/2 3", "finished 4 2", "A"},
	} {
		o := settle(t, deal(t, c.deal))
		if got := summary(o); got != c.want {
			t.Errorf("%s: %s, want %s", c.deal, got, c.want)
		}
		if p := playPlain(strip(c.deal)); fmt.Sprintf("%s %d %d", p.status, p.cards, p.tricks) != summary(o) || p.winner != o.Winner.String() {
			t.Errorf("%s: engine %s %v, plain %+v", c.deal, summary(o), o.Winner, p)
		}
	}
}

// strip turns a test deal into the symbols of playPlain.
func strip(text string) (a, b string) {
	t := strings.NewReplacer(" ", "", "10", "-", "2", "-", "3", "-", "4", "-", "5", "-", "6", "-", "7", "-", "8", "-", "9", "-")
	a, b, _ = strings.Cut(t.Replace(text), "/")
	return a, b
}

func TestEmptyHands(t *testing.T) {
	for _, c := range []struct {
		a, b   int
		winner camicia.Player
		cards  int64
		tricks int64
	}{
		{0, 0, camicia.B, 0, 0}, // A must lead and cannot
		{0, 3, camicia.B, 0, 0},
		{3, 0, camicia.A, 1, 1},
	} {
		blank := card.Card{Rank: card.Number}
		var d camicia.Deal
		for range c.a {
			d.Hands[0] = append(d.Hands[0], blank)
		}
		for range c.b {
			d.Hands[1] = append(d.Hands[1], blank)
		}
		want := camicia.Outcome{Ending: penalty.Finished, Winner: c.winner, Cards: c.cards, Tricks: c.tricks}
		if diff := cmp.Diff(want, settle(t, d)); diff != "" {
			t.Errorf("%d cards against %d (-want +got):\n%s", c.a, c.b, diff)
		}
	}
}

func TestPublishedRecords(t *testing.T) {
	c, err := camicia.NewCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	if n := len(c.All()); n != 245 {
		t.Errorf("%d records, want 245", n)
	}
	for _, p := range c.All() {
		d := deal(t, p.Key)
		if p.Division == "40" {
			d = italian(t, p.Key)
		}
		o := settle(t, d)
		want := camicia.Outcome{Ending: penalty.Finished, Winner: o.Winner, Cards: p.Cards, Tricks: p.Tricks}
		if p.Loop {
			want.Ending, want.Winner, want.Cycle = penalty.Loop, camicia.None, p.Cycle
			want.Lead = penalty.Count{Cards: p.Cards - p.Cycle.Cards, Tricks: p.Tricks - p.Cycle.Tricks}
		}
		if diff := cmp.Diff(want, o); diff != "" {
			t.Errorf("%s (-published +settled):\n%s", p.Key, diff)
		}
		if found, swapped, ok := c.Find(d); !ok || swapped || found != p {
			t.Errorf("%s: found %+v (swapped %v, %v)", p.Key, found, swapped, ok)
		}
	}
}

func TestCatalogueFindsSwappedAndFilledInDeals(t *testing.T) {
	c, err := camicia.NewCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	const casella = "2 8 4 K 5 2 3 Q 6 K Q A J 3 5 9 8 3 A A J 4 4 J 7 5 / 7 7 8 6 10 10 6 10 7 2 Q 6 3 2 4 K Q 10 J 5 9 8 9 9 K A"
	d := deal(t, casella)
	if p, swapped, ok := c.Find(d); !ok || swapped || p.Finder != "Brayden Casella" || p.Year != 2024 {
		t.Errorf("filled in: %+v, %v, %v", p, swapped, ok)
	}
	d.Hands[0], d.Hands[1] = d.Hands[1], d.Hands[0]
	if p, swapped, ok := c.Find(d); !ok || !swapped || p.Finder != "Brayden Casella" {
		t.Errorf("swapped: %+v, %v, %v", p, swapped, ok)
	}
	if p, _, ok := c.Find(deal(t, "2 A 7 8 Q 10 / 3 4 5 6 K 9 J")); ok {
		t.Errorf("a deal nobody published is %+v", p)
	}
}

func TestRankAmongThePublished(t *testing.T) {
	c, err := camicia.NewCatalogue()
	if err != nil {
		t.Fatal(err)
	}
	type place struct{ rank, of int }
	got := map[place]int{} // how many records hold it
	for _, p := range c.All() {
		rank, of := c.Rank(p)
		got[place{rank, of}]++
		switch {
		case p.Division == "52" && p.Loop && (place{rank, of} != place{1, 1}),
			p.Division == "52" && p.Finder == "William Rucklidge" && (place{rank, of} != place{3, 12}),
			p.Division == "40" && p.Cards == 4663 && (place{rank, of} != place{1, 70}):
			t.Errorf("%s of %d cards has place %d of %d", p.Finder, p.Cards, rank, of)
		}
	}
	// Three endless deals of the Italian deck repeat after 567 cards, the next
	// six after 566.
	for at, want := range map[place]int{{1, 162}: 3, {2, 162}: 0, {3, 162}: 0, {4, 162}: 6, {12, 12}: 1} {
		if got[at] != want {
			t.Errorf("place %d of %d is held by %d records, want %d", at.rank, at.of, got[at], want)
		}
	}
}

func TestDealNumbers(t *testing.T) {
	if got := camicia.Numbers().String(); got != "653534134886878245000" {
		t.Errorf("%s full deals", got)
	}
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
		back, ok := camicia.DealOfNumber(n)
		if !ok || back.Key() != d.Key() {
			t.Errorf("#%s: %s, want %s", c.number, back.Key(), d.Key())
		}
	}
	for _, bad := range []*big.Int{big.NewInt(-1), camicia.Numbers()} {
		if d, ok := camicia.DealOfNumber(bad); ok {
			t.Errorf("deal %v is %s", bad, d.Key())
		}
	}
	if n, ok := deal(t, "J/-").Number(); ok {
		t.Errorf("two cards have the number %v", n)
	}
}

func TestBudgetIsExact(t *testing.T) {
	for _, c := range []struct {
		deal  string
		cards int64
	}{
		{"2 A 7 8 Q 10 / 3 4 5 6 K 9 J", 13},
		{"J 2 3 / 4 J 5", 8},
		{"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", 8344},
		{"---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA", 474},
	} {
		d := deal(t, c.deal)
		full := settle(t, d)
		if full.Cards != c.cards {
			t.Errorf("%s: %d cards, want %d", c.deal, full.Cards, c.cards)
		}
		at, err := camicia.Settle(t.Context(), d, c.cards)
		if err != nil || at != full {
			t.Errorf("%s within %d cards: %+v, %v", c.deal, c.cards, at, err)
		}
		short, err := camicia.Settle(t.Context(), d, c.cards-1)
		want := camicia.Outcome{Ending: penalty.Undecided, Winner: camicia.None, Cards: c.cards - 1}
		if err != nil || short != want {
			t.Errorf("%s within %d cards: %+v, %v", c.deal, c.cards-1, short, err)
		}
	}
}

func TestSettleStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	// A large deal that runs for long, so that there is something to stop.
	src := shuffle.New(7)
	var d camicia.Deal
	for range 200 {
		cards := card.French.Full()
		shuffle.Cards(src, cards)
		d.Hands[0] = append(d.Hands[0], cards[:26]...)
		d.Hands[1] = append(d.Hands[1], cards[26:]...)
	}
	if _, err := camicia.Settle(ctx, d, 1<<40); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want the context's", err)
	}
}

func TestDivision(t *testing.T) {
	for _, c := range []struct{ deal, want string }{
		{"---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---", "52"},
		{"--J-/Q-", "4+1J+1Q 4:2"},
		{"---AJ--Q---------QAKQJJ-Q/K-----A----KJ-K--------A---", "36+4J+4Q+4K+4A 25:27"},
	} {
		if got := deal(t, c.deal).Division(); got != c.want {
			t.Errorf("%s: division %q, want %q", c.deal, got, c.want)
		}
	}
	if got := italian(t, "-JK--QKK-QQ---K--J--/------J-----------QJ").Division(); got != "40" {
		t.Errorf("Italian deck: division %q", got)
	}
}
