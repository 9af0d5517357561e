package canvas

import "image/color"

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
