package picture

import (
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"nonna/engine/clock"
)

// face is what a clock face shows.
type face struct {
	outcome clock.Outcome
	next    [clock.Piles]int // the ring of each pile, from 1; 0 for none
}

// The clock face in pixels.
const (
	faceRadius vg.Length = 262 // to the middle of the piles
	faceMiddle vg.Length = 342 // height of the face's middle
	cardWidth  vg.Length = 62
	cardHeight vg.Length = 84
	fan        vg.Length = 9 // how far one card of a pile lies off the one below
)

// spot is the middle of a pile: the hours around, 12 at the top, and pile 0 in
// the middle.
func spot(pile int) vg.Point {
	middle := vg.Point{X: Width / 2, Y: faceMiddle}
	if pile == 0 {
		return middle
	}
	angle := math.Pi/2 - float64(pile)*math.Pi/6
	return vg.Point{
		X: middle.X + faceRadius*vg.Length(math.Cos(angle)),
		Y: middle.Y + faceRadius*vg.Length(math.Sin(angle)),
	}
}

// face draws the piles and the rings. The middle comes last: rings pass behind
// it.
func (a *Artist) face(c draw.Canvas, f face) {
	dial(c, f.outcome.Won)
	for p := 1; p < clock.Piles; p++ {
		a.pile(c, p, f)
	}
	for i, ring := range f.outcome.Rings {
		drawRing(c, ring, i, f)
	}
	a.pile(c, 0, f)
	a.legend(c, f.outcome.Won)
}

// dial draws the circle that the hours lie on.
func dial(c draw.Canvas, won bool) {
	style := draw.LineStyle{Color: edge, Width: 3}
	if won {
		style = draw.LineStyle{Color: green, Width: 14}
	}
	c.SetLineStyle(style)
	c.Stroke(circle(vg.Point{X: Width / 2, Y: faceMiddle}, faceRadius))
}

func circle(at vg.Point, r vg.Length) vg.Path {
	var p vg.Path
	p.Move(vg.Point{X: at.X + r, Y: at.Y})
	p.Arc(at, r, 0, 2*math.Pi)
	p.Close()
	return p
}

// pile draws what is left of a pile, with its number: a card back for every
// card face down, or one card face up for a pile that is all turned.
func (a *Artist) pile(c draw.Canvas, number int, f face) {
	left, fill := f.outcome.Left[number], blue
	switch {
	case left == 0:
		left, fill = 1, ink
	case f.next[number] > 0:
		fill = vermilion
	}
	at, shift := spot(number), fan*vg.Length(left-1)/2
	for i := range left {
		off := fan*vg.Length(i) - shift
		drawCard(c, vg.Point{X: at.X + off, Y: at.Y - off}, cardWidth, cardHeight, fill)
	}
	style := a.fonts.bold(titleSize, inkOn(fill))
	writeMiddle(c, style, at.X+shift, at.Y-shift, 0.5, a.words.Number(int64(number)))
}

// drawCard draws one card with a dark edge.
func drawCard(c draw.Canvas, at vg.Point, width, height vg.Length, fill rgb) {
	p := rounded(at, width, height, width/7)
	c.SetColor(fill)
	c.Fill(p)
	c.SetLineStyle(draw.LineStyle{Color: ground, Width: 4})
	c.Stroke(p)
}

// legend says in the corner what the cards' colours mean. In a game that is won
// there is one only.
func (a *Artist) legend(c draw.Canvas, won bool) {
	if won {
		return
	}
	style := a.fonts.regular(tickSize, faint)
	right, y := c.Max.X-margin, c.Max.Y-40
	for _, line := range []struct {
		fill rgb
		text string
	}{{ink, a.words.FaceUp}, {blue, a.words.FaceDown}, {vermilion, a.words.Blocked}} {
		writeMiddle(c, style, right-36, y, 1, line.text)
		drawCard(c, vg.Point{X: right - 12, Y: y}, 24, 32, line.fill)
		y -= 38
	}
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
