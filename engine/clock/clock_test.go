package clock_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonna/engine/clock"
	"nonna/engine/game"
	"nonna/engine/shuffle"
	"nonna/engine/trace"
)

// deal reads 13 piles of values, separated by slashes.
func deal(t testing.TB, text string) clock.Deal {
	t.Helper()
	var d clock.Deal
	for p, pile := range strings.Split(text, "/") {
		for i, v := range strings.Fields(pile) {
			if _, err := fmt.Sscan(v, &d[p][i]); err != nil {
				t.Fatal(err)
			}
		}
	}
	return d
}

// play settles a deal, and fails the test if that is impossible.
func play(t interface {
	Context() context.Context
	Fatal(args ...any)
}, d clock.Deal,
) game.Play {
	p, err := d.Settle(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func settle(t testing.TB, d clock.Deal) game.Outcome { return play(t, d).Outcome() }

func won(o game.Outcome) bool { return o.Ending == game.Won }

func TestPublishedDeals(t *testing.T) {
	text, err := os.ReadFile("testdata/deals.txt")
	if err != nil {
		t.Fatal(err)
	}
	n := map[string]int{}
	for _, line := range strings.Split(strings.TrimSpace(string(text)), "\n") {
		verdict, piles, ok := strings.Cut(line, " | ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		n[verdict]++
		if o := settle(t, deal(t, piles)); won(o) != (verdict == "won") {
			t.Errorf("%s: %+v, want %s", piles, o, verdict)
		}
	}
	if n["won"] != 10 || n["lost"] != 10 {
		t.Errorf("%v deals, want ten won and ten lost", n)
	}
}

// playPlain plays the game with piles as lists. It returns the number of cards turned, and
// of cards that stay face down in each pile.
func playPlain(d clock.Deal) (turned int, left [clock.Piles]int) {
	piles := make([][]uint8, clock.Piles)
	for p := range d {
		piles[p] = append(piles[p], d[p][:]...)
	}
	for current := uint8(0); len(piles[current]) > 0; turned++ {
		card := piles[current][0]
		piles[current] = piles[current][1:]
		current = card
	}
	for p := range piles {
		left[p] = len(piles[p])
	}
	return turned, left
}

// wonByTheorem reports whether a deal is won, without playing it: exactly if the bottom cards of piles 1 to 12 lead every one of them to pile 0, that is, form a
// tree (Knuth, The Art of Computer Programming, volume 1, section 2.3.4.2).
func wonByTheorem(d clock.Deal) bool {
	for pile := range d {
		at := pile
		for range clock.Piles {
			if at != 0 {
				at = int(d[at][clock.Each-1])
			}
		}
		if at != 0 {
			return false
		}
	}
	return true
}

func TestPlayAndTheoremAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := clock.Random(shuffle.New(rapid.Uint64().Draw(t, "seed")))
		o := play(t, d).Outcome()
		turned, left := playPlain(d)
		if o.Length.Plays != int64(turned) || !slices.Equal(o.FaceDown, left[:]) || won(o) != (turned == clock.Cards) || won(o) != wonByTheorem(d) {
			t.Fatalf("%v: %+v; plain %d turned, left %v; theorem %v", d, o, turned, left, wonByTheorem(d))
		}
		checkRings(t, d, o)
	})
}

// checkRings checks that a lost game has a ring, that its bottom cards lead from pile to
// pile, and that they were not turned.
func checkRings(t *rapid.T, d clock.Deal, o game.Outcome) {
	if won(o) != (len(o.Rings) == 0) {
		t.Fatalf("%v: won %v with the rings %v", d, won(o), o.Rings)
	}
	if !slices.IsSortedFunc(o.Rings, func(a, b game.Ring) int { return a[0] - b[0] }) {
		t.Fatalf("%v: the rings %v are not in order", d, o.Rings)
	}
	for _, ring := range o.Rings {
		for i, p := range ring {
			if next := ring[(i+1)%len(ring)]; int(d[p][clock.Each-1]) != next || o.FaceDown[p] == 0 || p == 0 {
				t.Fatalf("%v: ring %v, left %v", d, ring, o.FaceDown)
			}
		}
	}
}

// TestChance deals a hundred thousand times: a thirteenth is won, and 42.4
// cards are turned on average.
func TestChance(t *testing.T) {
	src := shuffle.New(1)
	const n = 100_000
	wins, turned, odds := 0, int64(0), clock.New().Odds
	for range n {
		o := settle(t, clock.Random(src))
		if won(o) {
			wins++
		}
		turned += o.Length.Plays
	}
	// Five standard deviations of a binomial: sqrt(n/13 · 12/13) is 84.
	if diff := wins - n/odds; diff < -420 || diff > 420 {
		t.Errorf("%d of %d won, want about %d", wins, n, n/odds)
	}
	if mean := float64(turned) / n; mean < 42.2 || mean > 42.6 {
		t.Errorf("%.2f cards turned on average, want 42.4", mean)
	}
}

// lost is blocked by pile 1, whose bottom card is its own.
const lost = "0 0 0 0 / 2 2 2 1 / 1 1 1 2 / 3 3 3 3 / 4 4 4 4 / 5 5 5 5 / 6 6 6 6 / 7 7 7 7 / 8 8 8 8 / 9 9 9 9 / 10 10 10 10 / 11 11 11 11 / 12 12 12 12"

func TestTextTrace(t *testing.T) {
	d := deal(t, lost)
	var got bytes.Buffer
	if err := play(t, d).WriteTrace(t.Context(), &got, trace.Options{}); err != nil {
		t.Fatal(err)
	}
	want := `Turn   Pile   Face down in it   Card   To pile

1      0      3                 0      0
2      0      2                 0      0
3      0      1                 0      0
4      0      0                 0      0

Lost: 48 cards stay face down. Blocked by the ring of bottom cards 1 → 1 and 2 → 2 and 3 → 3 and 4 → 4 and 5 → 5 and 6 → 6 and 7 → 7 and 8 → 8 and 9 → 9 and 10 → 10 and 11 → 11 and 12 → 12.
`
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// FuzzSettleTraceAndJSONAgree checks that the verdict, the trace in both formats and the
// theorem agree about any deal.
func FuzzSettleTraceAndJSONAgree(f *testing.F) {
	for seed := range uint64(20) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, seed uint64) {
		d := clock.Random(shuffle.New(seed))
		p := play(t, d)
		o := p.Outcome()
		var text, events bytes.Buffer
		if err := p.WriteTrace(t.Context(), &text, trace.Options{}); err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(text.String(), "\n") - 4; int64(n) != o.Length.Plays {
			t.Fatalf("%d lines for %d cards", n, o.Length.Plays)
		}
		if told := strings.Contains(text.String(), "Won:"); told != won(o) || told != wonByTheorem(d) {
			t.Fatalf("the trace tells won %v, outcome %v, theorem %v", told, won(o), wonByTheorem(d))
		}
		if err := p.WriteTrace(t.Context(), &events, trace.Options{Format: trace.JSONLines}); err != nil {
			t.Fatal(err)
		}
		replayEvents(t, events.Bytes(), d, p)
	})
}

// replayEvents turns the cards of the events, on the piles of the first line.
func replayEvents(t *testing.T, events []byte, d clock.Deal, p game.Play) {
	lines := bytes.Split(bytes.TrimSpace(events), []byte("\n"))
	var first struct {
		Piles [clock.Piles][clock.Each]uint8
	}
	if err := json.Unmarshal(lines[0], &first); err != nil || clock.Deal(first.Piles) != d {
		t.Fatalf("the deal is read back as %v, %v", first.Piles, err)
	}
	var left [clock.Piles]int
	pile := 0
	for _, l := range lines[1 : len(lines)-1] {
		var e struct{ Turn, Pile, Card, To int }
		if err := json.Unmarshal(l, &e); err != nil {
			t.Fatal(err)
		}
		if e.Pile != pile || e.Card != int(d[pile][left[pile]]) || e.To != e.Card {
			t.Fatalf("%s: want a card of pile %d", l, pile)
		}
		left[pile]++
		pile = e.To
	}
	report, err := json.Marshal(p.Report())
	if err != nil || string(lines[len(lines)-1]) != string(report) || int64(len(lines)-2) != p.Outcome().Length.Plays {
		t.Fatalf("%d cards and %s, want %s, %v", len(lines)-2, lines[len(lines)-1], report, err)
	}
}

func BenchmarkRandomDeals(b *testing.B) {
	src := shuffle.New(1)
	for b.Loop() {
		settle(b, clock.Random(src))
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "deals/s")
}
