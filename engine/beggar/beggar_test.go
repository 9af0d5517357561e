package beggar_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
)

// symbols deals hands of "-", J, Q, K and A.
func symbols(hands ...string) beggar.Deal {
	var d beggar.Deal
	for _, h := range hands {
		var cards []card.Card
		for _, c := range []byte(h) {
			r := card.Number
			if debt := strings.IndexByte("-JQKA", c); debt > 0 {
				r = card.French.Court(debt)
			}
			cards = append(cards, card.Card{Rank: r})
		}
		d.Hands = append(d.Hands, cards)
	}
	return d
}

// codewars deals cards as the exercise writes them: "TD AC".
func codewars(t *testing.T, hands ...string) beggar.Deal {
	t.Helper()
	var d beggar.Deal
	for _, h := range hands {
		var cards []card.Card
		for _, w := range strings.Fields(h) {
			r, s := strings.IndexByte("23456789TJQKA", w[0]), strings.IndexByte("SHDC", w[1])
			if r < 0 || s < 0 {
				t.Fatalf("%q is no card", w)
			}
			cards = append(cards, card.Card{Rank: card.Two + card.Rank(r), Suit: card.Spades + card.Suit(s)})
		}
		d.Hands = append(d.Hands, cards)
	}
	return d
}

func settle(t testing.TB, d beggar.Deal) beggar.Outcome {
	t.Helper()
	o, err := beggar.Settle(t.Context(), d, camicia.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestWinnerWithinTheLimit(t *testing.T) {
	for _, c := range []struct {
		name   string
		o      beggar.Outcome
		winner int
		known  bool
	}{
		{"on the last card", beggar.Outcome{Ending: penalty.Finished, Last: 1, Cards: 10_000}, 1, true},
		{"one card late", beggar.Outcome{Ending: penalty.Finished, Last: 1, Cards: 10_001}, beggar.Nobody, true},
		{"a short loop", beggar.Outcome{Ending: penalty.Loop, Last: beggar.Nobody, Cards: 8}, beggar.Nobody, true},
		{"undecided after the limit", beggar.Outcome{Ending: penalty.Undecided, Last: beggar.Nobody, Cards: 10_000}, beggar.Nobody, true},
		{"undecided before it", beggar.Outcome{Ending: penalty.Undecided, Last: beggar.Nobody, Cards: 9_999}, beggar.Nobody, false},
	} {
		if w, known := c.o.Winner(); w != c.winner || known != c.known {
			t.Errorf("%s: winner %d (known %v), want %d (%v)", c.name, w, known, c.winner, c.known)
		}
	}
}

func TestReport(t *testing.T) {
	for _, c := range []struct {
		o    beggar.Outcome
		want string
	}{
		{
			beggar.Outcome{Ending: penalty.Finished, Last: 1, Cards: 13, Tricks: 1},
			`{"game":"beggar","winner":1,"status":"finished","cards":13,"tricks":1}`,
		},
		{
			beggar.Outcome{Ending: penalty.Finished, Last: 0, Cards: 12_000, Tricks: 900},
			`{"game":"beggar","winner":null,"status":"finished","cards":12000,"tricks":900}`,
		},
		{
			beggar.Outcome{Ending: penalty.Loop, Last: -1, Cards: 8, Tricks: 3, Cycle: penalty.Count{Cards: 8, Tricks: 3}},
			`{"game":"beggar","winner":null,"status":"loop","cards":8,"tricks":3}`,
		},
		{
			beggar.Outcome{Ending: penalty.Undecided, Last: -1, Cards: 100},
			`{"game":"beggar","status":"undecided","cards":100}`,
		},
	} {
		got, err := json.Marshal(beggar.Report(c.o))
		if err != nil || string(got) != c.want {
			t.Errorf("got  %s, %v\nwant %s", got, err, c.want)
		}
	}
}

func TestTwoPlayersPlayCamicia(t *testing.T) {
	src := shuffle.New(4)
	for range 500 {
		d := beggar.Random(src, 2)
		b := settle(t, d)
		c, err := camicia.Settle(t.Context(), camicia.Deal{Hands: [2][]card.Card(d.Hands)}, camicia.DefaultBudget)
		if err != nil || b.Cards != c.Cards || b.Tricks != c.Tricks || b.Last != int(c.Winner) {
			t.Fatalf("%s: beggar %+v, camicia %+v, %v", d.Key(), b, c, err)
		}
	}
}

func TestEngineAgreesWithPlainRules(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		alphabet := rapid.SampledFrom([]string{"-JQKA", "--JQKA", "-----J", "--------JQKA", "-J"}).Draw(t, "alphabet")
		players := rapid.IntRange(2, 7).Draw(t, "players")
		var hands []string
		for range players {
			var h strings.Builder
			for range rapid.IntRange(0, 14).Draw(t, "size") {
				h.WriteByte(rapid.SampledFrom([]byte(alphabet)).Draw(t, "card"))
			}
			hands = append(hands, h.String())
		}
		o, err := beggar.Settle(t.Context(), symbols(hands...), camicia.DefaultBudget)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprintf("%s %d %d/%d", o.Ending, o.Last, o.Cards, o.Tricks)
		lead := fmt.Sprintf("%d/%d", o.Lead.Cards, o.Lead.Tricks)
		if want, wantLead := playPlain(hands); got != want || lead != wantLead {
			t.Fatalf("%q: engine %s (lead %s), plain %s (%s)", hands, got, lead, want, wantLead)
		}
	})
}

// TestCardsAreConserved looks at the table after every move: each card is in
// one place, and no card is in the hand of a player who is out.
func TestCardsAreConserved(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := beggar.Random(shuffle.New(rapid.Uint64().Draw(t, "seed")), rapid.IntRange(2, 52).Draw(t, "players"))
		table := penalty.NewTable(penalty.FromHands(card.French, d.Hands))
		for range 20_000 {
			if _, ok := table.Step(); !ok {
				break
			}
			seen := make([]bool, 52)
			mark := func(ids []uint16) {
				for _, id := range ids {
					if seen[id] {
						t.Fatalf("card %d is in two places", id)
					}
					seen[id] = true
				}
			}
			mark(table.Pile())
			n := len(table.Pile())
			for p := range table.Players() {
				mark(table.Hand(p))
				n += len(table.Hand(p))
				if table.Out(p) && len(table.Hand(p)) > 0 {
					t.Fatalf("player %d is out with cards in hand", p)
				}
			}
			if n != 52 {
				t.Fatalf("%d cards on the table", n)
			}
		}
	})
}

func TestTextTrace(t *testing.T) {
	d := codewars(t, "TD AC", "5H 4D", "JS KC 2H")
	var got bytes.Buffer
	if err := beggar.WriteTrace(t.Context(), &got, d, settle(t, d), trace.Options{}); err != nil {
		t.Fatal(err)
	}
	want := `Turn   Player 0               Player 1   Player 2   Common pile      Penalty

0      TD AC                  5H 4D      JS KC 2H   -                -
1      AC                     5H 4D      JS KC 2H   TD               -
2      AC                     4D         JS KC 2H   TD 5H            -
3      AC                     4D         KC 2H      TD 5H JS         Player 0 pays 1
4      -                      4D         KC 2H      TD 5H JS AC      Player 1 pays 4
5      -                      -          KC 2H      TD 5H JS AC 4D   Player 1 pays 3
5      -                      -          KC 2H      TD 5H JS AC 4D   Player 1 is out
5      TD 5H JS AC 4D         -          KC 2H      -                -
6      5H JS AC 4D            -          KC 2H      TD               -
7      5H JS AC 4D            -          2H         TD KC            Player 0 pays 3
8      JS AC 4D               -          2H         TD KC 5H         Player 0 pays 2
9      AC 4D                  -          2H         TD KC 5H JS      Player 2 pays 1
10     AC 4D                  -          -          TD KC 5H JS 2H   -
10     AC 4D TD KC 5H JS 2H   -          -          -                -
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEventsNameWhoIsOut(t *testing.T) {
	d := codewars(t, "AC", "5H", "2H 3H")
	var got bytes.Buffer
	if err := beggar.WriteTrace(t.Context(), &got, d, settle(t, d), trace.Options{Format: trace.JSONLines}); err != nil {
		t.Fatal(err)
	}
	want := `{"game":"beggar","hands":[["AC"],["5H"],["2H","3H"]]}
{"turn":1,"round":1,"player":0,"card":"AC","owes":1,"due":4}
{"turn":2,"round":1,"player":1,"card":"5H","owes":1,"due":3}
{"round":1,"player":1,"out":true}
{"round":1,"player":0,"takes":2}
`
	if !strings.HasPrefix(got.String(), want) {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, got.String()))
	}
}

// TestDivisionsAreShort holds the bound that buttons rely on.
func TestDivisionsAreShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d beggar.Deal
		for range rapid.IntRange(2, beggar.MaxPlayers).Draw(t, "players") {
			r := rapid.SampledFrom([]card.Rank{card.Number, card.Jack, card.Ace}).Draw(t, "rank")
			hand := make([]card.Card, rapid.IntRange(1, 5000).Draw(t, "cards"))
			for i := range hand {
				hand[i].Rank = r
			}
			d.Hands = append(d.Hands, hand)
		}
		if name := d.Division(); len(name) > 50 {
			t.Fatalf("%q is %d characters long", name, len(name))
		}
	})
}

// TestTracesTellTheVerdict reads both traces of random games back: the counts
// of the rows and events, and the hands at the end, must be the outcome's.
func TestTracesTellTheVerdict(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := beggar.Random(shuffle.New(rapid.Uint64().Draw(t, "seed")), rapid.IntRange(2, 9).Draw(t, "players"))
		o, err := beggar.Settle(t.Context(), d, 5000)
		if err != nil {
			t.Fatal(err)
		}
		var text, events bytes.Buffer
		if err := beggar.WriteTrace(t.Context(), &text, d, o, trace.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := beggar.WriteTrace(t.Context(), &events, d, o, trace.Options{Format: trace.JSONLines}); err != nil {
			t.Fatal(err)
		}
		rows := strings.Split(strings.TrimSpace(text.String()), "\n")
		last := strings.Fields(rows[len(rows)-1])
		// All 52 cards and the turn stand in the last row, besides "-" for whoever
		// holds nothing and the empty pile and penalty.
		cards := len(last) - 1 - strings.Count(rows[len(rows)-1], "-")
		if o.Ending == penalty.Finished && (last[0] != fmt.Sprint(o.Cards) || cards != 52) {
			t.Fatalf("%+v, but the text ends with\n%s", o, rows[len(rows)-1])
		}
		checkEvents(t, strings.Split(strings.TrimSpace(events.String()), "\n"), o)
	})
}

func checkEvents(t *rapid.T, lines []string, o beggar.Outcome) {
	var cards, tricks int64
	for _, l := range lines[1 : len(lines)-1] {
		var e struct {
			Card  string
			Takes int
		}
		if err := json.Unmarshal([]byte(l), &e); err != nil {
			t.Fatal(err)
		}
		if e.Card != "" {
			cards++
		}
		if e.Takes > 0 {
			tricks++
		}
	}
	report, err := json.Marshal(beggar.Report(o))
	if err != nil || lines[len(lines)-1] != string(report) || cards != o.Cards || o.Ending != penalty.Undecided && tricks != o.Tricks {
		t.Fatalf("%d cards, %d tricks and %s, want %+v", cards, tricks, lines[len(lines)-1], o)
	}
}
