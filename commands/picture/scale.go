package picture

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// scale is a logarithmic axis of cards: games last from a few to millions.
type scale struct {
	low, high int64
	ticks     []int64
}

// maxTicks is how many numbers a scale has room for.
const maxTicks = 6

// newScale is a scale from low to high, at least 1 each, with round ends a decade
// apart or more. Its numbers are 1, 2 or 5 times a power of ten, or where that
// would be too many, powers of ten, of a hundred or of a thousand.
func newScale(low, high int64) scale {
	var s scale
	for _, numbers := range [][]int64{rounds(10, 1, 2, 5), rounds(10, 1), rounds(100, 1), rounds(1000, 1)} {
		s = scaleOf(numbers, low, high)
		if len(s.ticks) <= maxTicks {
			break
		}
	}
	return s
}

// scaleOf is a scale with some of these numbers.
func scaleOf(numbers []int64, low, high int64) scale {
	last := len(numbers) - 1
	i, j := 0, last
	for i < last-1 && numbers[i+1] <= low {
		i++
	}
	for j > i+1 && numbers[j-1] >= high {
		j--
	}
	for numbers[j] < 10*numbers[i] {
		i, j = max(i-1, 0), min(j+1, last)
	}
	return scale{numbers[i], numbers[j], numbers[i : j+1]}
}

// rounds lists the numbers that are a digit times a power of a base, up to 10¹⁵
// at least: no game is played that far.
func rounds(base int64, digits ...int64) []int64 {
	var list []int64
	for unit := int64(1); ; unit *= base {
		for _, d := range digits {
			list = append(list, d*unit)
		}
		if unit > math.MaxInt64/10/base {
			return list
		}
	}
}

// y is where a number lies.
func (s scale) y(area draw.Canvas, n int64) vg.Length {
	return area.Y(math.Log(float64(n)/float64(s.low)) / math.Log(float64(s.high)/float64(s.low)))
}

// scaleWidth is how much room a scale's numbers take.
func (a *Artist) scaleWidth(s scale) vg.Length {
	style, width := a.fonts.regular(tickSize, faint), vg.Length(0)
	for _, v := range s.ticks {
		width = max(width, style.Width(a.words.Number(v)))
	}
	return max(width+margin+12, 64)
}

// scale writes a scale on the left of an area, with a thin line at each number.
func (a *Artist) scale(area draw.Canvas, s scale) {
	for _, v := range s.ticks {
		a.level(area, s.y(area, v), a.words.Number(v))
	}
}

// level draws a thin line across an area, with its number on the left.
func (a *Artist) level(area draw.Canvas, y vg.Length, number string) {
	area.StrokeLine2(draw.LineStyle{Color: pileFill, Width: 2}, area.Min.X, y, area.Max.X, y)
	writeMiddle(area, a.fonts.regular(tickSize, faint), area.Min.X-12, y, 1, number)
}

// orderX is where the i-th of n games lies: in the middle of its share.
func orderX(area draw.Canvas, i, n int) vg.Length {
	return area.X((float64(i) + 0.5) / float64(n))
}

// order writes the axis of games that are drawn in their order, from the first
// one's number to the last one's: those two, and round numbers as far as there
// is room.
func (a *Artist) order(area draw.Canvas, first, last int64) {
	n := int(last - first + 1)
	base := area.Min.Y - 36
	style, bold := a.fonts.regular(tickSize, faint), a.fonts.bold(tickSize, faint)
	ends := a.words.Games(last)
	x := orderX(area, n-1, n)
	right := min(x+bold.Width(ends)/2, area.Max.X)
	write(area, bold, right, base, 1, ends)
	a.momentTick(area, x)
	left, limit := vg.Length(0), right-bold.Width(ends)-20
	step := momentStep(last - first)
	for v := first; v < last; v = (v/step + 1) * step {
		x, number := orderX(area, int(v-first), n), a.words.Number(v)
		half := style.Width(number) / 2
		if x-half > left && x+half < limit {
			a.momentTick(area, x)
			write(area, style, x, base, 0.5, number)
			left = x + half + 20
		}
	}
}
