package picture

import (
	"math"

	"gonum.org/v1/plot/vg"
)

// onCircle is the point of a circle at an angle.
func onCircle(center vg.Point, r vg.Length, angle float64) vg.Point {
	return vg.Point{X: center.X + r*vg.Length(math.Cos(angle)), Y: center.Y + r*vg.Length(math.Sin(angle))}
}

func circle(at vg.Point, r vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: at.X + r, Y: at.Y})
	p.Arc(at, r, 0, 2*math.Pi)
	p.Close()
	return p
}

func polygon(at vg.Point, r vg.Length, corners int, angle float64) vg.Path {
	var p vg.Path
	p.Move(onCircle(at, r, angle))
	for i := 1; i < corners; i++ {
		p.Line(onCircle(at, r, angle+2*math.Pi*float64(i)/float64(corners)))
	}
	p.Close()
	return p
}

// stepTo goes on to a point: to the right, then up. An empty path begins there.
func stepTo(p *vg.Path, at vg.Point) {
	if n := len(*p); n > 0 {
		p.Line(vg.Point{X: at.X, Y: (*p)[n-1].Pos.Y})
		p.Line(at)
		return
	}
	p.Move(at)
}

// rounded is a rectangle with round corners.
func rounded(at vg.Point, width, height, r vg.Length) vg.Path {
	x0, x1, y0, y1 := at.X-width/2, at.X+width/2, at.Y-height/2, at.Y+height/2
	var p vg.Path
	p.Move(vg.Point{X: x0 + r, Y: y0})
	p.Line(vg.Point{X: x1 - r, Y: y0})
	p.Arc(vg.Point{X: x1 - r, Y: y0 + r}, r, -math.Pi/2, math.Pi/2)
	p.Line(vg.Point{X: x1, Y: y1 - r})
	p.Arc(vg.Point{X: x1 - r, Y: y1 - r}, r, 0, math.Pi/2)
	p.Line(vg.Point{X: x0 + r, Y: y1})
	p.Arc(vg.Point{X: x0 + r, Y: y1 - r}, r, math.Pi/2, math.Pi/2)
	p.Line(vg.Point{X: x0, Y: y0 + r})
	p.Arc(vg.Point{X: x0 + r, Y: y0 + r}, r, math.Pi, math.Pi/2)
	p.Close()
	return p
}
