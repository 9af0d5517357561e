package penalty

import (
	"context"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/lanes"
	"nonna/engine/shuffle"
)

// Packed is a deal of at most [lanes.MaxCards] cards, [lanes.MaxCourts] of them court
// cards, in a few machine words, for settling many deals fast. Suits and number ranks are
// gone: no rule looks at them.
type Packed struct {
	hands lanes.Position
	deck  card.Deck
}

// NewPacked returns the deal of two hands as package lanes plays them.
func NewPacked(hands lanes.Position, deck card.Deck) Packed { return Packed{hands, deck} }

// Pack packs a deal, and reports false for one that does not fit.
func Pack(d Deal) (Packed, bool) {
	if len(d.Hands) != 2 || d.cards() > lanes.MaxCards {
		return Packed{}, false
	}
	p := Packed{hands: lanes.Position{lanes.Empty(), lanes.Empty()}, deck: d.Deck}
	courts := 0
	for i, h := range d.Hands {
		for _, c := range h {
			debt := d.Deck.Debt(c.Rank)
			if debt > 0 {
				courts++
			}
			if courts > lanes.MaxCourts {
				return Packed{}, false
			}
			p.hands[i].Push(debt)
		}
	}
	return p, true
}

// IsFull is like [Deal.IsFull].
func (p Packed) IsFull() bool {
	var counts byDebt
	for _, h := range p.hands {
		for debts := h.Debts; debts > 1; debts >>= 2 {
			counts[debts&3+1]++
		}
		counts[0] += h.Size() - h.CourtCards()
	}
	return p.hands[0].Size() == p.hands[1].Size() && counts == fullDeck(p.deck)
}

// Deal unpacks the deal, with number cards as "-".
func (p Packed) Deal() Deal {
	d := Deal{Deck: p.deck, Hands: make([][]card.Card, len(p.hands))}
	for i, h := range p.hands {
		for debt := range h.Cards() {
			c := card.Card{Rank: card.Number}
			if debt > 0 {
				c.Rank = p.deck.Court(debt)
			}
			d.Hands[i] = append(d.Hands[i], c)
		}
	}
	return d
}

// Settle is like [Deal.Settle], and faster for games that end. The error is the
// context's.
func (p Packed) Settle(ctx context.Context, budget int64) (game.Outcome, error) {
	return p.settle(ctx, p.hands.Play(int(min(budget, lanes.Limit))), budget, []int{0, 1})
}

// settle returns the outcome of a game with a result, or settles it if the result is not
// known: if a position recurs or the game lasts long. The winner is a part of seats.
func (p Packed) settle(ctx context.Context, r lanes.Result, budget int64, seats []int) (game.Outcome, error) {
	if !r.Known() {
		return Settle(ctx, p.Deal(), budget)
	}
	return game.Outcome{
		Ending: game.Won, Left: seats[r.Winner : r.Winner+1 : r.Winner+1], Length: game.Length{Plays: int64(r.Cards), Takes: int64(r.Tricks)},
	}, nil
}

// Sample settles deals of [RandomPacked] within a budget, many at once, and calls see with
// each outcome in their order. The error is the context's.
func Sample(ctx context.Context, src *shuffle.Source, deck card.Deck, deals, budget int64, see func(game.Outcome)) error {
	const batch = 2048
	var player lanes.Player
	dealer, seats := dealers[deck](), []int{0, 1}
	from, to := make([]lanes.Position, min(deals, batch)), make([]lanes.Result, min(deals, batch))
	for ; deals > 0 && ctx.Err() == nil; deals -= int64(len(from)) {
		from = from[:min(deals, batch)]
		for i := range from {
			dealer.deal(src, &from[i])
		}
		player.Play(from, to)
		for i, hands := range from {
			o, err := Packed{hands, deck}.settle(ctx, to[i], budget, seats)
			if err != nil {
				return err
			}
			see(o)
		}
	}
	return ctx.Err()
}

// RandomPacked deals a full deck at random, without suits and number ranks. Every arrangement
// is equally likely. It deals millions of deals fast; they are not those of a shuffle with the
// same seed.
func RandomPacked(src *shuffle.Source, deck card.Deck) Packed {
	p := Packed{deck: deck}
	dealers[deck]().deal(src, &p.hands)
	return p
}
