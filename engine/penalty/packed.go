package penalty

import (
	"context"
	"math/bits"

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
		Ending: game.Won, In: seats[r.Winner : r.Winner+1 : r.Winner+1], Length: game.Length{Plays: int64(r.Cards), Takes: int64(r.Tricks)},
	}, nil
}

// Sample settles deals of [RandomPacked] within a budget, many at once, and calls see with
// each outcome in their order. The error is the context's.
func Sample(ctx context.Context, src *shuffle.Source, deck card.Deck, deals, budget int64, see func(game.Outcome)) error {
	const batch = 2048
	var player lanes.Player
	seats := []int{0, 1}
	from, to := make([]lanes.Position, min(deals, batch)), make([]lanes.Result, min(deals, batch))
	for ; deals > 0 && ctx.Err() == nil; deals -= int64(len(from)) {
		from = from[:min(deals, batch)]
		for i := range from {
			from[i] = RandomPacked(src, deck).hands
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
// is equally likely: the court cards, debt by debt, take places drawn uniformly from those
// still free. It deals millions of deals fast; they are not those of a shuffle with the same
// seed.
func RandomPacked(src *shuffle.Source, deck card.Deck) Packed {
	n, kinds := fullCards, card.MaxDebt
	if deck == card.Italian {
		n, kinds = 40, 3
	}
	// Ten draws of six bits from each random word; a draw past the deck or on a taken place
	// is drawn again, which keeps the rest uniform. No branch depends on a draw: a processor
	// cannot predict it.
	var low, high uint64 // debts less one in binary
	free := uint64(1)<<n - 1
	all := uint64(fullCourts * kinds)
	for placed := uint64(0); placed < all; {
		word := src.Uint64() >> 4
		for range 10 {
			place := word & 63
			word >>= 6
			ok := free >> place & 1 & ((placed - all) >> 63)
			bit := ok << place
			free ^= bit
			low |= bit & -(placed / fullCourts & 1)
			high |= bit & -(placed / fullCourts >> 1 & 1)
			placed += ok
		}
	}
	courts := uint64(1)<<n - 1 - free
	var debts uint64
	for i, rest := 0, courts; i < 2*fullCourts*kinds; i += 2 {
		place := bits.TrailingZeros64(rest)
		rest &= rest - 1
		debts |= (low>>(place&63)&1 | high>>(place&63)&1<<1) << (i & 63)
	}
	half := n / 2
	first := courts & (1<<half - 1)
	mark := 2 * bits.OnesCount64(first)
	return Packed{deck: deck, hands: lanes.Position{
		{Courts: first | 1<<half, Debts: debts&(1<<(mark&63)-1) | 1<<(mark&63)},
		{Courts: courts>>half | 1<<(n-half), Debts: debts>>(mark&63) | 1<<((2*int(all)-mark)&63)},
	}}
}
