package picture

import (
	"math"

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

// y is where a number of cards lies.
func (ch chart) y(area draw.Canvas, cards int) vg.Length {
	return area.Y(float64(cards) / float64(max(ch.cards, 1)))
}

// axisWidth is how much room the numbers beside an area take.
func (a *Artist) axisWidth(ch chart) vg.Length {
	return max(a.fonts.regular(tickSize, faint).Width(a.words.Number(int64(ch.cards)))+24, 64)
}

// axes writes the few numbers around an area: no cards, half and all of them,
// and some moments.
func (a *Artist) axes(area draw.Canvas, ch chart) {
	style := a.fonts.regular(tickSize, faint)
	for _, v := range cardTicks(ch.cards) {
		y := ch.y(area, v)
		a.tick(area, area.Min.X-6, area.Min.X, y)
		writeMiddle(area, style, area.Min.X-12, y, 1, a.words.Number(int64(v)))
		if ch.rival {
			a.tick(area, area.Max.X, area.Max.X+6, y)
			writeMiddle(area, style, area.Max.X+12, y, 0, a.words.Number(int64(ch.cards-v)))
		}
	}
	a.moments(area, ch)
}

func (a *Artist) tick(c draw.Canvas, x0, x1, y vg.Length) {
	c.StrokeLine2(draw.LineStyle{Color: faint, Width: 2}, x0, y, x1, y)
}

// cardTicks are 0, all the cards, and half of them where that is whole.
func cardTicks(cards int) []int {
	if cards%2 != 0 || cards < 4 {
		return []int{0, cards}
	}
	return []int{0, cards / 2, cards}
}

// moments writes the horizontal axis: round numbers as far as there is room, and
// the last moment with what it counts.
func (a *Artist) moments(area draw.Canvas, ch chart) {
	base := area.Min.Y - 36
	style, end := a.fonts.regular(tickSize, faint), a.fonts.bold(tickSize, faint)
	width := end.Width(ch.ends)
	right := min(ch.x(area, ch.last)+width/2, area.Max.X)
	write(area, end, right, base, 1, ch.ends)
	a.momentTick(area, ch.x(area, ch.last))
	for v := int64(0); v < ch.last; v += momentStep(ch.last) {
		x, number := ch.x(area, v), a.words.Number(v)
		if x+style.Width(number)/2 < right-width-20 {
			a.momentTick(area, x)
			write(area, style, x, base, 0.5, number)
		}
	}
}

func (a *Artist) momentTick(area draw.Canvas, x vg.Length) {
	area.StrokeLine2(draw.LineStyle{Color: faint, Width: 2}, x, area.Min.Y-7, x, area.Min.Y)
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
