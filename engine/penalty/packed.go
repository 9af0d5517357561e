package penalty

import (
	"context"
	mathbits "math/bits"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// Packed is a deal of at most 63 cards, 31 of them court cards, in a few machine
// words, for settling many deals fast. Suits and number ranks are gone: no rule
// looks at them.
type Packed struct {
	hands [2]bits
	deck  card.Deck
}

// bits is a hand. Bit i of courts is the i-th card from the top, and set for a court
// card; debts has the debts of the court cards less one, two bits each, the topmost
// lowest. Both end in a mark, a set bit above all others, so that their lengths need no
// counting and a search for the next court card stops at the end of the hand.
type bits struct{ courts, debts uint64 }

// The most cards, and court cards, that fit: one hand may get them all, and each
// word needs a bit for its mark.
const (
	packedCards  = 63
	packedCourts = 31
)

// Pack packs a deal, and reports false for one that does not fit.
func Pack(d Deal) (Packed, bool) {
	if len(d.Hands) != 2 || d.cards() > packedCards {
		return Packed{}, false
	}
	p := Packed{hands: [2]bits{{1, 1}, {1, 1}}, deck: d.Deck}
	courts := 0
	for i, h := range d.Hands {
		for _, c := range h {
			debt := d.Deck.Debt(c.Rank)
			if debt > 0 {
				courts++
			}
			if courts > packedCourts {
				return Packed{}, false
			}
			p.hands[i].push(debt)
		}
	}
	return p, true
}

// size returns the number of cards in a hand.
func (h bits) size() int { return mathbits.Len64(h.courts) - 1 }

// push puts a card with a debt, 0 for a number card, under the hand.
func (h *bits) push(debt int) {
	end := uint64(1) << h.size()
	h.courts += end // moves the mark up and leaves a 0
	if debt > 0 {
		h.courts |= end
		mark := mathbits.Len64(h.debts) - 1
		h.debts += uint64(debt-1+3) << mark // moves the mark up by two and leaves debt-1
	}
}

// each calls f with the debt of every card, top first, 0 for a number card.
func (h bits) each(f func(debt int)) {
	for courts, debts := h.courts, h.debts; courts > 1; courts >>= 1 {
		if courts&1 == 0 {
			f(0)
			continue
		}
		f(int(debts&3) + 1)
		debts >>= 2
	}
}

// IsFull is like [Deal.IsFull].
func (p Packed) IsFull() bool {
	var counts byDebt
	for _, h := range p.hands {
		for debts := h.debts; debts > 1; debts >>= 2 {
			counts[debts&3+1]++
		}
		counts[0] += h.size() - mathbits.Len64(h.debts)/2
	}
	return p.hands[0].size() == p.hands[1].size() && counts == fullDeck(p.deck)
}

// Deal unpacks the deal, with number cards as "-".
func (p Packed) Deal() Deal {
	d := Deal{Deck: p.deck, Hands: make([][]card.Card, len(p.hands))}
	for i, h := range p.hands {
		h.each(func(debt int) {
			c := card.Card{Rank: card.Number}
			if debt > 0 {
				c.Rank = p.deck.Court(debt)
			}
			d.Hands[i] = append(d.Hands[i], c)
		})
	}
	return d
}

// Settle is like [Deal.Settle], and faster for games that end. The error is the
// context's.
func (p Packed) Settle(ctx context.Context, budget int64) (game.Outcome, error) {
	if o, ok := p.run(budget); ok {
		return o, nil
	}
	return Settle(ctx, p.start(), budget)
}

func (p Packed) start() Start {
	var s Start
	for _, h := range p.hands {
		s.Sizes = append(s.Sizes, h.size())
		h.each(func(debt int) { s.Debts = append(s.Debts, uint8(debt)) })
	}
	return s
}

// fastBudget is the most cards that run plays without checking the context: a fraction
// of a millisecond, and many times the longest known game.
const fastBudget = 100_000

// run plays a game that finishes within the budget and fastBudget. It reports false if a
// position recurs or the budget ends; the general kernel then finds the exact outcome.
//
// All state is in local variables, so that it stays in registers: mc and md are
// the courts and debts of the player to move, oc and od the other's. A run of
// number cards is one step: its length is the number of zeros below the next
// court card, or below the mark at the hand's end. Every shift stays below 64
// (packedCards); "&63" tells the compiler so.
//
//nolint:funlen // calls would cost more than the game
func (p Packed) run(budget int64) (game.Outcome, bool) {
	budget = min(budget, fastBudget)
	mc, md := p.hands[0].courts, p.hands[0].debts
	oc, od := p.hands[1].courts, p.hands[1].debts
	mover, cards, tricks, limit := 0, 0, 0, int(budget)
	// The position kept for comparison: Brent's search, as in package cycle.
	var keptMC, keptMD, keptOC, keptOD uint64
	keptMover, next := 0, 0

	for cards <= limit {
		// Round start. Marks make words of different lengths differ.
		if mc == keptMC && oc == keptOC && md == keptMD && od == keptOD && mover == keptMover {
			return game.Outcome{}, false
		}
		if tricks >= next {
			keptMC, keptMD, keptOC, keptOD, keptMover = mc, md, oc, od, mover
			next = 2*tricks + 1
		}

		// Number cards in turn, until a player plays a court card or cannot play.
		// Which player that is, a processor cannot predict, so both cases are one,
		// and the players change places without a branch.
		mine, his := mathbits.TrailingZeros64(mc), mathbits.TrailingZeros64(oc)
		swap := uint64(his-mine) >> 63 // 1 when the other one is first
		low := min(mine, his)
		n := 2*low + int(swap) // cards under the court card
		mc, oc = mc>>(low&63)>>swap, oc>>(low&63)
		x, y := (mc^oc)&-swap, (md^od)&-swap
		mc, oc, md, od = mc^x, oc^x, md^y, od^y
		mover ^= int(swap)
		if mc == 1 { // the mover must play and has no card
			if n > 0 {
				tricks++
			}
			return finished(mover^1, cards+n, tricks, budget)
		}
		debt := int(md & 3)
		pc, pd, pk := uint64(1)<<(n&63), uint64(debt), 2
		mc, md = mc>>1, md>>2
		n++

		// o pays m, until the debt is paid or somebody cannot pay.
		for {
			run := mathbits.TrailingZeros64(oc)
			if run > debt {
				break
			}
			rest := oc >> (run & 63)
			if rest == 1 {
				return finished(mover, cards+n+run, tricks+1, budget)
			}
			n += run
			debt = int(od & 3)
			pc |= 1 << (n & 63)
			pd |= uint64(debt) << (pk & 63)
			pk += 2
			n++
			// The payer has played a court card: the players change places.
			mc, md, oc, od = rest>>1, od>>2, mc, md
			mover ^= 1
		}
		oc >>= (debt + 1) & 63
		n += debt + 1
		cards += n
		tricks++
		// The pile goes under m's hand: its words go where m's marks were.
		end, mark := mathbits.Len64(mc)-1, mathbits.Len64(md)-1
		mc ^= (pc ^ 1 ^ 1<<(n&63)) << (end & 63)
		md ^= (pd ^ 1 ^ 1<<(pk&63)) << (mark & 63)
		if oc == 1 {
			return finished(mover, cards, tricks, budget)
		}
	}
	return game.Outcome{}, false
}

func finished(winner, cards, tricks int, budget int64) (game.Outcome, bool) {
	return game.Outcome{
		Ending: game.Won, In: []int{winner}, Length: game.Length{Plays: int64(cards), Takes: int64(tricks)},
	}, int64(cards) <= budget
}

// RandomPacked deals a full deck at random, without suits and number ranks. Every arrangement is equally likely: the court cards, debt by
// debt, take places drawn uniformly from those still free. It deals millions
// of deals fast; they are not those of a shuffle with the same seed.
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
