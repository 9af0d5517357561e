package canvas

import (
	"bytes"
	"math"
	"sync"
	"testing"

	"pgregory.net/rapid"
)

const (
	black Color = 0x000000
	white Color = 0xFFFFFF
	red   Color = 0xFF0000
)

// newPool returns a pool with few colours and all shades between black and white.
func newPool(tb testing.TB) *Pool {
	tb.Helper()
	var shades []Color
	for i := 1; i < levels; i++ {
		shades = append(shades, Blend(black, white, float64(i)/levels))
	}
	p := NewPool([]Color{black, white, red}, shades)
	return p
}

// level returns how white a pixel is, in steps.
func level(a Area, x, y int) int {
	c := a.all[a.row(y)[x]].(Color)
	return int(math.Round(float64(c&0xFF) / 0xFF * levels))
}

// Of a polygon of any shape that lies in part beside the canvas, what lies on it is drawn as
// on a larger one.
func TestShapesAreCutAtTheEdges(t *testing.T) {
	t.Parallel()
	const width, height = 70, 40
	pool := newPool(t)
	rapid.Check(t, func(t *rapid.T) {
		corner := rapid.Custom(func(t *rapid.T) Point {
			unit := rapid.SampledFrom([]float64{1, 16}).Draw(t, "unit") // whole pixels are a case of their own
			at := func(size int) float64 {
				return float64(rapid.IntRange(-size*int(unit), 2*size*int(unit)).Draw(t, "at")) / unit
			}
			return Point{at(width), at(height)}
		})
		corners := rapid.SliceOfN(corner, 3, 7).Draw(t, "corners")
		small, large := pool.New(width, height), pool.New(3*width, 3*height)
		defer small.Free()
		defer large.Free()
		small.Fill(white, corners...)
		for i := range corners {
			corners[i] = corners[i].Add(Point{width, height})
		}
		large.Fill(white, corners...)
		for y := range height {
			for x := range width {
				got, want := level(small, x, y), level(large, width+x, height+y)
				if max(got, want)-min(got, want) > 1 {
					t.Fatalf("pixel %d,%d is covered by %d of %d, want %d", x, y, got, levels, want)
				}
			}
		}
	})
}

// Drawing beside the canvas has no effect.
func TestNothingIsDrawnBesideTheCanvas(t *testing.T) {
	t.Parallel()
	pool := newPool(t)
	rapid.Check(t, func(t *rapid.T) {
		at := func() Point {
			far := rapid.Float64Range(-300, 300)
			return Point{far.Draw(t, "x"), far.Draw(t, "y")}
		}
		a := pool.New(50, 30)
		defer a.Free()
		line := Line{Color: red, Width: 5, Dashes: rapid.SampledFrom([][]float64{nil, {3, 7}}).Draw(t, "dashes")}
		from, to := at(), at()
		a.Stroke(line, from, to, at())
		a.Line(line, from.X, from.Y, to.X, from.Y)
		a.Fill(white, at(), at(), at())
		a.Rect(red, from, to)
		a.Text(Style{Size: 24, Color: white}, from.X, from.Y, 0.5, "Nonna ♠")
	})
}

// A horizontal or vertical line covers the same as a polygon, and dashes have gaps.
func TestLines(t *testing.T) {
	t.Parallel()
	pool := newPool(t)
	count := func(draw func(a Area)) (sum int) {
		a := pool.New(100, 20)
		defer a.Free()
		draw(a)
		for y := range 20 {
			for x := range 100 {
				sum += level(a, x, y)
			}
		}
		return sum
	}
	line := Line{Color: white, Width: 4}
	dashed := Line{Color: white, Width: 4, Dashes: []float64{10, 5}}
	for name, c := range map[string]struct {
		draw func(a Area)
		want int
	}{
		"whole":       {func(a Area) { a.Line(line, 5, 10, 95, 10) }, 90 * 4},
		"in pieces":   {func(a Area) { a.Stroke(line, Point{5, 10}, Point{50, 10}, Point{95, 10}) }, 90 * 4},
		"dashed":      {func(a Area) { a.Line(dashed, 5, 10, 95, 10) }, 60 * 4},
		"half pixels": {func(a Area) { a.Line(line, 5.5, 10.5, 94.5, 10.5) }, 89 * 4},
		"around": {func(a Area) {
			a.Ring(Line{Color: white, Width: 4}, Point{10, 5}, Point{90, 5}, Point{90, 15}, Point{10, 15})
		}, 2*(80+10)*4 - 3},
	} {
		if got := count(c.draw); got < c.want*levels-16 || got > c.want*levels+16 {
			t.Errorf("%s: %d eighths of a pixel, want %d", name, got, c.want*levels)
		}
	}
}

// A reused canvas, even of another size, draws like a new one, in any goroutine.
func TestEqualDrawingsHaveEqualBytes(t *testing.T) {
	t.Parallel()
	paint := func(p *Pool) []byte {
		a := p.New(300, 100)
		defer a.Free()
		a.Text(Style{Size: 42, Bold: true, Color: white}, 10.3, 20, 0, "Never ends")
		a.Fill(red, Circle(Point{200, 50}, 40)...)
		a.Veil(black, 0.5, a.Min, Point{210, 100})
		return a.PNG()
	}
	want := paint(newPool(t))
	used := newPool(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			for size := 24.0; size < 60; size += 7 {
				a := used.New(int(10*size), 400)
				a.Text(Style{Size: size, Color: red}, 0, 0, 0, "Something else")
				a.Rect(white, a.Min, a.Max)
				a.Free()
				if !bytes.Equal(paint(used), want) {
					t.Error("a used canvas draws otherwise than a new one")
				}
			}
		})
	}
	all.Wait()
}

// The number of masks is bounded, and letters look the same after the cache is cleared.
func TestMasksAreBounded(t *testing.T) {
	t.Parallel()
	pool := newPool(t)
	style := Style{Size: 24, Color: white}
	want := pool.Width(style, "Camicia")
	for r := rune(0); r < 3*maxGlyphs; r++ {
		pool.Width(style, string(r))
	}
	if n := len(pool.glyphs); n > maxGlyphs {
		t.Errorf("%d masks are kept, want %d at most", n, maxGlyphs)
	}
	if got := pool.Width(style, "Camicia"); got != want {
		t.Errorf("the width is %v after %v", got, want)
	}
}
