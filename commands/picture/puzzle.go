package picture

import (
	"context"
	"errors"

	"nonna/commands"
	"nonna/commands/picture/canvas"
	"nonna/commands/words"
	"nonna/engine/game"
)

// Caption is what is written above a picture.
type Caption struct{ Title, Line string }

// The measures of a puzzle's picture, in pixels.
const (
	puzzleHeight = 430
	puzzleMargin = 24.0
	rowLeft      = 124.0 // of the first card
	firstPitch   = 74.0  // of the cards of the first player, at most
	otherPitch   = 33.0  // of those of the other, at most
)

// Puzzle draws the position of a puzzle: the first player's cards with their numbers, and below
// them those that the other player plays until the first is out. A court card is the higher the
// more it costs. The error is the context's, or says that the position has no two hands to show.
func (r *Renderer) Puzzle(ctx context.Context, p *words.Printer, g *game.Game, z game.Puzzle, c Caption) (*commands.File, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	shown, ok := z.Play.(game.Shown)
	if !ok || len(shown.Hands()) != 2 {
		return nil, errors.New("picture of a puzzle: there are no two hands")
	}
	w, hands := painter{r, p}, shown.Hands()
	page := w.page(puzzleHeight)
	headline(page.Inset(puzzleMargin, puzzleMargin, 0, 0), puzzleHeight-52, bold(36, ink), c.Title, regular(26, faint), c.Line)
	const shelf, other = 232.0, 60.0
	first := min(firstPitch, (pageWidth-puzzleMargin-rowLeft)/float64(max(len(hands[0]), 1)))
	w.row(page, g, 0, hands[0], hands[0], shelf, first, 108)
	for i := range hands[0] {
		page.TextMiddle(bold(28, faint), rowLeft+first*(float64(i)+0.5), shelf-28, 0.5, p.Number(int64(i+1)))
	}
	lead := canvas.Point{X: 10, Y: shelf + 26}
	page.Fill(ink, lead.Add(canvas.Point{Y: 10}), lead.Add(canvas.Point{Y: -10}), lead.Add(canvas.Point{X: 12}))
	played, err := playedBy(ctx, z.Play, 1)
	if err != nil {
		return nil, err
	}
	const dots = 32.0
	next := hands[1][:min(len(hands[1]), played)]
	pitch := min(otherPitch, (pageWidth-puzzleMargin-dots-rowLeft)/float64(max(len(next), 1)))
	w.row(page, g, 1, hands[1], next, other, pitch, 72)
	if len(next) < len(hands[1]) {
		page.TextMiddle(bold(30, faint), rowLeft+pitch*float64(len(next))+8, other+8, 0, "…")
	}
	return w.finish("puzzle.png", page, w.describePuzzle(g, hands)), nil
}

// playedBy returns how many cards a player plays in a game.
func playedBy(ctx context.Context, play game.Play, seat int) (played int, err error) {
	err = play.Replay(ctx, play.Outcome().Length.Plays, func(s game.Step) {
		if s.Move == game.Played && s.Seat == seat {
			played++
		}
	})
	return played, err
}

// row draws some cards of a hand on a shelf, the highest of a height, behind whose they are.
func (p painter) row(c canvas.Area, g *game.Game, seat int, hand, cards []game.Card, shelf, pitch, high float64) {
	fill := hues()[seat]
	tag := tag{name: g.Seats.Name(seat), fill: fill, cards: p.Number(int64(len(hand)))}
	tag.draw(c, canvas.Point{X: 28, Y: shelf + 26}, 42)
	c.Rect(pileFill, canvas.Point{X: rowLeft - 6, Y: shelf - 3}, canvas.Point{X: pageWidth - puzzleMargin, Y: shelf - 5})
	drawRow(c, cards, fill, canvas.Point{X: rowLeft, Y: shelf}, func(card game.Card) tile {
		k := tile{width: pitch - cardGap, height: high * tall(card.Cost)}
		if card.Cost > 0 {
			k.text, k.size = card.Text, min(pitch*0.85, 40)
		}
		return k
	})
}

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
	return altText(p.Printer, sentences)
}
