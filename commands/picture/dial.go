package picture

import (
	"math"
	"slices"

	"nonna/commands"
	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

// piles is the number of piles of a clock face: the hours, and pile 0 in the middle.
const piles = 13

// face is a clock face: what lies face down, and the rings that block it at the end.
type face struct{ game.Outcome }

// dial draws the clock face at the end: the cards left face down at each hour and in the
// middle, and arrows for the rings of bottom cards that block them.
func (p painter) dial(file string, g *game.Game, o game.Outcome) *commands.File {
	c := p.page(dialHeight)
	said := p.dialEnd(c, g, o)
	return p.finish(file, c, altText(p.Printer, said))
}

// dialEnd draws the clock face at the end, with its texts, and returns the description of
// the game.
func (p painter) dialEnd(c canvas.Area, g *game.Game, o game.Outcome) []game.Phrase {
	f := face{o}
	p.face(c, f)
	title, line := f.verdict()
	p.head(c, head{title: p.Phrase(title), game: p.Phrase(name(g)), line: p.Phrase(line)})
	return f.describe(p, g)
}

// down returns the number of all cards that stay face down.
func (f face) down() int {
	sum := 0
	for _, n := range f.FaceDown {
		sum += n
	}
	return sum
}

func (f face) verdict() (title, line game.Phrase) {
	if f.Ending == game.Won {
		return phrase("picture.won", nil), phrase("picture.won-line", game.Args{"cards": game.Count("cards", f.Length.Plays)})
	}
	return phrase("picture.lost", nil), phrase("picture.lost-line", game.Args{"cards": cards(f.down())})
}

func (f face) describe(p painter, g *game.Game) []game.Phrase {
	opening := phrase("picture.alt.dial", game.Args{"game": name(g)})
	turned := game.Count("cards", f.Length.Plays)
	if f.Ending == game.Won {
		return []game.Phrase{opening, phrase("picture.alt.dial-won", game.Args{"turned": turned})}
	}
	var down []game.Phrase
	var rings []string
	for pile, n := range f.FaceDown {
		if n > 0 {
			down = append(down, phrase("picture.alt.dial-pile", game.Args{"pile": pile, "cards": cards(n)}))
		}
	}
	for _, ring := range f.Rings {
		rings = append(rings, ring.String())
	}
	return []game.Phrase{
		opening,
		phrase("picture.alt.dial-lost", game.Args{"turned": turned, "down": f.down()}),
		phrase("picture.alt.dial-piles", game.Args{"piles": down}),
		phrase("picture.alt.dial-rings", game.Args{"rings": p.List(rings)}),
	}
}

// The clock face in pixels.
const (
	faceRadius float64 = 262 // to the middle of the piles
	faceMiddle float64 = 342 // height of the face's middle
	cardWidth  float64 = 62
	cardHeight float64 = 84
	fan        float64 = 9 // between the cards of a pile
)

// spot returns the middle of a pile: the hours around, 12 at the top, and pile 0 in the middle.
func spot(pile int) canvas.Point {
	middle := canvas.Point{X: pageWidth / 2, Y: faceMiddle}
	if pile == 0 {
		return middle
	}
	angle := math.Pi/2 - float64(pile)*math.Pi/6
	return onCircle(middle, faceRadius, angle)
}

// face draws the piles and the rings. The middle is last: rings pass behind it.
func (p painter) face(c canvas.Area, f face) {
	won := f.Ending == game.Won
	rim := canvas.Line{Color: edge, Width: 3}
	if won {
		rim = canvas.Line{Color: green, Width: 14}
	}
	c.Ring(rim, canvas.Circle(spot(0), faceRadius)...)
	for hour := 1; hour < piles; hour++ {
		p.pile(c, hour, f)
	}
	for i, ring := range f.Rings {
		drawRing(c, ring, i, f)
	}
	p.pile(c, 0, f)
	if !won { // else all cards are of one kind
		p.colors(c)
	}
}

// pile draws a pile with its number: a card back for every card left face down, or without any
// one card face up, and all four of a game that is won.
func (p painter) pile(c canvas.Area, number int, f face) {
	left, fill := f.FaceDown[number], blue
	switch {
	case f.Ending == game.Won:
		left, fill = 4, ink
	case left == 0:
		left, fill = 1, ink
	case slices.ContainsFunc(f.Rings, func(ring game.Ring) bool { return slices.Contains(ring, number) }):
		fill = vermilion
	}
	at, shift := spot(number), fan*float64(left-1)/2
	for i := range left {
		off := fan*float64(i) - shift
		drawCard(c, canvas.Point{X: at.X + off, Y: at.Y - off}, cardWidth, cardHeight, fill)
	}
	style := bold(titleSize, inkOn(fill))
	c.TextMiddle(style, at.X+shift, at.Y-shift, 0.5, p.Number(int64(number)))
}

func drawCard(c canvas.Area, at canvas.Point, width, height float64, fill canvas.Color) {
	p := rounded(at, width, height, width/7)
	c.Fill(fill, p...)
	c.Ring(canvas.Line{Color: ground, Width: 4}, p...)
}

// colors draws the legend of the cards' colours in the corner.
func (p painter) colors(c canvas.Area) {
	style := regular(tickSize, faint)
	right, y := c.Max.X-margin, c.Max.Y-lineTop
	for _, line := range []struct {
		fill canvas.Color
		id   string
	}{{ink, "picture.face-up"}, {blue, "picture.face-down"}, {vermilion, "picture.blocked"}} {
		c.TextMiddle(style, right-36, y, 1, p.Say(line.id, nil))
		drawCard(c, canvas.Point{X: right - 12, Y: y}, 24, 32, line.fill)
		y -= 38
	}
}
