package snap

import (
	"context"
	"io"
	"slices"

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
	_, faces := p.deal.numbered()
	return trace.WriteObjects(w, dealLine{"snap", p.deal.Piles}, p.Report(), func(line func(any)) error {
		return p.replay(ctx, p.out.Length.Plays, func(t *Table, m Move) {
			switch m.Kind {
			case game.Played:
				line(event{Play: t.Length.Plays, Player: m.Player + 1, Card: faces[t.Common.Bottom(0)], Rotates: m.Rotated})
			case game.Took:
				out := numbers(t.out)
				slices.Sort(out)
				line(event{Player: m.Player + 1, Takes: t.Taken, Out: out})
			}
		})
	})
}
