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
	return p.settle(ctx, p.hands.Play(int(min(budget, lanes.Limit))), budget)
}

// settle returns the outcome of a game with a result, or settles it if the result is not
// known: if a position recurs or the game lasts long.
func (p Packed) settle(ctx context.Context, r lanes.Result, budget int64) (game.Outcome, error) {
	if !r.Known() {
		return Settle(ctx, p.start(), budget)
	}
	return game.Outcome{
		Ending: game.Won, In: []int{int(r.Winner)}, Length: game.Length{Plays: int64(r.Cards), Takes: int64(r.Tricks)},
	}, nil
}

func (p Packed) start() Start {
	var s Start
	for _, h := range p.hands {
		s.Sizes = append(s.Sizes, h.Size())
		for debt := range h.Cards() {
			s.Debts = append(s.Debts, uint8(debt))
		}
	}
	return s
}

// Sample settles deals of [RandomPacked] within a budget, many at once, and calls see with
// each outcome in their order. The error is the context's.
func Sample(ctx context.Context, src *shuffle.Source, deck card.Deck, deals, budget int64, see func(game.Outcome)) error {
	const batch = 2048
	var player lanes.Player
	from, to := make([]lanes.Position, min(deals, batch)), make([]lanes.Result, min(deals, batch))
	for ; deals > 0 && ctx.Err() == nil; deals -= int64(len(from)) {
		from = from[:min(deals, batch)]
		for i := range from {
			from[i] = RandomPacked(src, deck).hands
		}
		player.Play(from, to)
		for i, hands := range from {
			o, err := Packed{hands, deck}.settle(ctx, to[i], budget)
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
	var low, high, courts uint64 // debts less one in binary, and where they are
	var word uint64
	for debt := 1; debt <= kinds; debt++ {
		for placed := 0; placed < fullCourts; {
			// Ten draws of six bits from each random word; a draw past the deck
			// or on a taken place is drawn again, which keeps the rest uniform.
			if word <= 1 {
				word = src.Uint64()>>4 | 1<<60 // the top bit marks the end
			}
			place := word & 63
			word >>= 6
			bit := uint64(1) << place
			if int(place) >= n || courts&bit != 0 {
				continue
			}
			courts |= bit
			low |= bit * uint64((debt-1)&1)
			high |= bit * uint64((debt-1)>>1)
			placed++
		}
	}
	half := n / 2
	return Packed{deck: deck, hands: lanes.Position{
		packHand(courts&(1<<half-1), low, high, half),
		packHand(courts>>half, low>>half, high>>half, n-half),
	}}
}

// packHand packs a hand of n cards: its court cards, with the bits of their
// debts less one at the same places.
func packHand(courts, low, high uint64, n int) lanes.Hand {
	h := lanes.Hand{Courts: courts | 1<<n}
	mark := 0
	for rest := courts; rest != 0; rest &= rest - 1 {
		place := bits.TrailingZeros64(rest)
		h.Debts |= (low>>place&1 | high>>place&1<<1) << mark
		mark += 2
	}
	h.Debts |= 1 << mark
	return h
}
