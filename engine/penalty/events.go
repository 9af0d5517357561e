package penalty

import (
	"context"
	"io"

	"nonna/engine/game"
	"nonna/engine/trace"
)

// Names are the parts of a trace in JSON Lines that differ between games.
type Names struct {
	// Player returns the JSON value that names a player: "A", or 0.
	Player func(p int) any
	// Deal is the first line, Verdict the last.
	Deal, Verdict any
}

// event is one line of a trace in JSON Lines: a card that was played, a pile
// that was taken, or a player who is out.
type event struct {
	Turn   int64  `json:"turn,omitempty"`
	Round  int64  `json:"round"`
	Player any    `json:"player"`
	Card   string `json:"card,omitempty"`
	Takes  int    `json:"takes,omitempty"`
	Out    bool   `json:"out,omitempty"`
	Owes   any    `json:"owes,omitempty"`
	Due    int    `json:"due,omitempty"`
}

// WriteEvents writes a settled game as JSON Lines: {"turn":4,"round":1,
// "player":"B","card":"4","owes":"B","due":3} for a card, with what is owed
// after it; {"round":1,"player":"B","takes":13} for a pile of 13 cards taken.
func (d Deal) WriteEvents(ctx context.Context, w io.Writer, o game.Outcome, n Names, opts trace.Options) error {
	pile, cards := 0, d.Texts()
	return trace.WriteObjects(w, opts, longestEvent, n.Deal, n.Verdict, func(out *trace.Writer) error {
		return d.Replay(ctx, o, o.Length.Plays, func(t *Table, m Move) {
			if m.Kind != 0 {
				out.Event(func() any { return n.event(t, m, pile, cards) })
			}
			pile = len(t.Pile())
		})
	})
}

// longestEvent is more bytes than any event has: seven short names and numbers.
const longestEvent = 160

func (n Names) event(t *Table, m Move, pile int, cards []string) event {
	e := event{Round: t.at.Takes + 1, Player: n.Player(m.Player)}
	switch m.Kind {
	case game.Played:
		e.Turn, e.Card = t.at.Plays, cards[m.Card]
		if t.debt > 0 {
			e.Owes, e.Due = n.Player(t.Turn), t.debt
		}
	case game.Took:
		e.Round, e.Takes = t.at.Takes, pile
	case game.WentOut:
		e.Out = true
	}
	return e
}
