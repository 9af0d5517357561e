package camicia

import (
	"context"
	"fmt"

	"nonna/engine/card"
	"nonna/engine/cycle"
	"nonna/engine/penalty"
)

// Player is one of the two players. The zero value is A, who leads.
type Player int

// The players. None is the winner of a game that nobody wins.
const (
	A    Player = 0
	B    Player = 1
	None Player = -1
)

// String returns "A", "B" or "".
func (p Player) String() string {
	switch p {
	case A:
		return "A"
	case B:
		return "B"
	}
	return ""
}

// Deal is two hands, top card first.
type Deal struct {
	Hands [2][]card.Card
	Deck  card.Deck
}

// Outcome is how a game ends or goes on.
type Outcome struct {
	// Ending says how: finished, loop or undecided.
	Ending penalty.Ending
	// Winner is who wins a finished game, None otherwise.
	Winner Player
	// Cards and Tricks count to the end, or to the first repeated position of a
	// loop. When undecided, Cards is the budget and Tricks 0.
	Cards, Tricks int64
	// Lead counts what a loop plays before its cycle begins, Cycle one turn of
	// the cycle; together they are Cards and Tricks. Zero when there is no loop.
	Lead, Cycle penalty.Count
}

// MaxCards is the most cards a deal can have.
const MaxCards = 1 << 16

// DefaultBudget is how many cards a settle plays before it gives up: a
// thousand times the longest published game. A deal of 10,000 cards that is
// undecided within it costs up to about half a second.
const DefaultBudget = 8_000_000

// Settle plays a deal of at most [MaxCards] cards to its verdict within budget
// cards. The error is the context's, or says that there are more cards.
func Settle(ctx context.Context, d Deal, budget int64) (Outcome, error) {
	if n := len(d.Hands[A]) + len(d.Hands[B]); n > MaxCards {
		return Outcome{}, fmt.Errorf("camicia: %d cards, want at most %d", n, MaxCards)
	}
	if p, ok := Pack(d); ok {
		return p.Settle(ctx, budget)
	}
	return settleGeneral(ctx, d.kernel(), budget)
}

// settleGeneral settles with the kernel for hands of any size.
func settleGeneral(ctx context.Context, k penalty.Deal, budget int64) (Outcome, error) {
	o, err := penalty.Settle(ctx, k, budget)
	if err != nil {
		return Outcome{}, err
	}
	return fromKernel(o), nil
}

func fromKernel(o penalty.Outcome) Outcome {
	c := Outcome{
		Ending: penalty.EndingOf(o.Verdict),
		Winner: Player(o.Winner),
		Cards:  o.Cards,
		Tricks: o.Tricks,
	}
	if o.Verdict == cycle.Repeats {
		c.Lead, c.Cycle = o.Lead, o.Cycle()
	}
	return c
}

// kernel is the inverse of fromKernel, as far as a replay needs it.
func (o Outcome) kernel() penalty.Outcome {
	return penalty.Outcome{
		Verdict: o.Ending.Verdict(),
		Winner:  int(o.Winner),
		Cards:   o.Cards,
		Tricks:  o.Tricks,
		Lead:    o.Lead,
	}
}

// kernel is the deal as the general kernel takes it.
func (d Deal) kernel() penalty.Deal {
	return penalty.FromHands(d.Deck, d.Hands[:])
}

// Key is the deal as it is played, with suits and number ranks ignored: both
// hands, one letter a card, split by a slash. Court cards are J, Q, K and A by
// their debts in either deck, number cards "-".
func (d Deal) Key() string { return penalty.Key(d.Deck, d.Hands[:]) }
