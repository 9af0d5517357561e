package penalty

import (
	"context"

	"nonna/engine/game"
)

// Settle settles a game from its start, like [Deal.Settle], by playing it card by card.
// It needs memory for two tables, however long the game. The error is the context's.
func Settle(ctx context.Context, s Start, budget int64) (game.Outcome, error) {
	return game.Settle(ctx, &rounds{NewTable(s)}, &rounds{NewTable(s)}, budget)
}

// rounds walks a table from one round start to the next.
type rounds struct{ *Table }

// Next implements [cycle.Walk].
func (r *rounds) Next() bool {
	for {
		if _, ok := r.Step(); !ok || r.over {
			return false
		}
		if r.Common.Len() == 0 && r.Taker < 0 {
			return true
		}
	}
}

// Cards returns the number of cards played.
func (t *Table) Cards() int64 { return t.at.Plays }

// At implements [game.Walk].
func (r *rounds) At() game.Length { return r.at }

// Standing implements [game.Walk]. The winner leads.
func (r *rounds) Standing() (game.Ending, []int) {
	if r.over {
		return game.Won, []int{r.Turn}
	}
	return "", r.StillIn()
}

// Span implements [cycle.Walk]: a round puts each card on the pile at most once.
func (r *rounds) Span() int64 { return int64(r.Total) }

// Same implements [cycle.Walk].
func (r *rounds) Same(o *rounds) bool { return r.Table.Same(&o.Table.Table) }

// Copy implements [cycle.Walk].
func (r *rounds) Copy(o *rounds) {
	r.Table.Copy(&o.Table.Table)
	r.owner, r.debt = o.owner, o.debt
	r.at, r.over = o.at, o.over
}
