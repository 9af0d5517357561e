package camicia

import (
	mathbits "math/bits"

	"nonna/engine/card"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// IsFull tells whether the deal is of its whole deck in equal hands, as it is
// played: four of each court card and the right number of number cards.
func (d Deal) IsFull() bool { return penalty.IsFull(d.Deck, d.Hands[:]) }

// Division names the deals that compete with this one; see [penalty.Division].
func (d Deal) Division() string { return penalty.Division(d.Deck, d.Hands[:]) }

// Random shuffles a full deck and deals it one card at a time, A first. Cards of
// the Italian deck come without suits: its own are none of those of package
// card.
func Random(src *shuffle.Source, deck card.Deck) Deal {
	cards := deck.Full()
	shuffle.Cards(src, cards)
	d := Deal{Deck: deck}
	for i, c := range cards {
		if deck == card.Italian {
			c.Suit = card.NoSuit
		}
		d.Hands[i%2] = append(d.Hands[i%2], c)
	}
	return d
}

// RandomPacked deals a full deck at random as it is played, without suits and
// number ranks. Every arrangement is equally likely: the court cards, debt by
// debt, take places drawn uniformly from those still free. It is for dealing by
// the million; its deals are not those of [Random] for the same seed.
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
	return Packed{deck: deck, hands: [2]bits{
		packHand(courts&(1<<half-1), low, high, half),
		packHand(courts>>half, low>>half, high>>half, n-half),
	}}
}

// packHand packs a hand of n cards: its court cards, with the bits of their
// debts less one at the same places.
func packHand(courts, low, high uint64, n int) bits {
	h := bits{courts: courts | 1<<n}
	mark := 0
	for rest := courts; rest != 0; rest &= rest - 1 {
		place := mathbits.TrailingZeros64(rest)
		h.debts |= (low>>place&1 | high>>place&1<<1) << mark
		mark += 2
	}
	h.debts |= 1 << mark
	return h
}
