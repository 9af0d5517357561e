// Package canvas draws filled shapes, lines and texts with soft edges straight
// onto a palette, and makes a PNG of them.
//
// # Goals
//
// A [Pool] has its palette from the beginning: the colours drawn with and the
// shades that their edges may take. So what a colour makes of the ground at each
// coverage is looked up, nothing is reduced afterwards, and the same drawing
// gives the same bytes. Canvases, and the masks of letters, are used again.
//
// # Non-goals
//
// It knows no charts, and just the Go fonts.
package canvas

import (
	"bytes"
	"math"
	"sync"
)

// Color is an opaque colour, written as 0xRRGGBB.
type Color uint32

// RGBA implements [color.Color].
func (c Color) RGBA() (r, g, b, a uint32) {
	return uint32(c>>16&0xFF) * 0x101, uint32(c>>8&0xFF) * 0x101, uint32(c&0xFF) * 0x101, 0xFFFF
}

// Point is a place in pixels, from the bottom left corner up and to the right.
type Point struct{ X, Y float64 }

// Add returns the sum of two points.
func (p Point) Add(q Point) Point { return Point{p.X + q.X, p.Y + q.Y} }

// Sub returns the difference of two points.
func (p Point) Sub(q Point) Point { return Point{p.X - q.X, p.Y - q.Y} }

// Scale returns a point so many times as far from the corner.
func (p Point) Scale(f float64) Point { return Point{p.X * f, p.Y * f} }

// Area is a part of a canvas, which nothing keeps from drawing beside it.
type Area struct {
	*Canvas
	Min, Max Point
}

// X returns the place at a part of the area's width.
func (a Area) X(part float64) float64 { return a.Min.X + part*(a.Max.X-a.Min.X) }

// Y returns the place at a part of the area's height.
func (a Area) Y(part float64) float64 { return a.Min.Y + part*(a.Max.Y-a.Min.Y) }

// Inset returns an area that is so much smaller on each side.
func (a Area) Inset(left, right, bottom, top float64) Area {
	a.Min, a.Max = a.Min.Add(Point{left, bottom}), a.Max.Sub(Point{right, top})
	return a
}

// Pool makes canvases of one palette, and uses them again. It is safe for use by
// several goroutines at once.
type Pool struct {
	palette
	*fonts
	free sync.Pool
}

// NewPool returns a pool of canvases on which a first colour is the ground. Edges
// take these colours and the shades, 256 of both at most.
func NewPool(colors, shades []Color) *Pool {
	return &Pool{palette: newPalette(colors, shades), fonts: newFonts()}
}

// Canvas is a picture to draw.
type Canvas struct {
	*Pool
	// Written is told of every text and of the room that its capitals take, where
	// it is set.
	Written func(text string, size float64, from, to Point)

	width, height int
	pix           []uint8
	coverage      coverage
	quads         []Point // of the line being drawn
	buffer        buffer
	out           bytes.Buffer
}

// New returns the area of an empty canvas. Whoever has done with it calls Free.
func (p *Pool) New(width, height int) Area {
	c, ok := p.free.Get().(*Canvas)
	if !ok {
		c = &Canvas{Pool: p}
	}
	c.width, c.height = width, height
	if n := width * height; cap(c.pix) < n {
		c.pix = make([]uint8, n)
	}
	c.pix = c.pix[:width*height]
	clear(c.pix)
	c.coverage.reset(width, height)
	return Area{c, Point{}, Point{float64(width), float64(height)}}
}

// Free gives a canvas back, which must not be used from then on.
func (c *Canvas) Free() {
	c.Written = nil
	c.free.Put(c)
}

// Rect fills a rectangle between two corners.
func (c *Canvas) Rect(color Color, a, b Point) { c.Veil(color, 1, a, b) }

// Veil is Rect with a colour that what lies below shines through, the less the
// nearer strength is to 1.
func (c *Canvas) Veil(color Color, strength float64, a, b Point) {
	x0, x1 := max(min(a.X, b.X), 0), min(max(a.X, b.X), float64(c.width))
	high := float64(c.height)
	y0, y1 := max(high-max(a.Y, b.Y), 0), min(high-min(a.Y, b.Y), high)
	if x0 >= x1 || y0 >= y1 {
		return
	}
	mix := c.mixOf(color)
	left, right := int(x0), int(math.Ceil(x1))-1
	for y := int(y0); float64(y) < y1; y++ {
		part := strength * (min(y1, float64(y+1)) - max(y0, float64(y)))
		row := c.row(y)
		mix.run(row[left:left+1], part*(min(x1, float64(left+1))-x0))
		if left < right {
			mix.run(row[left+1:right], part)
			mix.run(row[right:right+1], part*(x1-float64(right)))
		}
	}
}

// row is the y-th row of pixels from the top.
func (c *Canvas) row(y int) []uint8 { return c.pix[y*c.width:][:c.width] }

// Fill fills a polygon.
func (c *Canvas) Fill(color Color, corners ...Point) {
	c.outline(corners)
	c.paint(color)
}

// outline adds a closed line to what is to be covered.
func (c *Canvas) outline(corners []Point) {
	high := float64(c.height)
	for i, to := range corners {
		from := corners[(i+len(corners)-1)%len(corners)]
		c.coverage.line(from.X, high-from.Y, to.X, high-to.Y)
	}
}

// paint paints what the outlines since the last time cover.
func (c *Canvas) paint(color Color) {
	mix := c.mixOf(color)
	c.coverage.sweep(func(y, from, to int, part float64) { mix.run(c.row(y)[from:to], part) })
}
