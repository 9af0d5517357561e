package clock

import (
	"context"
	"fmt"
	"io"
	"strings"

	"nonna/engine/game"
	"nonna/engine/trace"
)

// event is one line of a trace in JSON Lines: a card turned in a pile, and the
// pile it goes to.
type event struct {
	Turn     int `json:"turn"`
	Pile     int `json:"pile"`
	FaceDown int `json:"face_down"` // in the pile
	Card     int `json:"card"`
	To       int `json:"to"`
}

// dealLine is the first line of a trace in JSON Lines.
type dealLine struct {
	Game  string `json:"game"`
	Piles Deal   `json:"piles"`
}

// WriteTrace implements [game.Play]: a line for each card, with the pile it is turned in, the number
// of cards that stay face down there, its value and the pile it goes to; or JSON Lines.
func (p Play) WriteTrace(_ context.Context, w io.Writer, opts trace.Options) error {
	if opts.Format == trace.JSONLines {
		return p.writeEvents(w)
	}
	out := trace.NewWriter(w, opts, p.out.Length.Plays)
	out.Plain("Turn   Pile   Face down in it   Card   To pile")
	out.Plain("")
	p.deal.replay(func(t turn) {
		out.Line(func(b []byte) []byte {
			return fmt.Appendf(b, "%-4d   %-4d   %-15d   %-4d   %d", t.N, t.Pile, t.Left, t.Card, t.Card)
		})
	})
	out.Plain("")
	out.Plain(p.closing())
	return out.Close()
}

// closing returns how the game ended, and why it was lost.
func (p Play) closing() string {
	if p.out.Ending == game.Won {
		return "Won: all 52 cards are face up."
	}
	rings := make([]string, len(p.out.Rings))
	for i, ring := range p.out.Rings {
		rings[i] = ring.String()
	}
	return fmt.Sprintf("Lost: %d cards stay face down. Blocked by the ring of bottom cards %s.",
		p.faceDown(), strings.Join(rings, " and "))
}

func (p Play) writeEvents(w io.Writer) error {
	return trace.WriteObjects(w, dealLine{"clock", p.deal}, p.Report(), func(line func(any)) error {
		p.deal.replay(func(t turn) {
			line(event{t.N, t.Pile, t.Left, t.Card, t.Card})
		})
		return nil
	})
}
