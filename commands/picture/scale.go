package picture

import (
	"math"

	"nonna/commands/picture/canvas"
)

// scale is a logarithmic axis of lengths: games last from a few cards to millions.
type scale struct {
	low, high int64
	ticks     []int64
}

const maxTicks = 6

// newScale returns a scale from low to high, both at least 1, with round ends at least a
// decade apart. Its numbers are 1, 2 or 5 times a power of ten or, if these are too many,
// powers of ten, of a hundred or of a thousand.
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

// rounds returns the numbers that are one of the digits times a power of the base, up to
// at least 10¹⁵: no game is that long.
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

func (s scale) y(area canvas.Area, n int64) float64 {
	return area.Y(math.Log(float64(n)/float64(s.low)) / math.Log(float64(s.high)/float64(s.low)))
}

// scale draws a scale on the left of an area, with a thin line at each number.
func (p painter) scale(area canvas.Area, s scale) {
	for _, v := range s.ticks {
		p.level(area, s.y(area, v), v)
	}
}

func (p painter) scaleWidth(s scale) float64 {
	width := float64(0)
	for _, v := range s.ticks {
		width = max(width, p.pool.Width(regular(tickSize, faint), p.Number(v)))
	}
	return max(width+margin+12, leastAxis)
}
