package penalty

import (
	"context"

	"nonna/engine/cycle"
)

// checkEvery is how many moves are made between two looks at the context.
const checkEvery = 1 << 12

// Replay plays a settled game again up to its outcome: to the end, to the
// first repeated position, or to the budget. It calls see with the table as
// dealt and a zero move, and then after every move. The table is see's until
// it returns. The error is the context's.
func Replay(ctx context.Context, d Deal, o Outcome, see func(*Table, Move)) error {
	t := NewTable(d)
	see(t, Move{})
	for moves := 1; !t.reached(o); moves++ {
		if moves%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		m, ok := t.Step()
		if !ok {
			return nil
		}
		see(t, m)
	}
	return nil
}

// reached tells whether the outcome's last move has been made.
func (t *Table) reached(o Outcome) bool {
	switch o.Verdict {
	case cycle.Over:
		return t.over
	case cycle.Repeats:
		return t.tricks == o.Tricks && t.cards == o.Cards
	}
	return t.cards >= o.Cards
}
