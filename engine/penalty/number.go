package penalty

import (
	"math/big"

	"nonna/engine/card"
)

// A full deal is one of the French deck, 26 cards each. Suits and number ranks
// ignored there are 52!/(4!^4 · 36!) of them, which passes 64 bits.
const (
	fullCards  = 52
	fullHand   = 26
	fullCourts = 4 // of each rank
)

// symbolDebts lists the symbols in the order of deal numbers: A < K < Q < J <
// number card.
func symbolDebts() [5]int { return [5]int{4, 3, 2, 1, 0} }

// symbolCounts counts the cards not yet placed, by debt.
type symbolCounts [card.MaxDebt + 1]int

func fullDeck() symbolCounts {
	return symbolCounts{fullCards - card.MaxDebt*fullCourts, fullCourts, fullCourts, fullCourts, fullCourts}
}

// arrangements is the number of orders of the cards left: a multinomial
// coefficient, as a product of binomials.
func (c symbolCounts) arrangements() *big.Int {
	n, total := new(big.Int), int64(0)
	product := big.NewInt(1)
	for _, k := range c {
		total += int64(k)
		product.Mul(product, n.Binomial(total, int64(k)))
	}
	return product
}

// Numbers returns how many full deals there are: 653,534,134,886,878,245,000.
// Their numbers run from 0 to one less.
func Numbers() *big.Int { return fullDeck().arrangements() }

// Number returns the number of a full French deal of 26 cards each: its rank
// among all arrangements of 4 A, 4 K, 4 Q, 4 J and 36 number cards, read A's
// hand then B's, in the symbol order A < K < Q < J < number. It reports false
// for every other deal.
func (d Deal) Number() (*big.Int, bool) {
	if d.Deck != card.French || !d.IsFull() {
		return nil, false
	}
	// Of all arrangements of n cards, those that begin with one of k of them are
	// k in n. So one multiplication and one division a card do, and no binomial.
	rank, rest := new(big.Int), fullDeck()
	all, part, factor := rest.arrangements(), new(big.Int), new(big.Int)
	n := int64(fullCards)
	share := func(k int) *big.Int {
		return part.Quo(part.Mul(all, factor.SetInt64(int64(k))), factor.SetInt64(n))
	}
	for _, h := range d.Hands {
		for _, c := range h {
			debt, before := d.Deck.Debt(c.Rank), 0
			for _, smaller := range symbolDebts() {
				if smaller == debt {
					break
				}
				before += rest[smaller]
			}
			rank.Add(rank, share(before))
			all.Set(share(rest[debt]))
			rest[debt]--
			n--
		}
	}
	return rank, true
}

// DealOfNumber returns the full French deal of a number, with number cards
// written "-". It reports false when there is no such deal.
func DealOfNumber(number *big.Int) (Deal, bool) {
	rest := fullDeck()
	if number.Sign() < 0 || number.Cmp(rest.arrangements()) >= 0 {
		return Deal{}, false
	}
	rank := new(big.Int).Set(number)
	hands := make([][]card.Card, 2)
	for i := range fullCards {
		debt := nextSymbol(rank, &rest)
		c := card.Card{Rank: card.Number}
		if debt > 0 {
			c.Rank = card.French.Court(debt)
		}
		hands[i/fullHand] = append(hands[i/fullHand], c)
	}
	return Deal{Hands: hands}, true
}

// nextSymbol takes the next symbol of the arrangement of a rank among those of
// the cards left, and makes rank the one among those of the rest.
func nextSymbol(rank *big.Int, rest *symbolCounts) int {
	for _, debt := range symbolDebts() {
		if rest[debt] == 0 {
			continue
		}
		rest[debt]--
		block := rest.arrangements()
		if rank.Cmp(block) < 0 {
			return debt
		}
		rank.Sub(rank, block)
		rest[debt]++
	}
	panic("penalty: rank past the last arrangement") // DealOfNumber checked it
}
