package penalty

import (
	"context"
	"io"

	"nonna/engine/game"
	"nonna/engine/trace"
)

// dealLine is the first line of a trace in JSON Lines.
type dealLine struct {
	Game  string     `json:"game"`
	Deck  string     `json:"deck,omitempty"`
	Hands [][]string `json:"hands"`
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

// writeEvents writes a settled game as JSON Lines: {"turn":4,"round":1,
// "player":"B","card":"4","owes":"B","due":3} for a card, with what is owed
// after it; {"round":1,"player":"B","takes":13} for a pile of 13 cards taken.
func (d Deal) writeEvents(ctx context.Context, w io.Writer, o game.Outcome, l Layout) error {
	cards := d.Texts()
	first := dealLine{Game: l.Report.Game, Hands: d.HandTexts()}
	if l.Deck {
		first.Deck = d.Deck.String()
	}
	return trace.WriteObjects(w, first, l.Report, func(event func(any)) error {
		return d.Replay(ctx, o, o.Length.Plays, func(t *Table, m Move) {
			if m.Kind != game.Dealt {
				event(l.event(t, m, cards))
			}
		})
	})
}

func (l Layout) event(t *Table, m Move, cards []string) event {
	e := event{Round: t.Length.Takes + 1, Player: l.Player(m.Player)}
	switch m.Kind {
	case game.Played:
		e.Turn, e.Card = t.Length.Plays, cards[m.Card]
		if t.debt > 0 {
			e.Owes, e.Due = l.Player(t.Turn), t.debt
		}
	case game.Took:
		e.Round, e.Takes = t.Length.Takes, t.Taken
	case game.WentOut:
		e.Out = true
	}
	return e
}
