package picture

import (
	"math"

	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// x is where a moment lies in the area of a chart.
func (ch chart) x(area draw.Canvas, moment int64) vg.Length {
	return area.X(float64(moment) / float64(max(ch.length, 1)))
}

// moment is the inverse of x, rounded down.
func (ch chart) moment(area draw.Canvas, x vg.Length) int64 {
	return int64((x - area.Min.X) / (area.Max.X - area.Min.X) * vg.Length(ch.length))
}

func (ch chart) y(area draw.Canvas, cards int) vg.Length {
	return area.Y(float64(cards) / float64(max(ch.cards, 1)))
}

const leastAxis vg.Length = 64

func (p painter) axisWidth(most int) vg.Length {
	return max(p.fonts.regular(tickSize, faint).Width(p.Number(int64(most)))+24, leastAxis)
}

// axes writes the few numbers around an area: no cards, half and all of them,
// and some moments.
func (p painter) axes(area draw.Canvas, ch chart) {
	style, line := p.fonts.regular(tickSize, faint), draw.LineStyle{Color: faint, Width: 2}
	for _, v := range cardTicks(ch.cards) {
		y := ch.y(area, v)
		area.StrokeLine2(line, area.Min.X-6, y, area.Min.X, y)
		writeMiddle(area, style, area.Min.X-12, y, 1, p.Number(int64(v)))
		if ch.rival {
			area.StrokeLine2(line, area.Max.X, y, area.Max.X+6, y)
			writeMiddle(area, style, area.Max.X+12, y, 0, p.Number(int64(ch.cards-v)))
		}
	}
	p.numbers(area, 0, ch.last, ch.ends, func(v int64) vg.Length { return ch.x(area, v) })
}

// cardTicks are 0, all the cards, and half of them where that is whole.
func cardTicks(cards int) []int {
	if cards%2 != 0 || cards < 4 {
		return []int{0, cards}
	}
	return []int{0, cards / 2, cards}
}

// level draws a thin line across an area, with its number on the left.
func (p painter) level(area draw.Canvas, y vg.Length, number int64) {
	area.StrokeLine2(draw.LineStyle{Color: pileFill, Width: 2}, area.Min.X, y, area.Max.X, y)
	writeMiddle(area, p.fonts.regular(tickSize, faint), area.Min.X-12, y, 1, p.Number(number))
}

// numbers writes a horizontal axis below an area: the last number with what it
// counts, and the first and round ones as far as there is room.
func (p painter) numbers(area draw.Canvas, first, last int64, end string, at func(int64) vg.Length) {
	const gap = 20
	style, bold := p.fonts.regular(tickSize, faint), p.fonts.bold(tickSize, faint)
	tick := func(x, right vg.Length, align float64, style text.Style, number string) {
		area.StrokeLine2(draw.LineStyle{Color: faint, Width: 2}, x, area.Min.Y-7, x, area.Min.Y)
		write(area, style, right, area.Min.Y-36, align, number)
	}
	width := bold.Width(end)
	right := min(at(last)+width/2, area.Max.X)
	tick(at(last), right, 1, bold, end)
	left, step := vg.Length(0), momentStep(last-first)
	for v := first; v < last; v = (v/step + 1) * step {
		x, number := at(v), p.Number(v)
		half := style.Width(number) / 2
		if x-half > left && x+half < right-width-gap {
			tick(x, x, 0.5, style, number)
			left = x + half + gap
		}
	}
}

// momentStep is a round number that goes two to five times into a length.
func momentStep(length int64) int64 {
	if length < 4 {
		return 1
	}
	unit := int64(math.Pow10(int(math.Log10(float64(length)))))
	for _, tenths := range []int64{2, 5, 10, 20, 50} {
		if step := unit * tenths / 10; step > 0 && length/step <= 4 {
			return step
		}
	}
	return unit
}
