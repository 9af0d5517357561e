package picture

import (
	"math"

	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/engine/game"
)

type mark struct {
	text string
	draw func(c canvas.Area, at canvas.Point) // draws it around a point
}

const (
	legendHeight float64 = 40 // of a row
	markWidth    float64 = 36 // between a mark's left edge and its text
	markGap      float64 = 26 // between two marks with their texts
)

// legend draws marks beside each other, in rows from y down, and returns their lower
// edge.
func (p painter) legend(c canvas.Area, y float64, list []mark) float64 {
	style := theme.Regular(theme.TickSize, theme.Ink)
	x := margin
	for _, m := range list {
		width := markWidth + p.pool.Width(style, m.text)
		if x > margin && x+width > c.Max.X-margin {
			x, y = margin, y-legendHeight
		}
		m.draw(c, canvas.Point{X: x + markWidth/2 - 4, Y: y})
		c.TextMiddle(style, x+markWidth, y, 0, m.text)
		x += width + markGap
	}
	return y - legendHeight/2
}

func lineMark(text string, style canvas.Line) mark {
	return mark{text, func(c canvas.Area, at canvas.Point) {
		c.Line(style, at.X-14, at.Y, at.X+14, at.Y)
	}}
}

// drawMark draws a game of the i-th kind, which has a shape and a colour. An endless
// game is hollow, and an undecided one has an arrow.
func drawMark(c canvas.Area, at canvas.Point, r float64, i int, ending game.Ending) {
	form, fill := markForm(at, r, i), markColor(i)
	if ending == game.Undecided {
		upArrow(c, at, r, fill)
	}
	c.Ring(canvas.Line{Color: theme.Ground, Width: r*0.8 + 1}, form...)
	if ending == game.Loop {
		c.Fill(theme.Ground, form...)
		c.Ring(canvas.Line{Color: fill, Width: r*0.4 + 0.5}, form...)
		return
	}
	c.Fill(fill, form...)
}

// markForm returns the outline of the mark of the i-th kind. The sixth has the shape of
// the first in another colour.
func markForm(at canvas.Point, r float64, i int) []canvas.Point {
	switch i % 5 {
	case 1:
		return theme.Polygon(at, r*1.25, 4, math.Pi/4)
	case 2:
		return theme.Polygon(at, r*1.3, 3, math.Pi/2)
	case 3:
		return theme.Polygon(at, r*1.3, 4, 0)
	case 4:
		return theme.Polygon(at, r*1.25, 5, math.Pi/2)
	}
	return canvas.Circle(at, r)
}

func markColor(i int) canvas.Color {
	list := []canvas.Color{theme.Orange, theme.Sky, theme.Yellow, theme.Purple, theme.Green, theme.Vermilion, theme.Blue}
	return list[i%len(list)]
}

func upArrow(c canvas.Area, at canvas.Point, r float64, color canvas.Color) {
	tip := at.Y + 3.2*r
	strokeOver(c, canvas.Line{Color: color, Width: r * 0.5},
		[]canvas.Point{at, {X: at.X, Y: tip}},
		[]canvas.Point{{X: at.X - r, Y: tip - r}, {X: at.X, Y: tip}, {X: at.X + r, Y: tip - r}})
}
