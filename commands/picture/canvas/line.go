package canvas

import "math"

// Line is the style of a line. Dashes are the lengths of strokes and gaps in turn; a line
// without them is solid.
type Line struct {
	Color  Color
	Width  float64
	Dashes []float64
}

// Stroke draws a path with round corners.
func (c *Canvas) Stroke(l Line, path ...Point) {
	last := Point{math.NaN(), 0}
	dashed(l.Dashes, path, func(a, b Point) {
		c.piece(a, b, l.Width/2, a == last)
		last = b
	})
	c.paint(l.Color, 1)
}

// Line draws a straight line.
func (c *Canvas) Line(l Line, x0, y0, x1, y1 float64) {
	c.Stroke(l, Point{x0, y0}, Point{x1, y1})
}

// Ring draws a closed path.
func (c *Canvas) Ring(l Line, path ...Point) {
	n := len(path)
	for i, a := range path {
		c.piece(a, path[(i+1)%n], l.Width/2, true)
	}
	c.paint(l.Color, 1)
}

// piece adds a straight line to the shape, with a round joint at a. All outlines have
// one direction.
func (c *Canvas) piece(a, b Point, r float64, joint bool) {
	d := b.Sub(a)
	n := math.Hypot(d.X, d.Y)
	if n == 0 {
		return
	}
	side := Point{-d.Y, d.X}.Scale(r / n)
	c.outline([]Point{a.Add(side), a.Sub(side), b.Sub(side), b.Add(side)})
	if joint && r > 1 {
		c.outline(Circle(a, r))
	}
}

// Arc returns points on a circle that span an angle from a start.
func Arc(middle Point, r, start, angle float64) []Point {
	n := max(8, int(math.Abs(angle)*math.Sqrt(r)*2))
	arc := make([]Point, n+1)
	for i := range arc {
		sin, cos := math.Sincos(start + angle*float64(i)/float64(n))
		arc[i] = middle.Add(Point{cos * r, sin * r})
	}
	return arc
}

// Circle returns the outline of a circle.
func Circle(middle Point, r float64) []Point {
	arc := Arc(middle, r, 0, 2*math.Pi)
	return arc[1:]
}

// dashed calls see with the strokes of a path, between the gaps of its dashes.
func dashed(dashes []float64, path []Point, see func(a, b Point)) {
	k, left := 0, math.Inf(1)
	if len(dashes) > 0 {
		left = dashes[0]
	}
	for i := 1; i < len(path); i++ {
		a, d := path[i-1], path[i].Sub(path[i-1])
		n := math.Hypot(d.X, d.Y)
		for at := 0.0; at < n; {
			to := min(at+left, n)
			if k%2 == 0 {
				see(a.Add(d.Scale(at/n)), a.Add(d.Scale(to/n)))
			}
			if left -= to - at; left < 1e-6 {
				k++
				left = dashes[k%len(dashes)]
			}
			at = to
		}
	}
}
