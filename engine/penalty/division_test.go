package penalty_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"nonna/engine/card"
	"nonna/engine/penalty"
)

// The name of a division is read as the composition of the deal.
func TestDivisionsReadBack(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		deck := rapid.SampledFrom([]card.Deck{card.French, card.Italian}).Draw(rt, "deck")
		full := deck.Full()
		most := rapid.SampledFrom([]int{1, 4, 400}).Draw(rt, "most cards of a hand")
		one := rapid.SampledFrom(full)
		hands := rapid.SliceOfN(rapid.SliceOfN(one, 0, most), 0, rapid.SampledFrom([]int{2, 60}).Draw(rt, "most hands")).Draw(rt, "hands")
		if rapid.Bool().Draw(rt, "equal") && len(hands) > 0 {
			for p := range hands {
				hands[p] = hands[0]
			}
		}
		d := penalty.Deal{Deck: deck, Hands: hands}
		name := d.Division()
		got, ok := penalty.ReadDivision(name)
		if d.IsFull() {
			if ok {
				rt.Fatalf("%q was read: %+v", name, got)
			}
			return
		}
		want := penalty.Composition{Hands: len(hands)}
		for p, h := range hands {
			if p == 0 {
				want.Least = len(h)
			}
			if p == 0 && len(hands) == 2 {
				want.First = len(h)
			}
			want.Least, want.Most = min(want.Least, len(h)), max(want.Most, len(h))
			for _, c := range h {
				want.Counts[deck.Debt(c.Rank)]++
			}
		}
		if d := cmp.Diff(want, got); !ok || d != "" {
			rt.Fatalf("%q: read %v: %s", name, ok, d)
		}
	})
}

// Other text is not a division, however long its numbers.
func TestNamesThatAreNoDivision(t *testing.T) {
	for _, name := range []string{
		"", "52", "40", "nonsense", "2x4", "13", "13 ", " 6:7", "13 x", "13 6:x", "13 6:6", "+1J 1", "12+1J+1J 7:7", "12+1Q+1J 7:7",
		"12+1J 6:-7", "-1 0", "13+0J 6:7", "013 6:7", "12+1X 6:7", "13 x13", "13 13x", "0 999999999x0", "99999999999 1",
		"9 3x3x3", "15 5:5:5", "16 16x1152921504606846977", "12 2x6", "9 3 hands, 3", "9 3 hands, 3-3", "9 30 hands, 1-2", "9 3 hands, 4-2", "9 hands, 1-2", "13  6:7", "13 6:7 ",
	} {
		if got, ok := penalty.ReadDivision(name); ok {
			t.Errorf("%q is read as %+v", name, got)
		}
	}
	for _, name := range []string{"13 1x13", "9+1J+1Q+1K+1A 6:7", "8+2J+2Q 4x3", fmt.Sprintf("%d 200 hands, 1-9", 1000)} {
		if _, ok := penalty.ReadDivision(name); !ok {
			t.Errorf("%q is not read", name)
		}
	}
}

// A division is described if a deal can be of it.
func TestDescribedDivisions(t *testing.T) {
	for name, want := range map[string]bool{
		"52": true, "40": true, "9+1J+1Q+1K+1A 6:7": true, "4 2:2": true, "28+4J+4Q+4K 20:20": true,
		"36+4J+4Q+4K+4A 13x4": true, "36+4J+4Q+4K+4A 4x13": true,
		"36+4J+4Q+4K+4A 26:26": false, "13 13": false, "0 0x0": false, "0 0:0": false,
		"600 300x2": false, "70000 35000:35000": false,
	} {
		if _, ok := penalty.DescribeDivision(name); ok != want {
			t.Errorf("%q: %v, want %v", name, ok, want)
		}
	}
}
