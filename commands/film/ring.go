package film

import (
	"math"

	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
)

// The radii of the ring beside the cards, in pixels.
const (
	ringInner = 62.0
	ringOuter = 140.0
)

// ring returns the middle and the radii of a loop's ring. It is larger where there are no
// cards beside it.
func (f *film) ring() (middle canvas.Point, inner, outer float64) {
	if f.alone() {
		return canvas.Point{X: width / 2, Y: (float64(f.height) - headDepth + legendDepth) / 2}, 76, 160
	}
	return canvas.Point{X: margin + ringOuter, Y: 212}, ringInner, ringOuter
}

// drawHand draws the ring, and the hand that goes round it.
func (f *film) drawHand(m moment) {
	middle, inner, outer := f.ring()
	room := outer + 4
	f.page.Paste(f.chart.Canvas, int(middle.X-room), int(f.page.Max.Y-middle.Y-room), int(middle.X+room), int(f.page.Max.Y-middle.Y+room))
	angle := math.Pi/2 - 2*math.Pi*f.drawn.Turned(m.At)
	from, to := theme.OnCircle(middle, inner-8, angle), theme.OnCircle(middle, outer+8, angle)
	f.page.Line(canvas.Line{Color: theme.Ground, Width: 9}, from.X, from.Y, to.X, to.Y)
	f.page.Line(canvas.Line{Color: theme.Ink, Width: 5}, from.X, from.Y, to.X, to.Y)
	f.page.Fill(theme.Ink, canvas.Circle(to, 7)...)
	number, unit := f.Number(f.out.Cycle().Plays), f.Phrase(f.game.Units[0].Name())
	f.page.TextMiddle(theme.Bold(34, theme.Ink), middle.X, middle.Y+14, 0.5, number)
	f.page.TextMiddle(theme.Bold(24, theme.Faint), middle.X, middle.Y-18, 0.5, unit)
}
