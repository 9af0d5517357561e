package penalty

import (
	"context"
	"slices"

	"nonna/engine/cycle"
	"nonna/engine/queue"
)

// Outcome is how a game ends or goes on.
type Outcome struct {
	// Verdict is cycle.Over, cycle.Repeats or cycle.Undecided.
	Verdict cycle.Verdict
	// Winner is who wins a game that is over, -1 otherwise.
	Winner int
	// Cards and Tricks count to the end of the game, or to the first repeat of
	// a game that repeats: what lies before the cycle and the cycle once. When
	// undecided, Cards is the budget and Tricks is 0.
	Cards, Tricks int64
	// Lead counts what lies before the cycle of a game that repeats.
	Lead Count
}

// Count is a length of play.
type Count struct {
	Cards  int64 `json:"cards"`
	Tricks int64 `json:"tricks"`
}

// Cycle is the length of one turn of the cycle of a game that repeats.
func (o Outcome) Cycle() Count {
	return Count{o.Cards - o.Lead.Cards, o.Tricks - o.Lead.Tricks}
}

// MaxBudget is the largest budget: more cards than can be played in years.
const MaxBudget = 1 << 58

// Settle plays a deal to its end, or to the first repeated position at a round
// start, or until budget cards have been played without either. A position is
// every hand, who is out, and who leads, with all number cards alike. The error
// is the context's.
//
// Memory is that of two tables, however long the game.
func Settle(ctx context.Context, d Deal, budget int64) (Outcome, error) {
	budget = min(max(budget, 0), MaxBudget)
	runner := &rounds{NewTable(d)}
	marker := &rounds{NewTable(d)}
	verdict, err := cycle.Settle(ctx, runner, marker, budget)
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{Verdict: verdict, Winner: -1, Cards: runner.cards, Tricks: runner.tricks}
	switch verdict {
	case cycle.Over:
		o.Winner = runner.Winner()
	case cycle.Repeats:
		o.Lead = Count{marker.cards, marker.tricks}
	case cycle.Undecided:
		o.Cards, o.Tricks = budget, 0
	}
	return o, nil
}

// rounds walks a table from one round start to the next.
type rounds struct{ *Table }

var _ cycle.Walk[*rounds] = (*rounds)(nil)

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

// Cards returns how many cards have been played.
func (t *Table) Cards() int64 { return t.cards }

// Span implements [cycle.Walk]: a round puts each card on the pile once at
// most.
func (r *rounds) Span() int64 { return int64(len(r.deal.Debts)) }

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

// sameHand compares two hands as a position sees them.
func (r *rounds) sameHand(a, b *queue.Queue) bool {
	return a.Hash() == b.Hash() && slices.EqualFunc(a.Cards(), b.Cards(), func(x, y uint16) bool {
		return r.deal.Debts[x] == r.deal.Debts[y]
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
	r.cards, r.tricks, r.over, r.sum = o.cards, o.tricks, o.over, o.sum
}
