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

func (p Play) writeEvents(ctx context.Context, w io.Writer, opts trace.Options) error {
	d := p.deal
	e := &eventWriter{faces: p.Faces(), wasOut: make([]bool, len(d.Piles))}
	return trace.WriteObjects(w, opts, longestEvent(d), dealLine{"snap", d.Piles}, p.Report(), func(out *trace.Writer) error {
		return p.replay(ctx, p.out.Length.Plays, func(t *Table, m Move) {
			if m.Kind != 0 {
				out.Event(func() any { return e.event(t, m) })
			}
			e.pile = t.Common.Len()
			copy(e.wasOut, t.Gone)
		})
	})
}

// longestEvent returns more bytes than any event has: names and numbers, the players
// who are out, and a card with every byte of it escaped.
func longestEvent(d Deal) int {
	card := 0
	for _, p := range d.Piles {
		for _, c := range p {
			card = max(card, len(c))
		}
	}
	return 100 + 4*len(d.Piles) + 6*card
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
	e.Play, e.Card, e.Rotates = t.at.Plays, w.faces[t.Common.Bottom(0)], m.Rotated
	return e
}
