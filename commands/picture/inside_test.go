package picture

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"nonna/commands/picture/canvas"
)

// WCAG 2.2 demands 4.5:1 for letters and 3:1 for graphics.
func TestContrast(t *testing.T) {
	t.Parallel()
	for _, f := range append(hues(), faint) {
		if c := contrast(f, ground); c < 3 {
			t.Errorf("an area of %06x has a contrast of %.1f to its edges, want 3", int(f), c)
		}
		if c := contrast(f, inkOn(f)); c < 4.5 {
			t.Errorf("letters on %06x have a contrast of %.1f, want 4.5", int(f), c)
		}
	}
	for _, f := range colors() {
		if other := ink + ground - inkOn(f); contrast(f, inkOn(f)) < contrast(f, other) {
			t.Errorf("letters on %06x are %06x, and differ more in %06x", int(f), int(inkOn(f)), int(other))
		}
	}
	for _, p := range [][2]canvas.Color{{ink, ground}, {faint, ground}, {ink, pileFill}} {
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

// lab returns a colour in CIELAB as people with a colour vision deficiency see it, which
// is a matrix of Machado, Oliveira and Fernandes (2009), or as all others if it is nil.
func lab(c canvas.Color, eyes *[3][3]float64) (l, a, b float64) {
	seen := [3]float64{linear(c >> 16), linear(c >> 8), linear(c)}
	if eyes != nil {
		from := seen
		for i, row := range eyes {
			seen[i] = min(max(row[0]*from[0]+row[1]*from[1]+row[2]*from[2], 0), 1)
		}
	}
	f := func(r, g, b float64) float64 {
		if t := r*seen[0] + g*seen[1] + b*seen[2]; t > 0.008856 {
			return math.Cbrt(t)
		}
		return 7.787*(r*seen[0]+g*seen[1]+b*seen[2]) + 16./116
	}
	x, y, z := f(0.4339, 0.3762, 0.1899), f(0.2126, 0.7152, 0.0722), f(0.0177, 0.1095, 0.8728)
	return 116*y - 16, 500 * (x - y), 200 * (y - z)
}

// Any two areas of a chart may touch. They differ by at least 15 in CIELAB, where 2 are
// just visible, with any colour vision.
func TestAreasDifferForColourBlindEyes(t *testing.T) {
	t.Parallel()
	list := append(hues(), pileFill, faint)
	for name, eyes := range map[string]*[3][3]float64{
		"all colours": nil,
		"protanopia":  {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
		"deutanopia":  {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
		"tritanopia":  {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
	} {
		for i, one := range list {
			for _, other := range list[:i] {
				l1, a1, b1 := lab(one, eyes)
				l2, a2, b2 := lab(other, eyes)
				if d := math.Hypot(l1-l2, math.Hypot(a1-a2, b1-b2)); d < 15 {
					t.Errorf("%s: %06x and %06x differ by %.1f, want 15", name, int(one), int(other), d)
				}
			}
		}
	}
}

// Neighbours differ in grey too, for people and screens without colour.
func TestNeighboursDifferInGrey(t *testing.T) {
	t.Parallel()
	list := hues()
	for i := range len(list) - 1 {
		if c := contrast(list[i], list[i+1]); c < 1.3 {
			t.Errorf("%06x and %06x differ by %.2f in luminance, want 1.3", int(list[i]), int(list[i+1]), c)
		}
	}
}

// A series of any length stays small and keeps its first, least, greatest and last value.
func TestSeriesKeepsExtremes(t *testing.T) {
	t.Parallel()
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
		seen := [2]int{line[0].y, line[0].y}
		for i, p := range line {
			if values[p.x] != p.y {
				t.Fatalf("%v is no point of the game", p)
			}
			if i > 0 && p.x < line[i-1].x {
				t.Fatalf("%v comes after %v", p, line[i-1])
			}
			seen[0], seen[1] = min(seen[0], p.y), max(seen[1], p.y)
		}
		if first, last := line[0], line[len(line)-1]; first.y != values[0] || last.y != values[length] {
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

// A long game that is drawn play by play is recorded only before and after takes, without
// a difference to the extremes of any pile or hand.
func TestLongGamesShowTheSameExtremes(t *testing.T) {
	t.Parallel()
	s := settle(t, read(t, "snap", randomPiles(3, 3, 200, 8)), 0)
	extremes := func(long bool) (list []int) {
		b := newBands(s, []int{0, 1, 2})
		b.long = long
		if err := s.play.Replay(t.Context(), s.drawn(), b.add); err != nil {
			t.Fatal(err)
		}
		for _, top := range b.tops {
			low, high := top.span(0, top.length)
			list = append(list, low, high)
		}
		if list[6] != 600 || list[7] != 600 {
			t.Errorf("the top band ends at %d to %d, want all 600 cards", list[6], list[7])
		}
		return list
	}
	if short, long := extremes(false), extremes(true); !slices.Equal(short, long) {
		t.Errorf("play by play %v, by takes %v", short, long)
	}
}

// A game that is longer than the limit of replays is cut, and the picture and its
// description say so.
func TestCut(t *testing.T) {
	t.Parallel()
	p := newPainter()
	s := settle(t, random(t, "camicia", 5, nil), 50)
	ch, err := p.record(t.Context(), s)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := altText(p.Printer, ch.describe()), "Only the first 50 cards are drawn."; !strings.Contains(got, want) {
		t.Errorf("%q does not say %q", got, want)
	}
	if want := fmt.Sprintf("only the first 50 of %d cards", s.Length.Plays); ch.head.line != want {
		t.Errorf("below the title stands %q, want %q", ch.head.line, want)
	}
}

// An axis has every number up to eight, and of any other length at most five round ones.
func TestMomentStep(t *testing.T) {
	t.Parallel()
	for length := int64(1); length < 3_000_000; length += 1 + length/7 {
		step := momentStep(length)
		if length <= 8 && step != 1 || length > 8 && (step < 1 || length/step > 4 || length/step < 1) {
			t.Errorf("steps of %d up to %d", step, length)
		}
	}
}

// No arrow of a clock face covers the one back.
func TestArrowsBackKeepApart(t *testing.T) {
	t.Parallel()
	for from := 1; from < piles; from++ {
		for to := from + 1; to < piles; to++ {
			there, back := bend(from, to, false), bend(to, from, true)
			if to-from != 6 && there == back {
				t.Errorf("%d → %d and back are both bent by %v", from, to, there)
			}
		}
	}
}
