package picture

import (
	"math"

	"nonna/commands/picture/canvas"
)

// ringStyle returns the line of the i-th ring. Rings differ in colour and in dashes.
func ringStyle(i int) canvas.Line {
	colors := []canvas.Color{yellow, sky, purple, green, orange, ink}
	dashes := [][]float64{nil, {16, 9}, {5, 7}, {20, 7, 5, 7}, {9, 5}, {28, 10}}
	return canvas.Line{Color: colors[i%len(colors)], Width: 7, Dashes: dashes[i%len(dashes)]}
}

// drawRing draws an arrow from each pile of a ring to the next.
func drawRing(c canvas.Area, ring []int, i int, f face) {
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

// reach returns the distance from a pile's middle at which its arrows in a direction
// begin and end: a little beyond its cards.
func (f face) reach(pile int, along canvas.Point) float64 {
	spread := fan * float64(max(f.FaceDown[pile]-1, 0)) / 2
	x := (cardWidth/2 + spread) / max(math.Abs(along.X), 1e-6)
	y := (cardHeight/2 + spread) / max(math.Abs(along.Y), 1e-6)
	return min(x, y) + 6
}

// bend returns how far the middle of an arrow between two hours is from the straight
// line, towards the middle of the face: far enough not to cross the hours between. back
// reports whether there is an arrow in the other direction, which this one must not
// cover.
func bend(from, to int, back bool) float64 {
	hours := (to - from + 12) % 12
	hours = min(hours, 12-hours)
	near := [...]float64{0, -12, 42, 14, 25, 25, 25}[hours]
	switch {
	case !back || hours == 6: // opposite hours: each arrow keeps to its left
		return near
	case hours < 4:
		return near + 42
	}
	return -near
}

const (
	leastArrow  = 30.0  // the length of a line that is still seen as an arrow
	outwardBend = -50.0 // of the arrow between neighbours that leave no room for it
)

// arrow draws an arrow between two piles.
func arrow(c canvas.Area, fromPile, toPile int, bend float64, f face, style canvas.Line) {
	start, middle, end := f.route(fromPile, toPile, bend)
	strokeOver(c, style, curve(start, middle, end))
	arrowHead(c, end, direction(middle, end), style.Color)
}

// route returns where the line between two piles starts and ends, and the point towards
// which it is bent. If their cards leave no room for it, it goes around outside the face.
func (f face) route(fromPile, toPile int, bend float64) (start, middle, end canvas.Point) {
	start, middle, end = f.bent(fromPile, toPile, bend)
	if length(start, end, direction(spot(fromPile), spot(toPile))) < leastArrow {
		return f.bent(fromPile, toPile, outwardBend)
	}
	return start, middle, end
}

// length returns how far one point is from another in a direction, less than 0 if it is behind it.
func length(from, to, along canvas.Point) float64 {
	d := to.Sub(from)
	return d.X*along.X + d.Y*along.Y
}

// bent is route with the given bend.
func (f face) bent(fromPile, toPile int, bend float64) (start, middle, end canvas.Point) {
	from, to := spot(fromPile), spot(toPile)
	straight := from.Add(to.Sub(from).Scale(0.5))
	along := direction(from, to)
	inward := canvas.Point{X: -along.Y, Y: along.X}
	if (toPile-fromPile+12)%12 < 6 { // clockwise, the middle is on the right
		inward = inward.Scale(-1)
	}
	middle = straight.Add(inward.Scale(2 * bend)) // the curve goes half as far
	out, in := direction(from, middle), direction(to, middle)
	return from.Add(out.Scale(f.reach(fromPile, out))), middle, to.Add(in.Scale(f.reach(toPile, in) + tip))
}

// direction returns the vector of length 1 from a point towards another.
func direction(from, to canvas.Point) canvas.Point {
	d := to.Sub(from)
	return d.Scale(1 / math.Hypot(d.X, d.Y))
}

// strokeOver draws lines with a dark edge, which separates them from lines that they cross.
func strokeOver(c canvas.Area, style canvas.Line, paths ...[]canvas.Point) {
	for _, p := range paths {
		c.Stroke(canvas.Line{Color: ground, Width: style.Width + 6}, p...)
	}
	for _, p := range paths {
		c.Stroke(style, p...)
	}
}

// curveSteps is the number of lines of a curve.
const curveSteps = 24

// curve returns a path between two points that is bent towards a third.
func curve(from, bend, to canvas.Point) []canvas.Point {
	var p []canvas.Point
	for i := range curveSteps + 1 {
		u := float64(i) / curveSteps
		p = append(p, from.Scale((1-u)*(1-u)).Add(bend.Scale(2*u*(1-u))).Add(to.Scale(u*u)))
	}
	return p
}

// tip is the length of an arrow's point beyond its line.
const tip float64 = 12

// arrowHead draws the head of an arrow at the end of its line, in a direction.
func arrowHead(c canvas.Area, at, along canvas.Point, color canvas.Color) {
	side := canvas.Point{X: -along.Y, Y: along.X}
	back := at.Sub(along.Scale(tip))
	p := []canvas.Point{at.Add(along.Scale(tip)), back.Add(side.Scale(14)), back.Sub(side.Scale(14))}
	c.Ring(canvas.Line{Color: ground, Width: 5}, p...)
	c.Fill(color, p...)
}

// loop draws the ring of a pile that leads to itself: a circle beside it,
// towards the middle, with a gap at the pile.
func loop(c canvas.Area, pile int, f face, style canvas.Line) {
	const r, gap = 27, 0.75
	at := spot(pile)
	inward := direction(at, spot(0))
	center := at.Add(inward.Scale(f.reach(pile, inward) + r*0.8))
	start := math.Atan2(-inward.Y, -inward.X) + gap
	end := start + 2*math.Pi - 2*gap
	strokeOver(c, style, canvas.Arc(center, r, start, end-start))
	along := canvas.Point{X: -math.Sin(end), Y: math.Cos(end)}
	arrowHead(c, onCircle(center, r, end), along, style.Color)
}
