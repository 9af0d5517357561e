package picture

import (
	"math"
	"slices"

	"nonna/commands/picture/canvas"
)

// label is the name of a band and its place.
type label struct {
	text       string
	style      canvas.Style
	x, y, half float64      // the middle, and half the width of the plate
	plate      canvas.Color // the ground below
	bare       bool         // has no plate
}

func (n label) draw(c canvas.Area) {
	if n.bare {
		c.TextMiddle(n.style, n.x, n.y, 0.5, n.text)
		return
	}
	plate(c, n.plate, canvas.Point{X: n.x, Y: n.y}, 2*n.half, n.style.Size+8, n.style, n.text)
}

// plate returns a text on a plate with its middle at a point.
func (p painter) plate(text string, fill canvas.Color, x, y float64) label {
	style := bold(smallName, inkOn(fill))
	return label{text: text, style: style, x: x, y: y, half: p.pool.Width(style, text)/2 + 9, plate: fill}
}

// names returns a place for every band's name where the band is highest: a short name if
// the long one does not fit. Names are after the beginning of a cycle if possible, since
// the chart before is dark. Bands without room are returned as marks of a legend.
func (p painter) names(area canvas.Area, ch *chart) (list []label, unnamed []mark) {
	for i, b := range slices.Backward(ch.bands) { // from the top, as they are read
		n, ok := p.name(area, ch, i, inkOn(b.fill), ch.lead)
		if !ok && ch.loops {
			n, ok = p.name(area, ch, i, ink, 0)
			n.bare = true
		}
		switch {
		case ok:
			list = append(list, n)
		case b.dashed:
			list = append(list, p.tag(area, ch, b))
		default:
			unnamed = append(unnamed, mark{b.short, func(c canvas.Area, at canvas.Point) {
				c.Fill(b.fill, rounded(at, 26, 26, 5)...)
			}})
		}
	}
	return list, unnamed
}

// tag returns the name of a band without room, the pile of a long game, on a plate at the
// bottom where the band is highest.
func (p painter) tag(area canvas.Area, ch *chart, b band) label {
	n := p.plate(b.name, ground, ch.x(area, b.top.peak().x), area.Min.Y+smallName/2+6)
	n.x = min(max(n.x, area.Min.X+n.half+4), area.Max.X-n.half-4)
	return n
}

// name returns a place for the name of a band from a moment on, and reports whether
// there is one. Its plate hides dotted lines that cross it.
func (p painter) name(area canvas.Area, ch *chart, i int, color canvas.Color, from int64) (label, bool) {
	b := ch.bands[i]
	for _, try := range []struct {
		text string
		size float64
	}{{b.name, nameSize + 6}, {b.name, nameSize}, {b.short, nameSize}, {b.short, smallName}} {
		n := label{text: try.text, style: bold(try.size, color), plate: b.fill}
		width := p.pool.Width(n.style, try.text)
		n.half = width/2 + 4
		if x, y, ok := ch.room(area, i, from, width+16, try.size*1.2); ok {
			n.x, n.y = x, y
			return n, true
		}
	}
	return label{}, false
}

// room returns the middle of a place of a size in a band from a moment on: where the
// band is highest, and the first of those.
func (ch *chart) room(area canvas.Area, band int, from int64, width, height float64) (x, y float64, ok bool) {
	const steps = 60
	best := height
	left := ch.x(area, from)
	step := (area.Max.X - left) / steps
	for ; left+width <= area.Max.X; left += step {
		low, high := ch.clear(band, ch.moment(area, left), ch.moment(area, left+width)+1)
		bottom, top := ch.y(area, low), ch.y(area, high)
		if gap := top - bottom; gap > best+2 || gap >= best && !ok {
			best, ok = gap, true
			x, y = left+width/2, (bottom+top)/2
		}
	}
	return x, y, ok
}

// clear returns what a band covers throughout a stretch: from its highest lower edge to
// its lowest upper edge.
func (ch *chart) clear(band int, from, to int64) (low, high int) {
	high, _ = ch.bands[band].top.span(from, to)
	if band > 0 {
		_, low = ch.bands[band-1].top.span(from, to)
	}
	return low, high
}

type mark struct {
	text string
	draw func(c canvas.Area, at canvas.Point) // draws it around a point
}

const (
	legendHeight float64 = 40 // of a row
	markWidth    float64 = 36 // between a mark's left edge and its text
	markGap      float64 = 26 // between two marks with their texts
)

// legend draws marks beside each other, in rows from y down, and returns their lower edge.
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
