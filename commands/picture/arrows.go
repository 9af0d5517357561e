package picture

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// ringStyle is how the i-th ring is drawn: rings differ in colour and in
// dashes.
func ringStyle(i int) draw.LineStyle {
	colors := []rgb{yellow, sky, purple, green, orange, ink}
	dashes := [][]vg.Length{nil, {16, 9}, {5, 7}, {20, 7, 5, 7}, {9, 5}, {28, 10}}
	return draw.LineStyle{Color: colors[i%len(colors)], Width: 7, Dashes: dashes[i%len(dashes)]}
}

// drawRing draws an arrow from each pile of a ring to the next.
func drawRing(c draw.Canvas, ring []int, i int, f face) {
	style := ringStyle(i)
	if len(ring) == 1 {
		loop(c, ring[0], f, style)
		return
	}
	for j, p := range ring {
		next := ring[(j+1)%len(ring)]
		arrow(c, p, next, bend(p, next, len(ring) == 2 && j == 1), f, style)
	}
}

// reach is how far from a pile's middle, in a direction, its arrows begin and
// end: a little off the edge of its cards.
func (f face) reach(pile int, along vg.Point) vg.Length {
	spread := fan * vg.Length(max(f.FaceDown[pile]-1, 0)) / 2
	x := (cardWidth/2 + spread) / vg.Length(math.Max(math.Abs(float64(along.X)), 1e-6))
	y := (cardHeight/2 + spread) / vg.Length(math.Max(math.Abs(float64(along.Y)), 1e-6))
	return min(x, y) + 6
}

// bend is how far the middle of an arrow between two hours lies off the straight
// line, towards the middle of the face: far enough not to cross the hours
// between. back is for an arrow back to where another comes from, which must
// not lie on that one.
func bend(from, to int, back bool) vg.Length {
	hours := (to - from + 12) % 12
	hours = min(hours, 12-hours)
	near := [...]vg.Length{0, -12, 42, 14, 25, 25, 25}[hours]
	switch {
	case !back || hours == 6: // opposite hours: each arrow keeps to its left
		return near
	case hours < 4:
		return near + 42
	}
	return -near
}

func arrow(c draw.Canvas, fromPile, toPile int, bend vg.Length, f face, style draw.LineStyle) {
	from, to := spot(fromPile), spot(toPile)
	straight := from.Add(to.Sub(from).Scale(0.5))
	along := direction(from, to)
	inward := vg.Point{X: -along.Y, Y: along.X}
	if (toPile-fromPile+12)%12 < 6 { // clockwise, the middle is on the right
		inward = inward.Scale(-1)
	}
	middle := straight.Add(inward.Scale(2 * bend)) // the curve goes half as far
	out, in := direction(from, middle), direction(to, middle)
	start := from.Add(out.Scale(f.reach(fromPile, out)))
	end := to.Add(in.Scale(f.reach(toPile, in) + tip))
	var p vg.Path
	p.Move(start)
	p.QuadTo(middle, end)
	strokeOver(c, p, style)
	arrowHead(c, end, direction(middle, end), style.Color)
}

func direction(from, to vg.Point) vg.Point {
	d := to.Sub(from)
	return d.Scale(1 / vg.Length(math.Hypot(float64(d.X), float64(d.Y))))
}

// strokeOver draws a line with a dark edge, so that it stands out where it
// crosses others.
func strokeOver(c draw.Canvas, p vg.Path, style draw.LineStyle) {
	c.SetLineStyle(draw.LineStyle{Color: ground, Width: style.Width + 6})
	c.Stroke(p)
	c.SetLineStyle(style)
	c.Stroke(p)
}

// tip is how far the point of an arrow lies beyond its line.
const tip vg.Length = 12

// arrowHead draws the head of an arrow whose line ends at a point, coming along
// a direction.
func arrowHead(c draw.Canvas, at, along vg.Point, color color.Color) {
	side := vg.Point{X: -along.Y, Y: along.X}
	back := at.Sub(along.Scale(tip))
	var p vg.Path
	p.Move(at.Add(along.Scale(tip)))
	p.Line(back.Add(side.Scale(14)))
	p.Line(back.Sub(side.Scale(14)))
	p.Close()
	c.SetLineStyle(draw.LineStyle{Color: ground, Width: 5})
	c.Stroke(p)
	c.SetColor(color)
	c.Fill(p)
}

// loop draws the ring of a pile that leads to itself: a circle beside it,
// towards the middle, with a gap at the pile.
func loop(c draw.Canvas, pile int, f face, style draw.LineStyle) {
	const r, gap = 27, 0.75
	at := spot(pile)
	inward := direction(at, spot(0))
	center := at.Add(inward.Scale(f.reach(pile, inward) + r*0.8))
	start := math.Atan2(float64(-inward.Y), float64(-inward.X)) + gap
	end := start + 2*math.Pi - 2*gap
	var p vg.Path
	p.Move(onCircle(center, r, start))
	p.Arc(center, r, start, end-start)
	strokeOver(c, p, style)
	along := vg.Point{X: -vg.Length(math.Sin(end)), Y: vg.Length(math.Cos(end))}
	arrowHead(c, onCircle(center, r, end), along, style.Color)
}
