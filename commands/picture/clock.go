package picture

import (
	"context"
	"fmt"

	"nonna/engine/clock"
)

// Clock draws a settled deal of Clock patience: the clock face with the cards
// that stayed face down at each hour and in the middle, and as arrows the rings
// of bottom cards that keep them so. The error is the context's, or says that
// the deal is none of the whole deck.
func (a *Artist) Clock(ctx context.Context, d clock.Deal, o clock.Outcome) (Picture, error) {
	if err := ctx.Err(); err != nil {
		return Picture{}, err
	}
	if err := d.Check(); err != nil {
		return Picture{}, fmt.Errorf("picture: %w", err)
	}
	c, img := canvas(ClockHeight)
	f := face{outcome: o, next: blocking(o.Rings)}
	a.face(c, f)
	title, line := a.words.clockVerdict(o)
	a.head(c, chart{title: title, line: line})
	name := fmt.Sprintf("clock-lost-%d-cards.png", o.Turned)
	if o.Won {
		name = fmt.Sprintf("clock-won-%d-cards.png", o.Turned)
	}
	return finish(name, img, a.words.clockStory(o))
}

// blocking gives for each pile in a ring the place of its ring from 1, and 0
// for others.
func blocking(rings [][]int) (ring [clock.Piles]int) {
	for i, r := range rings {
		for _, p := range r {
			ring[p] = i + 1
		}
	}
	return ring
}

func (w Words) clockVerdict(o clock.Outcome) (title, line string) {
	if o.Won {
		return w.Won, fill(w.WonLine, "cards", w.Cards(int64(o.Turned)))
	}
	return w.Lost, fill(w.LostLine, "cards", w.Cards(int64(o.FaceDown())))
}

// clockStory describes a clock face.
func (w Words) clockStory(o clock.Outcome) string {
	s := w.Story
	if o.Won {
		return s.Clock + " " + fill(s.ClockWon, "turned", w.Cards(int64(o.Turned)))
	}
	text := s.Clock + " " + fill(s.ClockLost, "turned", w.Cards(int64(o.Turned)), "down", w.Number(int64(o.FaceDown())))
	var piles []string
	for p, n := range o.Left {
		if n > 0 {
			piles = append(piles, fill(s.ClockPile, "pile", w.Number(int64(p)), "cards", w.Cards(int64(n))))
		}
	}
	var rings []string
	for _, r := range o.Rings {
		rings = append(rings, clock.RingText(r))
	}
	text += " " + fill(s.ClockPiles, "piles", w.List(piles))
	return text + " " + fill(s.ClockRings, "rings", w.List(rings))
}
