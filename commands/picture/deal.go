package picture

import (
	"slices"

	"nonna/commands/picture/canvas"
	"nonna/engine/game"
)

// hand is the cards dealt to a player, drawn below a chart.
type hand struct {
	name  string
	fill  canvas.Color // of his band
	cards []game.Card
	at    canvas.Point // the left end, from the top left corner of all hands
}

const (
	maxHand     = 26 // cards of a hand
	maxStrips   = 10 // rows of hands
	stripMargin = 15.0
	stripDepth  = 44.0 // of a row
	narrow      = 24.0 // width of a card with one letter
	cardGap     = 2.0
)

// handsOf returns the hands that were dealt, none if the play is not a [game.Shown] or a
// hand is too long.
func (p painter) handsOf(s *chartInput, ch *chart, b *bands) []hand {
	play, ok := s.play.(game.Shown)
	if !ok || slices.Max(s.hands) > maxHand {
		return nil
	}
	var list []hand
	for seat, cards := range play.Hands() {
		list = append(list, hand{name: p.Phrase(s.short(seat)), fill: ch.bands[b.index(seat)].fill, cards: cards})
	}
	return list
}

// layOut places hands beside and below each other, and returns them with the number of
// rows, or nothing if there are too many or one is too wide.
func (p painter) layOut(hands []hand) ([]hand, int) {
	const room = pageWidth - 2*stripMargin
	x, rows := 0.0, 0
	for i := range hands {
		width := p.nameWidth(hands[i])
		for _, card := range hands[i].cards {
			width += p.widthOf(card) + cardGap
		}
		if rows == 0 || x+width > room {
			x, rows = 0, rows+1
		}
		if width > room || rows > maxStrips {
			return nil, 0
		}
		hands[i].at = canvas.Point{X: x, Y: -stripDepth * float64(rows)}
		x += width + narrow
	}
	return hands, rows
}

// widthOf returns the width of a card in a hand: "10" needs more.
func (p painter) widthOf(card game.Card) float64 {
	return max(narrow, p.pool.Width(bold(smallName, ink), card.Text)+6)
}

func (p painter) nameWidth(h hand) float64 {
	return p.pool.Width(bold(smallName, ink), h.name) + 18 + 6
}

// drawDeal draws the deal in the lowest part of a picture, of a depth.
func (p painter) drawDeal(c canvas.Area, list []hand, depth float64) {
	for _, h := range list {
		at := h.at.Add(canvas.Point{X: stripMargin, Y: depth + stripDepth/2})
		width := p.nameWidth(h)
		p.plate(h.name, h.fill, at.X+(width-6)/2, at.Y).draw(c)
		drawRow(c, h.cards, h.fill, at.Add(canvas.Point{X: width, Y: -17}), func(card game.Card) tile {
			return tile{width: p.widthOf(card), height: 34, text: card.Text, size: smallName}
		})
	}
}

// drawRow draws cards beside each other from a point on, as they look without their places
// and colours: in a player's colour, number cards dimmed.
func drawRow(c canvas.Area, cards []game.Card, fill canvas.Color, at canvas.Point, look func(game.Card) tile) {
	dim := fill // of players who share one
	if i := slices.Index(hues(), fill); i >= 0 {
		dim = dims()[i]
	}
	for _, card := range cards {
		k := look(card)
		k.at, k.fill = at.Add(canvas.Point{X: cardGap / 2}), fill
		if card.Cost == 0 {
			k.fill = dim
		}
		k.draw(c, 0)
		at.X += k.width + cardGap
	}
}
