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

// Chart replays a settled deal and returns its chart, which films show without its numbers
// and names. The error is the context's.
func (a *Artist) Chart(ctx context.Context, p *words.Printer, g *game.Game, play game.Play) (*Chart, error) {
	s, err := newSettled(ctx, g, play, a.limit)
	if err != nil {
		return nil, err
	}
	return painter{a, p}.chart(ctx, s)
}

// Describe returns what happens in the game, for people who cannot see it.
func (ch *Chart) Describe() []game.Phrase { return ch.said }

// Verdict returns the outcome in a few words.
func (ch *Chart) Verdict() game.Phrase {
	title, _ := ch.of.verdict()
	return title
}

// Hue returns the colour of a player's area, and false if the player shares one.
func (ch *Chart) Hue(seat int) (canvas.Color, bool) {
	at := slices.IndexFunc(ch.bands, func(b band) bool { return b.seat == seat })
	if at < 0 {
		return theme.Faint, false
	}
	return ch.bands[at].fill, true
}

// Draw draws the chart in an area.
func (ch *Chart) Draw(area canvas.Area) { ch.areas(area) }

// X returns the x of a moment in an area.
func (ch *Chart) X(area canvas.Area, at game.Length) float64 { return ch.x(area, ch.of.x(at)) }

// Turned returns the part of a loop's cycle that is over at a moment, from 0 to 1.
func (ch *Chart) Turned(at game.Length) float64 {
	return float64(ch.of.x(at)-ch.lead) / float64(max(ch.last-ch.lead, 1))
}

// ringSteps is the number of points of a ring's line.
const ringSteps = 720

// DrawRing draws the cycle of a loop, clockwise from the top, as a ring between two radii.
func (ch *Chart) DrawRing(c canvas.Area, middle canvas.Point, inner, outer float64) {
	for _, b := range slices.Backward(ch.bands) {
		line := ch.ringLine(b, middle, inner, outer)
		c.Fill(b.fill, line...)
		c.Ring(canvas.Line{Color: theme.Ground, Width: 1.5}, line...)
	}
	c.Fill(theme.Ground, canvas.Circle(middle, inner)...)
}

// ringLine returns the upper edge of a band, bent to a ring.
func (ch *Chart) ringLine(b band, middle canvas.Point, inner, outer float64) []canvas.Point {
	points, k, y := b.top.points(), 0, 0
	line := make([]canvas.Point, ringSteps)
	for i := range line {
		x := ch.lead + (ch.last-ch.lead)*int64(i)/ringSteps
		for k < len(points) && points[k].x <= x {
			y = points[k].y
			k++
		}
		r := inner + (outer-inner)*float64(y)/float64(ch.cards)
		line[i] = theme.OnCircle(middle, r, math.Pi/2-2*math.Pi*float64(i)/ringSteps)
	}
	return line
}
