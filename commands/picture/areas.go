package picture

import (
	"context"
	"math"
	"slices"

	"nonna/commands/picture/canvas"
	"nonna/commands/picture/theme"
	"nonna/commands/words"
	"nonna/engine/game"
)

// Areas is the chart of a settled deal without its numbers and names, as films show it.
type Areas struct {
	ch   chart
	of   *settled
	said []game.Phrase
}

// Areas replays a settled deal and returns its chart. The error is the context's, or says that the outcome is impossible.
func (a *Artist) Areas(ctx context.Context, p *words.Printer, g *game.Game, play game.Play) (*Areas, error) {
	s, err := newSettled(ctx, g, play, a.limit)
	if err != nil {
		return nil, err
	}
	ch, said, err := painter{a, p}.chart(ctx, s)
	if err != nil {
		return nil, err
	}
	return &Areas{ch, s, ofGame(said)}, nil
}

// ofGame returns the sentences of a description that are about the game and not about the
// picture.
func ofGame(said []game.Phrase) []game.Phrase {
	return slices.DeleteFunc(said[1:], func(s game.Phrase) bool {
		return s.ID == "picture.alt.marked" || s.ID == "picture.alt.deal"
	})
}

// Describe returns what happens in the game, for people who cannot see it.
func (a *Areas) Describe() []game.Phrase { return a.said }

// Verdict returns the outcome in a few words.
func (a *Areas) Verdict() game.Phrase {
	title, _ := a.of.verdict()
	return title
}

// Hue returns the colour of a player's area, and false if the player shares one.
func (a *Areas) Hue(seat int) (canvas.Color, bool) {
	at := slices.IndexFunc(a.ch.bands, func(b band) bool { return b.seat == seat })
	if at < 0 {
		return theme.Faint, false
	}
	return a.ch.bands[at].fill, true
}

// Draw draws the chart in an area.
func (a *Areas) Draw(area canvas.Area) { a.ch.areas(area) }

// X returns the x of a moment in an area.
func (a *Areas) X(area canvas.Area, at game.Length) float64 { return a.ch.x(area, a.of.x(at)) }

// Turned returns the part of a loop's cycle that is over at a moment, from 0 to 1.
func (a *Areas) Turned(at game.Length) float64 {
	return float64(a.of.x(at)-a.ch.lead) / float64(max(a.ch.last-a.ch.lead, 1))
}

// ringSteps is the number of points of a ring's line.
const ringSteps = 720

// DrawRing draws the cycle of a loop, clockwise from the top, as a ring between two radii.
func (a *Areas) DrawRing(c canvas.Area, middle canvas.Point, inner, outer float64) {
	for _, b := range slices.Backward(a.ch.bands) {
		line := a.ringLine(b, middle, inner, outer)
		c.Fill(b.fill, line...)
		c.Ring(canvas.Line{Color: theme.Ground, Width: 1.5}, line...)
	}
	c.Fill(theme.Ground, canvas.Circle(middle, inner)...)
}

// ringLine returns the upper edge of a band, bent to a ring.
func (a *Areas) ringLine(b band, middle canvas.Point, inner, outer float64) []canvas.Point {
	points, k, y := b.top.points(), 0, 0
	line := make([]canvas.Point, ringSteps)
	for i := range line {
		x := a.ch.lead + (a.ch.last-a.ch.lead)*int64(i)/ringSteps
		for k < len(points) && points[k].x <= x {
			y = points[k].y
			k++
		}
		r := inner + (outer-inner)*float64(y)/float64(a.ch.cards)
		line[i] = theme.OnCircle(middle, r, math.Pi/2-2*math.Pi*float64(i)/ringSteps)
	}
	return line
}
