package theme

import "nonna/commands/picture/canvas"

// Headline writes a text at the left end of an area and a note at its right end. Letters of
// the text are smaller where the note needs the room. It returns where the text ends.
func Headline(c canvas.Area, y float64, left canvas.Style, text string, right canvas.Style, note string) (end float64) {
	const gap = 26
	room := c.Max.X - c.Min.X
	if note != "" {
		c.Text(right, c.Max.X, y, 1, note)
		room -= c.Width(right, note) + gap
	}
	left = Fit(c.Pool, left, text, room)
	c.Text(left, c.Min.X, y, 0, text)
	return c.Min.X + c.Width(left, text)
}

// Plate draws a rectangle with round corners around a point, and a text in its middle.
func Plate(c canvas.Area, fill canvas.Color, at canvas.Point, width, height float64, s canvas.Style, text string) {
	c.Fill(fill, Rounded(at, width, height, 7)...)
	c.TextMiddle(s, at.X, at.Y, 0.5, text)
}

// The parts of a tag in pixels: a short name, and the number of cards behind a name.
const (
	shortName = 32.0
	cardsRoom = 43.0
)

// Tag is whose cards are shown, and how many.
type Tag struct {
	Name  string
	Fill  canvas.Color
	Cards string
	// Gone reports whether the player is out, or has lost.
	Gone bool
}

// side returns the width of the name's plate.
func (t Tag) side(p *canvas.Pool) float64 { return max(shortName, p.Width(Bold(25, Ink), t.Name)+12) }

// Room returns the width of the tag with all numbers of cards, and a gap.
func (t Tag) Room(p *canvas.Pool) float64 { return t.side(p) + cardsRoom + 9 }

// Draw draws the tag in a height, with the middle of its left edge at a point.
func (t Tag) Draw(c canvas.Area, at canvas.Point, high float64) {
	count := Bold(28, Ink)
	if t.Gone {
		t.Fill, count.Color = PileFill, Others
	}
	name := Bold(25, InkOn(t.Fill))
	side := t.side(c.Pool)
	Plate(c, t.Fill, canvas.Point{X: at.X + side/2, Y: at.Y}, side, high, name, t.Name)
	c.TextMiddle(Fit(c.Pool, count, t.Cards, cardsRoom), at.X+side+7, at.Y, 0, t.Cards)
}

// Card is a card that stands in a row.
type Card struct {
	At            canvas.Point // the lower left corner
	Width, Height float64
	Fill          canvas.Color
	Text          string
	Size          float64 // of the text, 0 if it is not shown
}

// Tall returns how high a card stands that costs a number of cards, as a part of the highest.
func Tall(cost int) float64 {
	if cost == 0 {
		return 0.36
	}
	return 0.52 + 0.12*float64(cost)
}

// Draw draws the card, with its text in the middle of what the next card does not cover.
func (k Card) Draw(c canvas.Area, covered float64) {
	k.Block(c, k.Fill, 0)
	if k.Size > 0 {
		c.TextMiddle(Bold(k.Size, InkOn(k.Fill)), k.At.X+(k.Width-covered)/2, k.At.Y+k.Height/2, 0.5, k.Text)
	}
}

// Block fills the outline of the card, larger by an edge on each side. The corners of small
// ones are nearly round, which is drawn faster.
func (k Card) Block(c canvas.Area, fill canvas.Color, edge float64) {
	const small = 30
	if k.Width > small {
		c.Fill(fill, k.Outline(edge)...)
		return
	}
	corner := min(k.Width/6, 2)
	for _, e := range []canvas.Point{{X: edge, Y: edge - corner}, {X: edge - corner, Y: edge}} {
		c.Rect(fill, k.At.Sub(e), k.At.Add(canvas.Point{X: k.Width, Y: k.Height}).Add(e))
	}
}

// Outline returns the outline of the card, larger by an edge on each side.
func (k Card) Outline(edge float64) []canvas.Point {
	middle := k.At.Add(canvas.Point{X: k.Width / 2, Y: k.Height / 2})
	w, h := k.Width+2*edge, k.Height+2*edge
	return Rounded(middle, w, h, min(w/6, 6))
}
