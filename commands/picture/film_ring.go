package picture

import (
	"math"
	"slices"

	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

// The radii of the ring beside the cards, in pixels.
const (
	ringInner = 62.0
	ringOuter = 140.0
)

// ringSteps is the number of points of a ring's line.
const ringSteps = 720

// ring returns the middle and the radii of a loop's ring. It is larger where there are no
// cards beside it.
func (f *film) ring() (middle canvas.Point, inner, outer float64) {
	if f.alone() {
		return canvas.Point{X: pageWidth / 2, Y: (float64(f.height) - filmHead + legendDepth) / 2}, 76, 160
	}
	return canvas.Point{X: margin + ringOuter, Y: 212}, ringInner, ringOuter
}

// drawHand draws the ring, and the hand that goes round it.
func (f *film) drawHand(m moment) {
	middle, inner, outer := f.ring()
	room := outer + 4
	f.page.Paste(f.chart.Canvas, int(middle.X-room), int(f.page.Max.Y-middle.Y-room), int(middle.X+room), int(f.page.Max.Y-middle.Y+room))
	angle := math.Pi/2 - 2*math.Pi*f.drawn.turned(m.At)
	from, to := onCircle(middle, inner-8, angle), onCircle(middle, outer+8, angle)
	f.page.Line(canvas.Line{Color: ground, Width: 9}, from.X, from.Y, to.X, to.Y)
	f.page.Line(canvas.Line{Color: ink, Width: 5}, from.X, from.Y, to.X, to.Y)
	f.page.Fill(ink, canvas.Circle(to, 7)...)
	number, unit := f.Number(f.Cycle().Plays), f.Phrase(f.Units[0].Name())
	f.page.TextMiddle(bold(34, ink), middle.X, middle.Y+14, 0.5, number)
	f.page.TextMiddle(bold(24, faint), middle.X, middle.Y-18, 0.5, unit)
}

// drawRing draws the cycle of a loop, clockwise from the top, as a ring between two radii.
func (ch *chart) drawRing(c canvas.Area, middle canvas.Point, inner, outer float64) {
	for _, b := range slices.Backward(ch.bands) {
		line := ch.ringLine(b, middle, inner, outer)
		c.Fill(b.fill, line...)
		c.Ring(canvas.Line{Color: ground, Width: 1.5}, line...)
	}
	c.Fill(ground, canvas.Circle(middle, inner)...)
}

// ringLine returns the upper edge of a band, bent to a ring.
func (ch *chart) ringLine(b band, middle canvas.Point, inner, outer float64) []canvas.Point {
	points, k, y := b.top.points(), 0, 0
	line := make([]canvas.Point, ringSteps)
	for i := range line {
		x := ch.lead + (ch.last()-ch.lead)*int64(i)/ringSteps
		for k < len(points) && points[k].x <= x {
			y = points[k].y
			k++
		}
		r := inner + (outer-inner)*float64(y)/float64(ch.cards)
		line[i] = onCircle(middle, r, math.Pi/2-2*math.Pi*float64(i)/ringSteps)
	}
	return line
}

// turned returns the part of a loop's cycle that is over at a moment, from 0 to 1.
func (ch *chart) turned(at game.Length) float64 {
	return float64(ch.place(at)-ch.lead) / float64(max(ch.last()-ch.lead, 1))
}
