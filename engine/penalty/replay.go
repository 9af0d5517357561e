package penalty

import (
	"context"

	"nonna/engine/game"
)

// Replay plays a settled deal again, up to its outcome or to limit cards, whichever is
// first. It calls see with the table as dealt and a zero move, and
// then after every move. The table is valid until see returns. The error is the
// context's.
func (d Deal) Replay(ctx context.Context, o game.Outcome, limit int64, see func(*Table, Move)) error {
	if limit < o.Length.Plays {
		o = game.Outcome{Ending: game.Undecided, Length: game.Length{Plays: limit}}
	}
	t := NewTable(d)
	return game.Replay(ctx, t.Step, func() bool { return t.reached(o) }, func(m Move) { see(t, m) })
}

// reached reports whether the last move of the outcome has been made.
func (t *Table) reached(o game.Outcome) bool {
	switch o.Ending {
	case game.Won:
		return t.Ending != ""
	case game.Loop:
		return t.Length == o.Length
	}
	return t.Length.Plays >= o.Length.Plays
}
