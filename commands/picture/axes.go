package picture

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// x is where a moment lies in the area of a chart, y where a number of cards.
func (ch chart) x(area draw.Canvas, moment int64) vg.Length {
	return area.X(float64(moment) / float64(max(ch.length, 1)))
}

func (ch chart) y(area draw.Canvas, cards int) vg.Length {
	return area.Y(float64(cards) / float64(max(ch.cards, 1)))
}

// axes writes the few numbers around an area: no cards, half and all of them,
// and some moments.
func (a *Artist) axes(c, area draw.Canvas, ch chart) {
	left, right := a.fonts.regular(tickSize, faint), a.fonts.regular(tickSize, faint)
	for _, v := range cardTicks(ch.cards) {
		y := ch.y(area, v)
		a.tick(area, area.Min.X-6, area.Min.X, y)
		number := a.words.Number(int64(v))
		writeMiddle(c, fit(left, number, axisWidth-margin/2), area.Min.X-12, y, 1, number)
		if ch.rival {
			a.tick(area, area.Max.X, area.Max.X+6, y)
			number = a.words.Number(int64(ch.cards - v))
			writeMiddle(c, fit(right, number, axisWidth-margin/2), area.Max.X+12, y, 0, number)
		}
	}
	a.moments(c, area, ch)
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

// moments writes the horizontal axis: round numbers, and its name at the right
// end in place of the last of them.
func (a *Artist) moments(c, area draw.Canvas, ch chart) {
	base := area.Min.Y - 36
	style := a.fonts.regular(tickSize, faint)
	name := a.fonts.bold(tickSize, faint)
	write(c, name, area.Max.X, base, 1, ch.xLabel)
	free := area.Max.X - name.Width(ch.xLabel) - 16
	step := momentStep(ch.length)
	for v := int64(0); v <= ch.length; v += step {
		x, number := ch.x(area, v), a.words.Number(v)
		c.StrokeLine2(draw.LineStyle{Color: faint, Width: 2}, x, area.Min.Y-7, x, area.Min.Y)
		if x+style.Width(number)/2 < free {
			write(c, style, x, base, 0.5, number)
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
