// Package canvas draws filled shapes, lines and texts with soft edges in the colours of
// a palette, and encodes them as PNG.
//
// # Goals
//
// The palette of a [Pool] is fixed: the colours drawn with, and the shades of their
// edges. So the mix of a colour and the ground is looked up for each coverage, no
// colours are reduced afterwards, and the same drawing gives the same bytes. Canvases
// and the masks of letters are reused.
//
// # Non-goals
//
// It knows no charts, and no fonts but the Go fonts.
package canvas

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"sync"

	"github.com/klauspost/compress/zlib"
	"golang.org/x/image/vector"
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

// Scale returns a point whose distance from the corner is multiplied.
func (p Point) Scale(f float64) Point { return Point{p.X * f, p.Y * f} }

// Area is a part of a canvas. Its methods draw beside it, too.
type Area struct {
	*Canvas
	Min, Max Point
}

// X returns the x at a part of the area's width.
func (a Area) X(part float64) float64 { return a.Min.X + part*(a.Max.X-a.Min.X) }

// Y returns the y at a part of the area's height.
func (a Area) Y(part float64) float64 { return a.Min.Y + part*(a.Max.Y-a.Min.Y) }

// Inset returns the area without a margin on each side.
func (a Area) Inset(left, right, bottom, top float64) Area {
	a.Min, a.Max = a.Min.Add(Point{left, bottom}), a.Max.Sub(Point{right, top})
	return a
}

// Pool makes canvases of one palette, and reuses them. It is safe for concurrent use.
type Pool struct {
	palette
	*fonts
	free sync.Pool
}

// NewPool returns a pool of canvases with the first colour as their ground. Soft edges
// have these colours and the shades, together at most 256.
func NewPool(colors, shades []Color) *Pool {
	return &Pool{palette: newPalette(colors, shades), fonts: newFonts()}
}

// Canvas is a picture that is being drawn.
type Canvas struct {
	*Pool
	// Written, unless nil, is called with every text and the corners of its capitals.
	Written func(text string, size float64, from, to Point)

	width, height int
	pix           []uint8
	shape         [][]Point // the outlines since the last paint
	raster        vector.Rasterizer
	mask          image.Alpha // of a shape
	deflate       *zlib.Writer
}

// New returns the area of an empty canvas. The caller frees it after use.
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
	return Area{c, Point{}, Point{float64(width), float64(height)}}
}

// Free returns a canvas to its pool. It must not be used afterwards.
func (c *Canvas) Free() {
	c.Written = nil
	c.free.Put(c)
}

// Rect fills a rectangle between two corners.
func (c *Canvas) Rect(color Color, a, b Point) { c.Veil(color, 1, a, b) }

// Veil is Rect with a transparent colour. A strength of 1 hides what is below.
func (c *Canvas) Veil(color Color, strength float64, a, b Point) {
	c.outline([]Point{a, {a.X, b.Y}, b, {b.X, a.Y}})
	c.paint(color, strength)
}

// row returns the y-th row of pixels from the top.
func (c *Canvas) row(y int) []uint8 { return c.pix[y*c.width:][:c.width] }

// Fill fills a polygon.
func (c *Canvas) Fill(color Color, corners ...Point) {
	c.outline(corners)
	c.paint(color, 1)
}

// outline adds a closed line to the shape. Outlines in one direction add up.
func (c *Canvas) outline(corners []Point) { c.shape = append(c.shape, corners) }

// paint paints the shape, with a strength of 1 so that it hides what is below.
func (c *Canvas) paint(color Color, strength float64) {
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, corners := range c.shape {
		for _, p := range corners {
			low, high = Point{min(low.X, p.X), min(low.Y, p.Y)}, Point{max(high.X, p.X), max(high.Y, p.Y)}
		}
	}
	tall := float64(c.height)
	box := image.Rect(int(math.Floor(low.X)), int(math.Floor(tall-high.Y)), int(math.Ceil(high.X)), int(math.Ceil(tall-low.Y)))
	box = box.Intersect(image.Rect(0, 0, c.width, c.height))
	c.raster.Reset(box.Dx(), box.Dy())
	c.raster.DrawOp = draw.Src
	for _, corners := range c.shape {
		for i, p := range corners {
			x, y := float32(p.X-float64(box.Min.X)), float32(tall-p.Y-float64(box.Min.Y))
			if i == 0 {
				c.raster.MoveTo(x, y)
			} else {
				c.raster.LineTo(x, y)
			}
		}
		c.raster.ClosePath()
	}
	c.shape = c.shape[:0]
	c.mask.Pix = slices.Grow(c.mask.Pix[:0], box.Dx()*box.Dy())[:box.Dx()*box.Dy()]
	c.mask.Stride, c.mask.Rect = box.Dx(), image.Rect(0, 0, box.Dx(), box.Dy())
	c.raster.Draw(&c.mask, c.mask.Rect, image.Opaque, image.Point{})
	c.stamp(c.mixOf(color), strength, &c.mask, box.Min)
}

// stamp draws through a mask that is moved to a place. Most of a shape is eight pixels that are all
// covered or all not, which takes a sixth less time for a picture.
func (c *Canvas) stamp(m *mix, strength float64, mask *image.Alpha, to image.Point) {
	part := int(strength * 256 * levels)
	hiding := uint64(m[levels][0]) * 0x0101010101010101 // eight pixels of a colour that hides what is below
	room := mask.Rect.Add(to).Intersect(image.Rect(0, 0, c.width, c.height))
	for y := room.Min.Y; y < room.Max.Y; y++ {
		row := c.row(y)[room.Min.X:room.Max.X]
		covers := mask.Pix[mask.PixOffset(room.Min.X-to.X, y-to.Y):][:len(row)]
		for i := 0; i < len(row); i++ {
			for ; i+8 <= len(row); i += 8 {
				if eight := binary.LittleEndian.Uint64(covers[i:]); eight == math.MaxUint64 && strength == 1 {
					binary.LittleEndian.PutUint64(row[i:], hiding)
				} else if eight != 0 {
					break
				}
			}
			if i == len(row) {
				break
			}
			if level := (int(covers[i])*part + 1<<15) >> 16; level > 0 {
				row[i] = m[level][row[i]]
			}
		}
	}
}

// Pixels returns the indexes in the palette of all pixels, row by row from the top. They
// are valid until the canvas is drawn on or freed.
func (c *Canvas) Pixels() []uint8 { return c.pix }

// Clear makes the canvas empty again.
func (c *Canvas) Clear() { clear(c.pix) }

// Palette returns the colours of pixels. It must not be changed.
func (p *Pool) Palette() color.Palette { return p.all }

// Paste copies a part of another canvas of the same size to where it lies there: the
// columns from x0 to x1 and the rows from y0 to y1, counted from the top left corner.
func (c *Canvas) Paste(from *Canvas, x0, y0, x1, y1 int) {
	for y := max(y0, 0); y < min(y1, c.height); y++ {
		copy(c.row(y)[max(x0, 0):min(max(x1, 0), c.width)], from.row(y)[max(x0, 0):])
	}
}

// PNG returns the picture in the PNG format. Compressing takes half of the time, and by this
// library half of what it takes by that of image/png.
func (c *Canvas) PNG() []byte {
	size := binary.BigEndian.AppendUint32(nil, uint32(c.width))
	size = binary.BigEndian.AppendUint32(size, uint32(c.height))
	var colors []byte
	for _, each := range c.all {
		r, g, b, _ := each.RGBA()
		colors = append(colors, byte(r), byte(g), byte(b))
	}
	var rows bytes.Buffer // which returns no errors
	if c.deflate == nil {
		c.deflate, _ = zlib.NewWriterLevel(nil, zlib.BestSpeed)
	}
	c.deflate.Reset(&rows)
	for y := range c.height {
		_, _ = c.deflate.Write([]byte{0}) // the row is not filtered
		_, _ = c.deflate.Write(c.row(y))
	}
	_ = c.deflate.Close()
	file := []byte("\x89PNG\r\n\x1a\n")
	file = appendChunk(file, "IHDR", append(size, 8, 3, 0, 0, 0)) // eight bits that are of a palette
	file = appendChunk(file, "PLTE", colors)
	file = appendChunk(file, "IDAT", rows.Bytes())
	return appendChunk(file, "IEND", nil)
}

// appendChunk appends a part of a PNG file.
func appendChunk(file []byte, kind string, data []byte) []byte {
	file = binary.BigEndian.AppendUint32(file, uint32(len(data)))
	from := len(file)
	file = append(append(file, kind...), data...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[from:]))
}
