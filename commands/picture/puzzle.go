package picture

import (
	"context"
	"errors"
	"fmt"

	"nonna/commands"
	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/commands/words"
	"nonna/engine/game"
)

// Caption is what is written above a picture.
type Caption struct{ Title, Line string }

// The measures of a puzzle's picture, in pixels.
const (
	puzzleHeight = 430
	rowLeft      = 124.0 // of the first card
	firstPitch   = 74.0  // of the cards of the first player, at most
	otherPitch   = 33.0
	otherShown   = 18 // cards of the other player
)

// Puzzle draws the position of a puzzle: the first player's cards with their numbers, and
// above them those that the other player plays next. A court card is the higher the more it
// costs. The error is the context's, or says that the position has no two hands to show.
func (a *Artist) Puzzle(ctx context.Context, p *words.Printer, g *game.Game, z game.Puzzle, c Caption) (*commands.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	shown, ok := z.Play.(game.Shown)
	if !ok || len(shown.Hands()) != 2 {
		return nil, errors.New("picture of a puzzle: there are no two hands")
	}
	w, hands := painter{a, p}, shown.Hands()
	page := w.page(puzzleHeight)
	page.Text(theme.Bold(36, theme.Ink), 24, puzzleHeight-52, 0, c.Title)
	page.Text(theme.Regular(26, theme.Faint), Width-24, puzzleHeight-50, 1, c.Line)
	other := row{name: p.Phrase(g.Seats.Label("picture.short", 1)), cards: hands[1], fill: theme.Hues()[1], y: 246, pitch: otherPitch, high: 72}
	first := row{name: p.Phrase(g.Seats.Label("picture.short", 0)), cards: hands[0], fill: theme.Hues()[0], y: 88, high: 108, numbered: true}
	first.pitch = min(firstPitch, (Width-24-rowLeft)/float64(max(len(first.cards), 1)))
	w.row(page, other)
	w.row(page, first)
	lead := canvas.Point{X: 10, Y: first.y + 26}
	page.Fill(theme.Ink, lead.Add(canvas.Point{Y: 10}), lead.Add(canvas.Point{Y: -10}), lead.Add(canvas.Point{X: 12}))
	return w.finish("puzzle.png", page, w.describePuzzle(g, hands)), nil
}

// row is the cards of a player, standing on a shelf.
type row struct {
	name     string
	cards    []game.Card
	fill     canvas.Color
	y        float64 // of the shelf
	pitch    float64 // from card to card
	high     float64 // of the highest card
	numbered bool
}

// row draws a row: the player's name and number of cards, and the cards.
func (p painter) row(c canvas.Area, r row) {
	at := canvas.Point{X: 46, Y: r.y + 26}
	c.Fill(r.fill, theme.Rounded(at, 36, 42, 7)...)
	c.TextMiddle(theme.Bold(28, theme.InkOn(r.fill)), at.X, at.Y, 0.5, r.name)
	c.TextMiddle(theme.Bold(30, theme.Ink), at.X+24, at.Y, 0, p.Number(int64(len(r.cards))))
	c.Rect(theme.PileFill, canvas.Point{X: rowLeft - 6, Y: r.y - 3}, canvas.Point{X: Width - 24, Y: r.y - 5})
	shown := r.cards
	if !r.numbered {
		shown = shown[:min(len(shown), otherShown)]
	}
	x := rowLeft
	for i, card := range shown {
		p.tower(c, r, card, x+r.pitch/2)
		if r.numbered {
			c.TextMiddle(theme.Bold(28, theme.Faint), x+r.pitch/2, r.y-28, 0.5, fmt.Sprint(i+1))
		}
		x += r.pitch
	}
	if len(shown) < len(r.cards) {
		c.TextMiddle(theme.Bold(30, theme.Faint), x+8, r.y+8, 0, "…")
	}
}

// tower draws a card: a number card is low and grey.
func (p painter) tower(c canvas.Area, r row, card game.Card, x float64) {
	height, fill := r.high*0.36, theme.Others
	if card.Cost > 0 {
		height, fill = r.high*(0.55+0.45*float64(min(card.Cost, maxCost))/maxCost), r.fill
	}
	at := canvas.Point{X: x, Y: r.y + height/2}
	c.Fill(fill, theme.Rounded(at, r.pitch-4, height, r.pitch/7)...)
	if card.Cost > 0 {
		c.TextMiddle(theme.Bold(min(r.pitch*0.85, 40), theme.InkOn(r.fill)), at.X, at.Y, 0.5, card.Text)
	}
}

// maxCost is the most cards that a court card costs.
const maxCost = 4

// describePuzzle describes a position in words.
func (p painter) describePuzzle(g *game.Game, hands [][]game.Card) string {
	sentences := make([]game.Phrase, len(hands))
	for seat, cards := range hands {
		var text []byte
		for _, c := range cards {
			if c.Cost > 0 {
				text = append(text, c.Text...)
			} else {
				text = append(text, '-')
			}
		}
		sentences[seat] = phrase("picture.holds", game.Args{
			"who": g.Seats.Phrase(seat), "cards": game.Count("cards", int64(len(cards))), "hand": string(text),
		})
	}
	return p.text(sentences)
}
