package picture

import (
	"context"
	"math"

	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

const (
	// turnedDelay is how long a turned card is shown.
	turnedDelay = 22
	// The size of the card turned last, which lies face up on its way.
	turnedWidth, turnedHeight float64 = 52, 68
)

// turn is a moment of a game with a dial.
type turn struct {
	face
	// pile is the pile whose card was turned last, or -1. next is the pile
	// that the card leads to, which is its value.
	pile, next int
}

// filmOfDial makes the film of a game on a clock face, and returns its description.
func (p painter) filmOfDial(ctx context.Context, g *game.Game, play game.Play) (*gifWriter, []game.Phrase, error) {
	turns, err := turnsOf(ctx, play)
	if err != nil {
		return nil, nil, err
	}
	page := p.pool.New(pageWidth, dialHeight)
	defer page.Free()
	r := newGIFWriter(pageWidth, dialHeight, p.pool.Palette())
	said := p.dialEnd(page, g, play.Outcome())
	r.add(page.Pixels(), stillDelay) // all that is seen where films do not play
	for i, t := range turns {
		if err := ctx.Err(); err != nil {
			return nil, nil, err
		}
		page.Clear()
		p.turn(page, t)
		p.turnHead(page, t, i)
		delay := turnedDelay
		if i == 0 {
			delay = dealDelay
		}
		r.add(page.Pixels(), delay)
	}
	page.Clear()
	p.dialEnd(page, g, play.Outcome())
	r.add(page.Pixels(), endDelay)
	return r, said, nil
}

// turnsOf returns the moments of a game with a dial, the deal first.
func turnsOf(ctx context.Context, play game.Play) ([]turn, error) {
	var list []turn
	err := play.Replay(ctx, play.Outcome().Length.Plays, func(s game.Step) {
		t := turn{pile: -1} // the last card leads to pile 0, which is empty
		for pile := range s.Table.Players() {
			t.FaceDown = append(t.FaceDown, len(s.Table.Hand(pile)))
		}
		if s.Move != game.Dealt {
			t.pile = s.Seat
		}
		if n := len(list); n > 1 {
			list[n-1].next = s.Seat
		}
		list = append(list, t)
	})
	return list, err
}

// turnHead writes how many cards are face up and down.
func (p painter) turnHead(page canvas.Area, t turn, turned int) {
	title := p.Say("remark.deal", nil)
	if turned > 0 {
		title = p.Count("film.turned", int64(turned))
	}
	note := p.Phrase(phrase("picture.lost-line", game.Args{"cards": cards(t.down())}))
	headline(page.Inset(margin, margin, 0, 0), page.Max.Y-titleTop, bold(filmTitle, ink), title, bold(filmNote, faint), note)
}

// turn draws the clock face of a moment.
func (p painter) turn(c canvas.Area, t turn) {
	c.Ring(canvas.Line{Color: edge, Width: 3}, canvas.Circle(spot(0), faceRadius)...)
	for hour := 1; hour < piles; hour++ {
		p.pile(c, hour, t.face)
	}
	at := spot(t.pile).Add(direction(spot(t.pile), spot(t.pile+6)).Scale(1.3 * cardHeight)) // towards the middle
	if t.pile >= 0 && t.pile != t.next {
		bent := 0.0
		if t.pile > 0 && t.next > 0 {
			bent = bend(t.pile, t.next, false)
		}
		arrow(c, t.pile, t.next, bent, t.face, canvas.Line{Color: orange, Width: 7})
		start, middle, end := t.route(t.pile, t.next, bent)
		half := curveSteps / 2
		if distance := spot(t.next).Sub(spot(t.pile)); math.Hypot(distance.X, distance.Y) > 1.5*faceRadius {
			half = curveSteps / 3 // beside the pile in the middle
		}
		at = curve(start, middle, end)[half]
	}
	p.pile(c, 0, t.face)
	if t.pile < 0 {
		return
	}
	c.Ring(canvas.Line{Color: orange, Width: 6}, rounded(topCard(t), cardWidth, cardHeight, cardWidth/7)...)
	drawCard(c, at, turnedWidth, turnedHeight, ink)
	c.TextMiddle(bold(nameSize, ground), at.X, at.Y, 0.5, p.Number(int64(t.next)))
}

// topCard returns the middle of the top card of the pile that was turned last.
func topCard(t turn) canvas.Point {
	off := fan * float64(max(t.FaceDown[t.pile], 1)-1) / 2
	return spot(t.pile).Add(canvas.Point{X: off, Y: -off})
}
