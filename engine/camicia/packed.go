package camicia

import (
	"context"
	"math/bits"

	"nonna/engine/card"
	"nonna/engine/penalty"
)

// Packed is a deal of at most 63 cards as bit masks, for settling many deals
// fast. Suits and number ranks are gone: no rule looks at them.
type Packed struct {
	hands [2]mask
	deck  card.Deck
}

// mask is a hand: bit i stands for the i-th card from the top. court has the
// court cards; low and high hold their debts less one, in binary, and are zero
// elsewhere.
type mask struct {
	court, low, high uint64
	n                int
}

// packedCards is the most cards that masks hold: one hand may get them all, and
// one bit is left to mark its end.
const packedCards = 63

// Pack packs a deal, and reports false for one of more than 63 cards.
func Pack(d Deal) (Packed, bool) {
	if len(d.Hands[A])+len(d.Hands[B]) > packedCards {
		return Packed{}, false
	}
	p := Packed{deck: d.Deck}
	for i, h := range d.Hands {
		for _, c := range h {
			p.hands[i].push(d.Deck.Debt(c.Rank))
		}
	}
	return p, true
}

// push puts a card of a debt, 0 for a number card, under the hand.
func (m *mask) push(debt int) {
	if debt > 0 {
		bit := uint64(1) << m.n
		m.court |= bit
		m.low |= bit * uint64((debt-1)&1)
		m.high |= bit * uint64((debt-1)>>1)
	}
	m.n++
}

// debt returns the debt of card i, 0 for a number card.
func (m mask) debt(i int) int {
	if m.court>>i&1 == 0 {
		return 0
	}
	return 1 + int(m.low>>i&1) + 2*int(m.high>>i&1)
}

// Deal unpacks the deal; number cards come back as "-".
func (p Packed) Deal() Deal {
	d := Deal{Deck: p.deck}
	for i, m := range p.hands {
		for j := range m.n {
			c := card.Card{Rank: card.Number}
			if debt := m.debt(j); debt > 0 {
				c.Rank = p.deck.Court(debt)
			}
			d.Hands[i] = append(d.Hands[i], c)
		}
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
	for _, m := range p.hands {
		k.Sizes = append(k.Sizes, m.n)
		for i := range m.n {
			k.Debts = append(k.Debts, uint8(m.debt(i)))
		}
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
// All state is in local variables, so that it stays in registers: m is the
// player to move and o the other, each with the masks of a hand. A run of
// number cards is one step: its length is the number of zeros below the next
// court card, and a bit just past the hand's end stops the count there. That
// bit and every shift stay below 64 (packedCards); "&63" tells the compiler so.
//
//nolint:cyclop,funlen // calls would cost more than the game
func (p Packed) run(budget int64) (Outcome, bool) {
	budget = min(budget, fastBudget)
	m, o := &p.hands[A], &p.hands[B]
	mc, ml, mh, mn := m.court, m.low, m.high, m.n&63
	oc, ol, oh, on := o.court, o.low, o.high, o.n&63
	mover := 0
	cards, tricks, limit := 0, 0, int(budget)
	// The position kept for comparison: Brent's search, as in package cycle.
	var keptMC, keptOC, keptML, keptOL, keptMH, keptOH uint64
	keptMN, keptMover, next := -1, 0, 0

	for cards <= limit {
		// Round start. The court cards alone tell nearly all positions apart.
		if mc == keptMC && oc == keptOC && mn == keptMN && mover == keptMover &&
			ml == keptML && ol == keptOL && mh == keptMH && oh == keptOH {
			return Outcome{}, false
		}
		if tricks >= next {
			keptMC, keptOC, keptML, keptOL, keptMH, keptOH = mc, oc, ml, ol, mh, oh
			keptMN, keptMover, next = mn, mover, 2*tricks+1
		}

		// Number cards in turn, until somebody plays a court card or cannot play.
		mine := bits.TrailingZeros64(mc | 1<<(mn&63))
		his := bits.TrailingZeros64(oc | 1<<(on&63))
		n := 2 * mine // cards under the court card
		if his < mine {
			// The other one is first: he is the player to move from here on.
			n = 2*his + 1
			mc, ml, mh, mn = mc>>((his+1)&63), ml>>((his+1)&63), mh>>((his+1)&63), mn-his-1
			mc, ml, mh, mn, oc, ol, oh, on = oc, ol, oh, on, mc, ml, mh, mn
			mover ^= 1
			mine = his
		} else {
			oc, ol, oh, on = oc>>(mine&63), ol>>(mine&63), oh>>(mine&63), on-mine
		}
		if mine == mn { // he must play and has no card
			cards += n
			if n > 0 {
				tricks++
			}
			return finished(mover^1, cards, tricks, budget)
		}
		low, high := ml>>(mine&63)&1, mh>>(mine&63)&1
		debt := 1 + int(low+2*high)
		pc, pl, ph := uint64(1)<<(n&63), low<<(n&63), high<<(n&63)
		mine++
		mc, ml, mh, mn = mc>>(mine&63), ml>>(mine&63), mh>>(mine&63), mn-mine
		n++

		// o pays m, until somebody has paid off or cannot.
		for {
			run := bits.TrailingZeros64(oc | 1<<(on&63))
			if run >= debt {
				break
			}
			if run == on {
				return finished(mover, cards+n+run, tricks+1, budget)
			}
			low, high := ol>>(run&63)&1, oh>>(run&63)&1
			debt = 1 + int(low+2*high)
			n += run
			pc |= 1 << (n & 63)
			pl |= low << (n & 63)
			ph |= high << (n & 63)
			n++
			run++
			// The payer has played a court card: the players change places.
			mc, ml, mh, mn, oc, ol, oh, on = oc>>(run&63), ol>>(run&63), oh>>(run&63), on-run, mc, ml, mh, mn
			mover ^= 1
		}
		oc, ol, oh, on = oc>>(debt&63), ol>>(debt&63), oh>>(debt&63), on-debt
		n += debt
		mc |= pc << (mn & 63)
		ml |= pl << (mn & 63)
		mh |= ph << (mn & 63)
		mn += n
		cards += n
		tricks++
		if on == 0 {
			return finished(mover, cards, tricks, budget)
		}
	}
	return Outcome{}, false
}

// drop plays the k top cards.
func (m *mask) drop(k int) {
	m.court >>= k
	m.low >>= k
	m.high >>= k
	m.n -= k
}

func finished(winner, cards, tricks int, budget int64) (Outcome, bool) {
	o := Outcome{Ending: penalty.Finished, Winner: Player(winner), Cards: int64(cards), Tricks: int64(tricks)}
	return o, o.Cards <= budget
}
