package picture

import (
	"math"
	"slices"

	"nonna/commands/picture/canvas"
)

// onCircle returns the point of a circle at an angle.
func onCircle(center canvas.Point, r, angle float64) canvas.Point {
	return canvas.Point{X: center.X + r*math.Cos(angle), Y: center.Y + r*math.Sin(angle)}
}

// polygon returns a regular polygon around a point.
func polygon(at canvas.Point, r float64, corners int, angle float64) []canvas.Point {
	var p []canvas.Point
	for i := range corners {
		p = append(p, onCircle(at, r, angle+2*math.Pi*float64(i)/float64(corners)))
	}
	return p
}

// stepTo extends a path to a point: to the right, then up. An empty path begins there.
func stepTo(p []canvas.Point, at canvas.Point) []canvas.Point {
	if n := len(p); n > 0 {
		p = append(p, canvas.Point{X: at.X, Y: p[n-1].Y})
	}
	return append(p, at)
}

// rounded returns a rectangle around a point with round corners.
func rounded(at canvas.Point, width, height, r float64) []canvas.Point {
	x, y := width/2-r, height/2-r
	corner := func(x, y, start float64) []canvas.Point {
		return canvas.Arc(at.Add(canvas.Point{X: x, Y: y}), r, start, math.Pi/2)
	}
	return slices.Concat(corner(x, -y, -math.Pi/2), corner(x, y, 0), corner(-x, y, math.Pi/2), corner(-x, -y, math.Pi))
}
