package picture

import (
	"math"

	"nonna/commands/picture/canvas"
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
	style := regular(tickSize, ink)
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

// drawMark draws a game of the i-th kind, which has a shape and a colour. One without an end
// is hollow.
func drawMark(c canvas.Area, at canvas.Point, r float64, i int, hollow bool) {
	form, fill := markForm(at, r, i), hues()[i%len(hues())]
	c.Ring(canvas.Line{Color: ground, Width: r*0.8 + 1}, form...)
	if hollow {
		c.Fill(ground, form...)
		c.Ring(canvas.Line{Color: fill, Width: r*0.4 + 0.5}, form...)
		return
	}
	c.Fill(fill, form...)
}

// markForm returns the outline of the mark of the i-th kind. The fifth has the shape of the
// first in another colour.
func markForm(at canvas.Point, r float64, i int) []canvas.Point {
	if corners := []int{0, 4, 3, 5}[i%4]; corners > 0 {
		return polygon(at, r*1.3, corners, math.Pi/2)
	}
	return canvas.Circle(at, r)
}
