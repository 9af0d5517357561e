package penalty

import (
	"context"

	"nonna/engine/game"
)

// Settle settles a deal, like [Deal.Settle], by playing it card by card.
// It needs memory for two tables, however long the game. The error is the context's.
func Settle(ctx context.Context, d Deal, budget int64) (game.Outcome, error) {
	return game.Settle(ctx, &rounds{NewTable(d)}, &rounds{NewTable(d)}, budget)
}

// rounds walks a table from one round start to the next.
type rounds struct{ *Table }

// Next implements [game.Walk].
func (r *rounds) Next() bool {
	for {
		if _, ok := r.Step(); !ok || r.Ending != "" {
			return false
		}
		if r.Common.Len() == 0 && r.Taker < 0 {
			return true
		}
	}
}

// Span implements [game.Walk]: a round puts each card on the pile at most once.
func (r *rounds) Span() int64 { return int64(r.Total) }
