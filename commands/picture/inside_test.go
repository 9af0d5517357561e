package picture

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/clock"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
	"nonna/engine/snap"
)

func artist(t *testing.T, w Words) *Artist {
	t.Helper()
	a, err := New(w)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// WCAG 2.2 wants 4.5:1 for letters and 3:1 for what graphics are made of.
func TestContrast(t *testing.T) {
	fills := append(hues(), others)
	for _, f := range fills {
		if c := contrast(f, ground); c < 3 {
			t.Errorf("an area of %06x has a contrast of %.1f to its edges, want 3", int(f), c)
		}
		if c := contrast(f, inkOn(f)); c < 4.5 {
			t.Errorf("letters on %06x have a contrast of %.1f, want 4.5", int(f), c)
		}
	}
	for _, p := range [][2]rgb{{ink, ground}, {faint, ground}, {ink, pileFill}} {
		if c := contrast(p[0], p[1]); c < 4.5 {
			t.Errorf("letters %06x on %06x have a contrast of %.1f, want 4.5", int(p[0]), int(p[1]), c)
		}
	}
	if c := contrast(faint, pileFill); c < 3 { // the thin edge, in long games
		t.Errorf("the edge of the pile has a contrast of %.1f, want 3", c)
	}
	if got := contrast(0x000000, 0xFFFFFF); got < 20.99 || got > 21.01 {
		t.Errorf("contrast of black and white: %v, want 21", got)
	}
}

// Neighbours differ in grey too, for eyes and screens without colour. The last
// of seven are nearly alike in that, and parted by a dark line as all are.
func TestNeighboursDifferInGrey(t *testing.T) {
	list := hues()
	for i := range len(list) - 2 {
		if c := contrast(list[i], list[i+1]); c < 1.3 {
			t.Errorf("%06x and %06x differ by %.2f in luminance, want 1.3", int(list[i]), int(list[i+1]), c)
		}
	}
}

// Every area keeps the exact colour of its player when colours are reduced.
func TestColoursArePresent(t *testing.T) {
	a := artist(t, English())
	const length = 100
	ch := chart{length: length, last: length, cards: 7 * 10, ends: "end"}
	for i, fill := range hues() {
		s := newSeries(length)
		s.add(0, 10*(i+1))
		s.add(length, 10*(i+1))
		ch.bands = append(ch.bands, band{name: "x", short: "x", fill: fill, top: s})
	}
	c, img := canvas(Height)
	a.draw(c, ch)
	count := map[rgb]int{}
	reduced := reduce(img.Image(), maxColors)
	for y := range Height {
		for x := range Width {
			r, g, b, _ := reduced.At(x, y).RGBA()
			count[rgb(r>>8<<16|g>>8<<8|b>>8)]++
		}
	}
	for _, fill := range append(hues(), ground, edge, faint) {
		if count[fill] < 100 {
			t.Errorf("%06x: %d pixels, want at least 100", int(fill), count[fill])
		}
	}
	if len(count) > maxColors {
		t.Errorf("%d colours, want at most %d", len(count), maxColors)
	}
}

// However long, a series keeps its first, least, greatest and last value and
// stays small.
func TestSeriesKeepsExtremes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		length := rapid.Int64Range(0, 5000).Draw(t, "length")
		values := rapid.SliceOfN(rapid.IntRange(-50, 50), int(length)+1, int(length)+1).Draw(t, "values")
		s := newSeries(length)
		low, high := values[0], values[0]
		for x, y := range values {
			s.add(int64(x), y)
			low, high = min(low, y), max(high, y)
		}
		line := s.points()
		if len(line) > 4*maxBuckets {
			t.Fatalf("%d points", len(line))
		}
		seen := [2]int{int(line[0].Y), int(line[0].Y)}
		for i, p := range line {
			if values[int(p.X)] != int(p.Y) {
				t.Fatalf("%v is no point of the game", p)
			}
			if i > 0 && p.X < line[i-1].X {
				t.Fatalf("%v comes after %v", p, line[i-1])
			}
			seen[0], seen[1] = min(seen[0], int(p.Y)), max(seen[1], int(p.Y))
		}
		if first, last := line[0], line[len(line)-1]; int(first.Y) != values[0] || int(last.Y) != values[length] {
			t.Fatalf("from %v to %v, want %d to %d", first, last, values[0], values[length])
		}
		if seen != [2]int{low, high} {
			t.Fatalf("drawn from %v, want %d to %d", seen, low, high)
		}
		if a, b := s.span(0, length); a != low || b != high {
			t.Fatalf("span %d to %d, want %d to %d", a, b, low, high)
		}
	})
}

// The worst there is to encode fits, and what does not is made to.
func TestNoiseIsMadeToFit(t *testing.T) {
	a := artist(t, English())
	random := rand.New(rand.NewPCG(1, 2))
	const length, cards = 4000, 1000
	ch := chart{title: "Noise", line: "in all areas", caption: "cards", length: length, last: length, cards: cards, ends: "end"}
	for i, fill := range append([]rgb{others}, hues()...) {
		s := newSeries(length)
		for x := range int64(length) {
			s.add(x, cards*(i+1)/8-random.IntN(cards/8))
		}
		ch.bands = append(ch.bands, band{name: "Player", short: "P", fill: fill, top: s})
	}
	c, img := canvas(Height)
	a.draw(c, ch)
	quick, err := encode(img.Image(), 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	last := len(quick)
	if last <= MaxBytes {
		t.Errorf("the quick way takes %d bytes: this test shows nothing", last)
	}
	for _, limit := range []int{MaxBytes, last * 3 / 4, last * 6 / 10} {
		fitted, err := encode(img.Image(), limit)
		if err != nil {
			t.Fatal(err)
		}
		if len(fitted) > limit || len(fitted) >= last {
			t.Errorf("%d bytes after %d, want at most %d", len(fitted), last, limit)
		}
		last = len(fitted)
	}
}

// A long game of Snap is seen before and after takes only, and no pile or hand
// is higher or lower for it.
func TestLongSnapShowsTheSameExtremes(t *testing.T) {
	d := snap.Random(shuffle.New(3), 3, 200, 8)
	o, err := snap.Settle(t.Context(), d, snap.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	extremes := func(long bool) string {
		low, high := [4]int{600, 600, 600, 600}, [4]int{}
		r := &snapReplay{gone: make([]bool, 3), long: long, show: func(f frame) {
			for i, n := range [4]int{f.hand(0), f.hand(1), f.hand(2), f.pile} {
				low[i], high[i] = min(low[i], n), max(high[i], n)
			}
			if sum := f.hand(0) + f.hand(1) + f.hand(2) + f.pile; sum != 600 {
				t.Fatalf("%d cards at %v", sum, f.moment)
			}
		}}
		if err := snap.Replay(t.Context(), d, o, r.see); err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(low, high)
	}
	if short, long := extremes(false), extremes(true); short != long {
		t.Errorf("play by play %s, by takes %s", short, long)
	}
}

// A game that is longer than what is replayed is cut, and the picture and its
// description say so.
func TestCut(t *testing.T) {
	a := artist(t, English())
	a.limit = 50
	d := camicia.Random(shuffle.New(5), card.French)
	o, err := camicia.Settle(t.Context(), d, camicia.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	p, err := a.Camicia(t.Context(), d, o)
	if err != nil {
		t.Fatal(err)
	}
	if want := "Only the first 50 cards are drawn."; !strings.Contains(p.Alt, want) {
		t.Errorf("%q does not say %q", p.Alt, want)
	}
	_, line := a.words.verdict(game{
		hands: []int{26, 26}, ending: won, letter: true, plays: o.Cards, takes: o.Tricks, limit: 50,
		playNoun: a.words.Cards, takeNoun: a.words.Tricks,
	})
	if want := fmt.Sprintf("only the first 50 of %d cards", o.Cards); line != want {
		t.Errorf("below the title stands %q, want %q", line, want)
	}
}

// Every sentence of Story is said of some game: none is dead, and none is said
// in another language than that of the words.
func TestEverySentenceIsUsed(t *testing.T) {
	w := English()
	story := reflect.ValueOf(&w.Story).Elem()
	for i := range story.NumField() {
		story.Field(i).SetString(fmt.Sprintf("«%d»", i) + story.Field(i).String())
	}
	a := artist(t, w)
	a.limit = 20_000
	var said strings.Builder
	keep := func(p Picture, err error) {
		if err != nil {
			t.Error(err)
		}
		said.WriteString(p.Alt)
	}
	for _, d := range stories() {
		switch d := d.(type) {
		case beggar.Deal:
			o, _ := beggar.Settle(t.Context(), d, 40_000)
			keep(a.Beggar(t.Context(), d, o))
		case snap.Deal:
			o, _ := snap.Settle(t.Context(), d, 40_000)
			keep(a.Snap(t.Context(), d, o))
		case clock.Deal:
			o, _ := clock.Settle(d)
			keep(a.Clock(t.Context(), d, o))
		}
	}
	for i := range story.NumField() {
		if !strings.Contains(said.String(), fmt.Sprintf("«%d»", i)) {
			t.Errorf("%s is never said", story.Type().Field(i).Name)
		}
	}
}

// Every sentence of HistoryStory is said of some history.
func TestEverySentenceOfHistoriesIsUsed(t *testing.T) {
	w := English()
	story := reflect.ValueOf(&w.History.Story).Elem()
	for i := range story.NumField() {
		story.Field(i).SetString(fmt.Sprintf("«%d»", i) + story.Field(i).String())
	}
	h := History{Before: Past{"snap", "win", 5}}
	for i, ending := range []string{"finished", "finished", "finished", "loop", "undecided", "undecided"} {
		h.Games = append(h.Games, Past{"camicia", ending, int64(10 + i)})
	}
	h.Games = append(h.Games, Past{clockGame, "won", 52})
	p, err := artist(t, w).History(t.Context(), h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range story.NumField() {
		if !strings.Contains(p.Alt, fmt.Sprintf("«%d»", i)) {
			t.Errorf("%s is never said", story.Type().Field(i).Name)
		}
	}
}

// stories are deals whose games need every sentence.
func stories() []any {
	j, n := card.Card{Rank: card.Jack}, card.Card{Rank: card.Number}
	big := beggar.Deal{Hands: make([][]card.Card, 2)}
	src := shuffle.New(1)
	for i := range 10_000 {
		c := n
		if src.Below(4) == 0 {
			c.Rank = card.Jack + card.Rank(src.Below(4))
		}
		big.Hands[i%2] = append(big.Hands[i%2], c)
	}
	list := []any{
		beggar.Deal{Hands: [][]card.Card{{j, n, n}, {n, j, n}}},       // from trick 1 for ever
		beggar.Deal{Hands: [][]card.Card{{n, j, j, n}, {n, n, j, n}}}, // for ever from the deal on
		big, // undecided, and cut
		beggar.Random(shuffle.New(5), 3), beggar.Random(shuffle.New(5), 13), beggar.Random(shuffle.New(5), 11),
		snap.Deal{Piles: [][]string{{"a", "b"}, {"c", "d"}}}, // stuck
		snap.Random(shuffle.New(1), 5, 20, 8),
	}
	for _, seed := range []uint64{0, 9} {
		list = append(list, clock.Random(shuffle.New(seed)), beggar.Random(shuffle.New(seed), 4))
	}
	return list
}

// The length of an axis has no more than five round numbers on it.
func TestMomentStep(t *testing.T) {
	for length := int64(1); length < 3_000_000; length += 1 + length/7 {
		step := momentStep(length)
		if step < 1 || length/step > 4 || length >= 4 && length/step < 1 {
			t.Errorf("steps of %d up to %d", step, length)
		}
	}
}

func TestShorten(t *testing.T) {
	if got := shorten("eins zwei drei vier", 16); got != "eins zwei drei…" {
		t.Errorf("got %q", got)
	}
	if got := shorten("kurz", 4); got != "kurz" {
		t.Errorf("got %q", got)
	}
	if got := shorten("ÄÖÜÄÖÜ", 4); got != "ÄÖÜ…" {
		t.Errorf("got %q", got)
	}
}

// No arrow of a clock face lies on the one that leads back.
func TestArrowsBackKeepApart(t *testing.T) {
	for from := 1; from < clock.Piles; from++ {
		for to := from + 1; to < clock.Piles; to++ {
			there, back := bend(from, to, false), bend(to, from, true)
			if to-from != 6 && there == back {
				t.Errorf("%d → %d and back are both bent by %v", from, to, there)
			}
		}
	}
}

func TestEndings(t *testing.T) {
	for _, e := range []penalty.Ending{penalty.Finished, penalty.Loop, penalty.Undecided} {
		if g := (penaltyGame{ending: e}).game(&Artist{}); g.ending == 0 {
			t.Errorf("%v is no ending here", e)
		}
	}
}
