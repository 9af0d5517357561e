package picture

import (
	"math"

	"nonna/commands/picture/canvas"
)

// x returns the x of a moment in the area of a chart.
func (ch *chart) x(area canvas.Area, moment int64) float64 {
	return area.X(float64(moment) / float64(max(ch.axis(), 1)))
}

// moment is the inverse of x, rounded down.
func (ch *chart) moment(area canvas.Area, x float64) int64 {
	return int64((x - area.Min.X) / (area.Max.X - area.Min.X) * float64(ch.axis()))
}

// y returns the y of a number of cards.
func (ch *chart) y(area canvas.Area, cards int) float64 {
	return area.Y(float64(cards) / float64(max(ch.cards, 1)))
}

// leastAxis is the least width of a vertical axis.
const leastAxis float64 = 64

// axisWidth returns the width of a vertical axis with numbers up to most.
func (p painter) axisWidth(most int) float64 {
	return max(p.pool.Width(regular(tickSize, faint), p.Number(int64(most)))+24, leastAxis)
}

// axes draws the few numbers around an area: 0, half and all of the cards, and some moments.
func (p painter) axes(area canvas.Area, ch *chart) {
	style, line := regular(tickSize, faint), canvas.Line{Color: faint, Width: 2}
	for _, v := range cardTicks(ch.cards) {
		y := ch.y(area, v)
		area.Line(line, area.Min.X-6, y, area.Min.X, y)
		left := v
		if ch.facing() {
			left = ch.cards - v
			area.Line(line, area.Max.X, y, area.Max.X+6, y)
			area.TextMiddle(style, area.Max.X+12, y, 0, p.Number(int64(v)))
		}
		area.TextMiddle(style, area.Min.X-12, y, 1, p.Number(int64(left)))
	}
	if ch.facing() { // each axis has its player's name, beside his cards
		first, last := ch.bands[0], ch.bands[len(ch.bands)-1]
		gutter := p.axisWidth(ch.cards) / 2
		p.plate(last.short, last.fill, area.Min.X-gutter, area.Y(0.75)).draw(area)
		p.plate(first.short, first.fill, area.Max.X+gutter, area.Y(0.25)).draw(area)
	}
	p.numbers(area, 0, ch.last(), ch.ends, func(v int64) float64 { return ch.x(area, v) })
}

// cardTicks returns 0, half of the cards if that is a whole number, and all.
func cardTicks(cards int) []int {
	if cards%2 != 0 || cards < 4 {
		return []int{0, cards}
	}
	return []int{0, cards / 2, cards}
}

// level draws a thin line across an area, with a number on the left.
func (p painter) level(area canvas.Area, y float64, number int64) {
	area.Line(canvas.Line{Color: pileFill, Width: 2}, area.Min.X, y, area.Max.X, y)
	area.TextMiddle(regular(tickSize, faint), area.Min.X-12, y, 1, p.Number(number))
}

// numbers draws a horizontal axis below an area: the last number with its unit, unless
// that would hide the round one before, and the first and round ones where there is room.
func (p painter) numbers(area canvas.Area, first, last int64, end string, at func(int64) float64) {
	const gap = 14
	style, bold := regular(tickSize, faint), bold(tickSize, faint)
	tick := func(x, right float64, align float64, style canvas.Style, number string) {
		area.Line(canvas.Line{Color: faint, Width: 2}, x, area.Min.Y-7, x, area.Min.Y)
		area.Text(style, right, area.Min.Y-36, align, number)
	}
	step := momentStep(last - first)
	round := (last - 1) / step * step
	span := func(end string) (from, to float64) {
		width := p.pool.Width(bold, end)
		to = min(at(last)+width/2, area.Max.X)
		return to - width - gap, to
	}
	shows := func(end string) bool {
		from, _ := span(end)
		return at(round)+p.pool.Width(style, p.Number(round))/2 < from
	}
	if plain := p.Number(last); round > first && !shows(end) && shows(plain) {
		end = plain // the unit is in the head as well
	}
	most, right := span(end)
	tick(at(last), right, 1, bold, end)
	left := float64(0)
	for v := first; v < last; v = (v/step + 1) * step {
		x, number := at(v), p.Number(v)
		half := p.pool.Width(style, number) / 2
		if x-half > left && x+half < most {
			tick(x, x, 0.5, style, number)
			left = x + half + gap
		}
	}
}

// momentStep returns a round number that divides a length into two to five parts, and 1 for up to
// eight.
func momentStep(length int64) int64 {
	if length <= 8 {
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
