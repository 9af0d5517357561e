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
	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
)

// symbols returns hands of "-", J, Q, K and A.
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

// codewars returns a deal in the exercise's notation: "TD AC".
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

func play(t testing.TB, d beggar.Deal) game.Play {
	t.Helper()
	p, err := d.Settle(t.Context(), game.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	return p
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
		p, err := symbols(hands...).Settle(t.Context(), game.DefaultBudget)
		if err != nil {
			t.Fatal(err)
		}
		o := p.Outcome()
		got := fmt.Sprintf("%s %d %d/%d", penalty.NewReport("", o).Status, o.Winner(), o.Length.Plays, o.Length.Takes)
		lead := fmt.Sprintf("%d/%d", o.Lead.Plays, o.Lead.Takes)
		if want, wantLead := playPlain(hands); got != want || lead != wantLead {
			t.Fatalf("%q: engine %s (lead %s), plain %s (%s)", hands, got, lead, want, wantLead)
		}
	})
}

func TestTextTrace(t *testing.T) {
	d := codewars(t, "TD AC", "5H 4D", "JS KC 2H")
	var got bytes.Buffer
	if err := play(t, d).WriteTrace(t.Context(), &got, trace.Options{}); err != nil {
		t.Fatal(err)
	}
	want := `Turn   Player 1               Player 2   Player 3   Common pile      Penalty

0      TD AC                  5H 4D      JS KC 2H   -                -
1      AC                     5H 4D      JS KC 2H   TD               -
2      AC                     4D         JS KC 2H   TD 5H            -
3      AC                     4D         KC 2H      TD 5H JS         Player 1 pays 1
4      -                      4D         KC 2H      TD 5H JS AC      Player 2 pays 4
5      -                      -          KC 2H      TD 5H JS AC 4D   Player 2 pays 3
5      -                      -          KC 2H      TD 5H JS AC 4D   Player 2 is out
5      TD 5H JS AC 4D         -          KC 2H      -                -
6      5H JS AC 4D            -          KC 2H      TD               -
7      5H JS AC 4D            -          2H         TD KC            Player 1 pays 3
8      JS AC 4D               -          2H         TD KC 5H         Player 1 pays 2
9      AC 4D                  -          2H         TD KC 5H JS      Player 3 pays 1
10     AC 4D                  -          -          TD KC 5H JS 2H   -
10     AC 4D TD KC 5H JS 2H   -          -          -                -

Codewars counts players from 0: its answer is 0.
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestEventsNameWhoIsOut(t *testing.T) {
	d := codewars(t, "AC", "5H", "2H 3H")
	var got bytes.Buffer
	if err := play(t, d).WriteTrace(t.Context(), &got, trace.Options{Format: trace.JSONLines}); err != nil {
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

// TestDivisionsAreShort checks the length that fits into the ids of buttons.
func TestDivisionsAreShort(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var d beggar.Deal
		for range rapid.IntRange(2, game.MaxPlayers).Draw(t, "players") {
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
		p, err := d.Settle(t.Context(), 5000)
		if err != nil {
			t.Fatal(err)
		}
		var text, events bytes.Buffer
		if err := p.WriteTrace(t.Context(), &text, trace.Options{}); err != nil {
			t.Fatal(err)
		}
		if err := p.WriteTrace(t.Context(), &events, trace.Options{Format: trace.JSONLines}); err != nil {
			t.Fatal(err)
		}
		table, _, _ := strings.Cut(text.String(), "\n\nCodewars")
		rows := strings.Split(strings.TrimSpace(table), "\n")
		last := strings.Fields(rows[len(rows)-1])
		// The last row has all 52 cards and the turn, and "-" for empty hands, the
		// empty pile and no penalty.
		cards := len(last) - 1 - strings.Count(rows[len(rows)-1], "-")
		if o := p.Outcome(); o.Ending == game.Won && (last[0] != fmt.Sprint(o.Length.Plays) || cards != 52) {
			t.Fatalf("%+v, but the text ends with\n%s", o, rows[len(rows)-1])
		}
		checkEvents(t, strings.Split(strings.TrimSpace(events.String()), "\n"), p)
	})
}

func checkEvents(t *rapid.T, lines []string, p game.Play) {
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
	o := p.Outcome()
	report, err := json.Marshal(p.Report())
	if err != nil || lines[len(lines)-1] != string(report) || cards != o.Length.Plays || o.Ending != game.Undecided && tricks != o.Length.Takes {
		t.Fatalf("%d cards, %d tricks and %s, want %+v", cards, tricks, lines[len(lines)-1], o)
	}
}
