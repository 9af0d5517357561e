package picture

import "nonna/commands/picture/canvas"

// headline writes a text at the left end of an area and a note at its right end. Letters of
// the text are smaller where the note needs the room. It returns where the text ends.
func headline(c canvas.Area, y float64, left canvas.Style, text string, right canvas.Style, note string) (end float64) {
	const gap = 26
	room := c.Max.X - c.Min.X
	if note != "" {
		c.Text(right, c.Max.X, y, 1, note)
		room -= c.Width(right, note) + gap
	}
	left = fit(c.Pool, left, text, room)
	c.Text(left, c.Min.X, y, 0, text)
	return c.Min.X + c.Width(left, text)
}

// plate draws a rectangle with round corners around a point, and a text in its middle.
func plate(c canvas.Area, fill canvas.Color, at canvas.Point, width, height float64, s canvas.Style, text string) {
	c.Fill(fill, rounded(at, width, height, 7)...)
	c.TextMiddle(s, at.X, at.Y, 0.5, text)
}

// The parts of a tag in pixels: a short name, and the number of cards behind a name.
const (
	shortName = 32.0
	cardsRoom = 43.0
)

// tag is whose cards are shown, and how many.
type tag struct {
	name  string
	fill  canvas.Color
	cards string
	// gone reports whether the player is out, or has lost.
	gone bool
}

// side returns the width of the name's plate.
func (t tag) side(p *canvas.Pool) float64 { return max(shortName, p.Width(bold(25, ink), t.name)+12) }

// room returns the width of the tag with all numbers of cards, and a gap.
func (t tag) room(p *canvas.Pool) float64 { return t.side(p) + cardsRoom + 9 }

// draw draws the tag in a height, with the middle of its left edge at a point.
func (t tag) draw(c canvas.Area, at canvas.Point, high float64) {
	count := bold(28, ink)
	if t.gone {
		t.fill, count.Color = pileFill, grey
	}
	name := bold(25, inkOn(t.fill))
	side := t.side(c.Pool)
	plate(c, t.fill, canvas.Point{X: at.X + side/2, Y: at.Y}, side, high, name, t.name)
	c.TextMiddle(fit(c.Pool, count, t.cards, cardsRoom), at.X+side+7, at.Y, 0, t.cards)
}

// tile is a card that stands in a row.
type tile struct {
	at            canvas.Point // the lower left corner
	width, height float64
	fill          canvas.Color
	text          string
	size          float64 // of the text, 0 if it is not shown
}

// tall returns how high a card stands that costs a number of cards, as a part of the highest.
func tall(cost int) float64 {
	if cost == 0 {
		return 0.36
	}
	return 0.52 + 0.12*float64(cost)
}

// draw draws the card, with its text in the middle of what the next card does not cover.
func (k tile) draw(c canvas.Area, covered float64) {
	k.block(c, k.fill, 0)
	if k.size > 0 {
		c.TextMiddle(bold(k.size, inkOn(k.fill)), k.at.X+(k.width-covered)/2, k.at.Y+k.height/2, 0.5, k.text)
	}
}

// block fills the outline of the card, larger by an edge on each side. The corners of small
// ones are nearly round, which is drawn faster.
func (k tile) block(c canvas.Area, fill canvas.Color, edge float64) {
	const small = 30
	if k.width > small {
		c.Fill(fill, k.outline(edge)...)
		return
	}
	corner := min(k.width/6, 2)
	for _, e := range []canvas.Point{{X: edge, Y: edge - corner}, {X: edge - corner, Y: edge}} {
		c.Rect(fill, k.at.Sub(e), k.at.Add(canvas.Point{X: k.width, Y: k.height}).Add(e))
	}
}

// outline returns the outline of the card, larger by an edge on each side.
func (k tile) outline(edge float64) []canvas.Point {
	middle := k.at.Add(canvas.Point{X: k.width / 2, Y: k.height / 2})
	w, h := k.width+2*edge, k.height+2*edge
	return rounded(middle, w, h, min(w/6, 6))
}
