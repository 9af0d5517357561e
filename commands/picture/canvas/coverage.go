package canvas

import (
	"math"
	"math/bits"
)

// coverage computes how far outlines cover pixels. Each row holds the changes of the
// coverage from pixel to pixel, and marks where there are any.
type coverage struct {
	width, height int
	low, high     int // the rows touched
	cells         []float32
	words         int // of marks in a row
	marks         []uint64
}

// reset sets another size. All cells are zero between two pictures.
func (v *coverage) reset(width, height int) {
	v.width, v.height, v.low, v.high = width, height, height, 0
	v.words = (width + 2 + 63) / 64
	if n := (width + 2) * height; len(v.cells) < n {
		v.cells = make([]float32, n)
	}
	if n := v.words * height; len(v.marks) < n {
		v.marks = make([]uint64, n)
	}
}

// line adds a side of an outline, row by row. A part beside the canvas is moved to its
// edge.
func (v *coverage) line(x0, y0, x1, y1 float64) {
	if y0 == y1 {
		return
	}
	sign := 1.0
	if y0 > y1 {
		x0, y0, x1, y1, sign = x1, y1, x0, y0, -1
	}
	slope := (x1 - x0) / (y1 - y0)
	if y0 < 0 {
		x0, y0 = x0-y0*slope, 0
	}
	y1 = min(y1, float64(v.height))
	if y0 >= y1 {
		return
	}
	first, last, right := int(y0), int(math.Ceil(y1)), float64(v.width)
	v.low, v.high = min(v.low, first), max(v.high, last)
	for y := first; y < last; y++ {
		high := min(float64(y+1), y1) - max(float64(y), y0)
		next := x0 + slope*high
		v.step(y, min(max(min(x0, next), 0), right), min(max(max(x0, next), 0), right), high*sign)
		x0 = next
	}
}

// step adds the part of a side within a row, from x0 to x1 on its right. A pixel that it
// crosses is covered on the right of it, and the pixels after it in full.
func (v *coverage) step(y int, x0, x1, high float64) {
	first, last := int(x0), max(int(math.Ceil(x1))-1, int(x0))
	if first == last {
		off := (x0+x1)/2 - float64(first)
		v.add(y, first, high*(1-off))
		v.add(y, first+1, high*off)
		return
	}
	rise, left := high/(x1-x0), 1-(x0-float64(first))
	sum := rise * left * left / 2 // the coverage of the pixel before
	v.add(y, first, sum)
	for x := first + 1; x < last; x++ {
		covered := rise * (left + 0.5 + float64(x-first-1))
		v.add(y, x, covered-sum)
		sum = covered
	}
	rest := x1 - float64(last)
	covered := high - rise*rest*rest/2
	v.add(y, last, covered-sum)
	v.add(y, last+1, high-covered)
}

// add adds a change at a pixel.
func (v *coverage) add(y, x int, change float64) {
	v.cells[y*(v.width+2)+x] += float32(change)
	v.marks[y*v.words+x>>6] |= 1 << (x & 63)
}

// sweep calls see with every stretch of equal coverage, 0 to 1, and resets it. Outlines
// in one direction add up.
func (v *coverage) sweep(see func(y, from, to int, part float64)) {
	for y := v.low; y < v.high; y++ {
		from, sum := 0, float32(0)
		cells := v.cells[y*(v.width+2):]
		for i, word := range v.marks[y*v.words:][:v.words] {
			v.marks[y*v.words+i] = 0
			for ; word != 0; word &= word - 1 {
				x := i<<6 + bits.TrailingZeros64(word)
				if x > v.width {
					cells[x] = 0
					continue
				}
				if from < x {
					see(y, from, x, math.Abs(float64(sum)))
				}
				sum += cells[x]
				cells[x], from = 0, x
			}
		}
		if from < v.width {
			see(y, from, v.width, math.Abs(float64(sum)))
		}
	}
	v.low, v.high = v.height, 0
}
