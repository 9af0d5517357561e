package camicia

import (
	"context"
	mathbits "math/bits"

	"nonna/engine/card"
	"nonna/engine/penalty"
)

// Packed is a deal of at most 63 cards, 31 of them court cards, in a few machine
// words, for settling many deals fast. Suits and number ranks are gone: no rule
// looks at them.
type Packed struct {
	hands [2]bits
	deck  card.Deck
}

// bits is a hand. Bit i of courts stands for the i-th card from the top and is
// set for a court card; debts holds what the court cards demand, less one, two
// bits each, the topmost lowest. Both end in a mark, a set bit above all others,
// so that their lengths need no counting and a search for the next court card
// stops at the hand's end.
type bits struct{ courts, debts uint64 }

// The most cards, and court cards, that fit: one hand may get them all, and each
// word needs a bit for its mark.
const (
	packedCards  = 63
	packedCourts = 31
)

// Pack packs a deal, and reports false for one that does not fit.
func Pack(d Deal) (Packed, bool) {
	if len(d.Hands[A])+len(d.Hands[B]) > packedCards {
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

// size is how many cards a hand has.
func (h bits) size() int { return mathbits.Len64(h.courts) - 1 }

// push puts a card of a debt, 0 for a number card, under the hand.
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

// Deal unpacks the deal; number cards come back as "-".
func (p Packed) Deal() Deal {
	d := Deal{Deck: p.deck}
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

// Settle is [Settle] for a packed deal: the same outcome, faster where the game
// finishes. The error is the context's.
func (p Packed) Settle(ctx context.Context, budget int64) (Outcome, error) {
	if o, ok := p.run(budget); ok {
		return o, nil
	}
	return settleGeneral(ctx, p.kernel(), budget)
}

func (p Packed) kernel() penalty.Deal {
	var k penalty.Deal
	for _, h := range p.hands {
		k.Sizes = append(k.Sizes, h.size())
		h.each(func(debt int) { k.Debts = append(k.Debts, uint8(debt)) })
	}
	return k
}

// fastBudget bounds the cards that run plays without a look at the context:
// a fraction of a millisecond, and many times the longest known game.
const fastBudget = 100_000

// run plays a game that finishes, within the budget and fastBudget. It reports
// false when it met a position twice or came to the end of its budget; the
// general kernel then says exactly what that means.
//
// All state is in local variables, so that it stays in registers: mc and md are
// the courts and debts of the player to move, oc and od the other's. A run of
// number cards is one step: its length is the number of zeros below the next
// court card, or below the mark at the hand's end. Every shift stays below 64
// (packedCards); "&63" tells the compiler so.
//
//nolint:funlen // calls would cost more than the game
func (p Packed) run(budget int64) (Outcome, bool) {
	budget = min(budget, fastBudget)
	mc, md := p.hands[A].courts, p.hands[A].debts
	oc, od := p.hands[B].courts, p.hands[B].debts
	mover, cards, tricks, limit := 0, 0, 0, int(budget)
	// The position kept for comparison: Brent's search, as in package cycle.
	var keptMC, keptMD, keptOC, keptOD uint64
	keptMover, next := 0, 0

	for cards <= limit {
		// Round start. Marks make words of different lengths differ.
		if mc == keptMC && oc == keptOC && md == keptMD && od == keptOD && mover == keptMover {
			return Outcome{}, false
		}
		if tricks >= next {
			keptMC, keptMD, keptOC, keptOD, keptMover = mc, md, oc, od, mover
			next = 2*tricks + 1
		}

		// Number cards in turn, until somebody plays a court card or cannot play.
		// Who that is, nobody can foresee, a processor neither: so both cases are
		// one, and the players change places without a branch.
		mine, his := mathbits.TrailingZeros64(mc), mathbits.TrailingZeros64(oc)
		swap := uint64(his-mine) >> 63 // 1 when the other one is first
		low := min(mine, his)
		n := 2*low + int(swap) // cards under the court card
		mc, oc = mc>>(low&63)>>swap, oc>>(low&63)
		x, y := (mc^oc)&-swap, (md^od)&-swap
		mc, oc, md, od = mc^x, oc^x, md^y, od^y
		mover ^= int(swap)
		if mc == 1 { // he must play and has no card
			if n > 0 {
				tricks++
			}
			return finished(mover^1, cards+n, tricks, budget)
		}
		debt := int(md & 3)
		pc, pd, pk := uint64(1)<<(n&63), uint64(debt), 2
		mc, md = mc>>1, md>>2
		n++

		// o pays m, until somebody has paid off or cannot.
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
	return Outcome{}, false
}

func finished(winner, cards, tricks int, budget int64) (Outcome, bool) {
	o := Outcome{Ending: penalty.Finished, Winner: Player(winner), Cards: int64(cards), Tricks: int64(tricks)}
	return o, o.Cards <= budget
}
