package picture

import (
	"math"

	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/commands/words"
	"nonna/engine/game"
)

// Turn is a moment of a game with a dial.
type Turn struct {
	// FaceDown is the number of cards face down, by pile.
	FaceDown []int
	// Pile is the pile whose card was turned last, -1 if there is none. Next is the pile
	// that the card leads to, which is its value.
	Pile, Next int
}

// DrawTurn draws the clock face of a moment on a canvas of [Width] by [DialHeight], without
// texts above it.
func (a *Artist) DrawTurn(c canvas.Area, p *words.Printer, t Turn) {
	f := face{game.Outcome{FaceDown: t.FaceDown}}
	c.Ring(canvas.Line{Color: theme.Edge, Width: 3}, canvas.Circle(spot(0), faceRadius)...)
	for hour := 1; hour < piles; hour++ {
		painter{a, p}.pile(c, hour, f)
	}
	at := spot(t.Pile).Add(direction(spot(t.Pile), spot(t.Pile+6)).Scale(1.3 * cardHeight)) // towards the middle
	if t.Pile >= 0 && t.Pile != t.Next {
		bent := 0.0
		if t.Pile > 0 && t.Next > 0 {
			bent = bend(t.Pile, t.Next, false)
		}
		arrow(c, t.Pile, t.Next, bent, f, canvas.Line{Color: theme.Orange, Width: 7})
		start, middle, end := f.route(t.Pile, t.Next, bent)
		half := curveSteps / 2
		if distance := spot(t.Next).Sub(spot(t.Pile)); math.Hypot(distance.X, distance.Y) > 1.5*faceRadius {
			half = curveSteps / 3 // beside the pile in the middle
		}
		at = curve(start, middle, end)[half]
	}
	painter{a, p}.pile(c, 0, f)
	if t.Pile < 0 {
		return
	}
	c.Ring(canvas.Line{Color: theme.Orange, Width: 6}, theme.Rounded(topCard(t), cardWidth, cardHeight, cardWidth/7)...)
	drawCard(c, at, turnedWidth, turnedHeight, theme.Ink)
	c.TextMiddle(theme.Bold(theme.NameSize, theme.Ground), at.X, at.Y, 0.5, p.Number(int64(t.Next)))
}

// The size of the card turned last, which lies face up on its way.
const turnedWidth, turnedHeight float64 = 52, 68

// topCard returns the middle of the top card of the pile that was turned last.
func topCard(t Turn) canvas.Point {
	off := fan * float64(max(t.FaceDown[t.Pile], 1)-1) / 2
	return spot(t.Pile).Add(canvas.Point{X: off, Y: -off})
}

// DrawEnd draws the clock face at the end, with its texts, and returns the description of
// the game.
func (a *Artist) DrawEnd(c canvas.Area, p *words.Printer, g *game.Game, o game.Outcome) []game.Phrase {
	f, w := face{o}, painter{a, p}
	w.face(c, f)
	title, line := f.verdict()
	w.head(c, head{title: p.Phrase(title), game: p.Phrase(name(g)), line: p.Phrase(line)})
	return f.describe(w, g)
}
