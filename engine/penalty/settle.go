package penalty

import (
	"context"
	"slices"

	"nonna/engine/cycle"
	"nonna/engine/game"
	"nonna/engine/queue"
)

// maxBudget is the largest budget: more cards than can be played in years.
const maxBudget = 1 << 58

// Settle settles a game from its start, like [Deal.Settle], by playing it card by card.
// It needs memory for two tables, however long the game. The error is the context's.
func Settle(ctx context.Context, s Start, budget int64) (game.Outcome, error) {
	budget = min(max(budget, 0), maxBudget)
	runner := &rounds{NewTable(s)}
	marker := &rounds{NewTable(s)}
	verdict, err := cycle.Settle(ctx, runner, marker, budget)
	if err != nil {
		return game.Outcome{}, err
	}
	switch verdict {
	case cycle.Over:
		return game.Outcome{Ending: game.Won, In: []int{runner.turn}, Length: runner.at}, nil // the winner leads
	case cycle.Repeats:
		return game.Outcome{Ending: game.Loop, In: runner.stillIn(), Length: runner.at, Lead: marker.at}, nil
	}
	return game.Outcome{Ending: game.Undecided, Length: game.Length{Plays: budget}}, nil
}

// rounds walks a table from one round start to the next.
type rounds struct{ *Table }

// Next implements [cycle.Walk].
func (r *rounds) Next() bool {
	for {
		if _, ok := r.Step(); !ok || r.over {
			return false
		}
		if r.pile.Len() == 0 && r.taker < 0 {
			return true
		}
	}
}

// Cards returns the number of cards played.
func (t *Table) Cards() int64 { return t.at.Plays }

// Span implements [cycle.Walk]: a round puts each card on the pile at most once.
func (r *rounds) Span() int64 { return int64(len(r.start.Debts)) }

// Same implements [cycle.Walk].
func (r *rounds) Same(o *rounds) bool {
	if r.turn != o.turn || r.sum != o.sum || r.in != o.in {
		return false
	}
	for p := range r.hands {
		if r.out[p] != o.out[p] || !r.sameHand(&r.hands[p], &o.hands[p]) {
			return false
		}
	}
	return true
}

// sameHand reports whether two hands are equal in a position.
func (r *rounds) sameHand(a, b *queue.Queue) bool {
	return a.Hash() == b.Hash() && slices.EqualFunc(a.Cards(), b.Cards(), func(x, y uint16) bool {
		return r.start.Debts[x] == r.start.Debts[y]
	})
}

// Copy implements [cycle.Walk].
func (r *rounds) Copy(o *rounds) {
	for p := range r.hands {
		r.hands[p].Copy(&o.hands[p])
	}
	r.pile.Copy(&o.pile)
	copy(r.next, o.next)
	copy(r.out, o.out)
	r.in, r.turn, r.owner, r.debt, r.taker = o.in, o.turn, o.owner, o.debt, o.taker
	r.at, r.over, r.sum = o.at, o.over, o.sum
}

// Status returns an ending as Exercism writes it: "finished", "loop" or "undecided".
func Status(o game.Outcome) string {
	if o.Ending == game.Won {
		return "finished"
	}
	return string(o.Ending)
}
