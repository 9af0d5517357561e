package snap

import (
	"context"
	"io"

	"nonna/engine/game"
	"nonna/engine/trace"
)

// event is one line of a trace in JSON Lines: a play or a take.
type event struct {
	Play   int64  `json:"play,omitempty"`
	Player int    `json:"player"`
	Card   string `json:"card,omitempty"`
	// Rotates reports that the card was the bottom one of the pile.
	Rotates bool `json:"rotates,omitempty"`
	// Takes is the number of cards that the player takes, Out the players who are out
	// after it.
	Takes int   `json:"takes,omitempty"`
	Out   []int `json:"out,omitempty"`
}

// dealLine is the first line of a trace in JSON Lines.
type dealLine struct {
	Game  string     `json:"game"`
	Piles [][]string `json:"piles"`
}

func (p Play) writeEvents(ctx context.Context, w io.Writer) error {
	d := p.deal
	e := &eventWriter{faces: p.Faces(), wasOut: make([]bool, len(d.Piles))}
	return trace.WriteObjects(w, dealLine{"snap", d.Piles}, p.Report(), func(event func(any)) error {
		return p.replay(ctx, p.out.Length.Plays, func(t *Table, m Move) {
			if m.Kind != 0 {
				event(e.event(t, m))
			}
			e.pile = t.Common.Len()
			copy(e.wasOut, t.Gone)
		})
	})
}

type eventWriter struct {
	faces  []string
	wasOut []bool // before the move
	pile   int    // the number of cards in the pile before the move
}

func (w *eventWriter) event(t *Table, m Move) event {
	e := event{Player: m.Player + 1}
	if m.Kind == game.Took {
		e.Takes = w.pile
		for p, out := range t.Gone {
			if out && !w.wasOut[p] {
				e.Out = append(e.Out, p+1)
			}
		}
		return e
	}
	e.Play, e.Card, e.Rotates = t.Length.Plays, w.faces[t.Common.Bottom(0)], m.Rotated
	return e
}
