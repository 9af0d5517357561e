package camicia

import (
	"context"
	"math/bits"

	"nonna/engine/card"
	"nonna/engine/penalty"
)

// Packed is a deal of at most 64 cards as bit masks, for settling many deals
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

// packedCards is the most cards that masks hold: one hand may get them all.
const packedCards = 64

// Pack packs a deal, and reports false for one of more than 64 cards.
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
// All state is in local variables (m is the player to move, o the other), and
// a run of number cards is one step: its length is the number of zeros below
// the next court card. A bit at the hand's end stops the count there.
func (p Packed) run(budget int64) (Outcome, bool) {
	budget = min(budget, fastBudget)
	m, o := p.hands[A], p.hands[B]
	mover := A
	var cards, tricks int64
	var kept position
	for next := int64(0); ; {
		if cards > budget {
			return Outcome{}, false
		}
		// Round start: Brent's search for a repeat, as in package cycle.
		if kept == (position{m, o, mover}) {
			return Outcome{}, false
		}
		if tricks >= next {
			kept = position{m, o, mover}
			next = 2*tricks + 1
		}

		// Number cards in turn, until somebody plays a court card or cannot play.
		mine := bits.TrailingZeros64(m.court | 1<<m.n)
		his := bits.TrailingZeros64(o.court | 1<<o.n)
		if his < mine { // the other one is first
			m.drop(his + 1)
			mine = his
			if his == o.n {
				cards += int64(2*his + 1)
				return finished(mover, cards, tricks+1, budget)
			}
			cards += int64(2*his + 2)
			m, o = o, m
			mover = 1 - mover
			his++
		} else {
			o.drop(mine)
			his = mine
			if mine == m.n {
				cards += int64(2 * mine)
				if mine > 0 {
					tricks++
				}
				return finished(1-mover, cards, tricks, budget)
			}
			cards += int64(2*mine + 1)
		}
		// m has played the court card at mine; mine+his cards lie under it.
		n := mine + his
		debt := m.debt(mine)
		pile := mask{1 << n, m.low >> mine & 1 << n, m.high >> mine & 1 << n, n + 1}
		m.drop(mine + 1)

		// o pays m, until somebody has paid off or cannot.
		for {
			run := bits.TrailingZeros64(o.court | 1<<o.n)
			if run >= debt {
				o.drop(debt)
				pile.n += debt
				cards += int64(debt)
				break
			}
			if run == o.n {
				cards += int64(run)
				return finished(mover, cards, tricks+1, budget)
			}
			low, high := o.low>>run&1, o.high>>run&1
			debt = 1 + int(low) + 2*int(high)
			pile.n += run
			pile.court |= 1 << pile.n
			pile.low |= low << pile.n
			pile.high |= high << pile.n
			pile.n++
			cards += int64(run + 1)
			o.drop(run + 1)
			m, o = o, m
			mover = 1 - mover
		}
		m.court |= pile.court << m.n
		m.low |= pile.low << m.n
		m.high |= pile.high << m.n
		m.n += pile.n
		tricks++
		if o.n == 0 {
			return finished(mover, cards, tricks, budget)
		}
	}
}

// position is what may come back at a round start.
type position struct {
	m, o  mask
	mover Player
}

// drop plays the k top cards.
func (m *mask) drop(k int) {
	m.court >>= k
	m.low >>= k
	m.high >>= k
	m.n -= k
}

func finished(winner Player, cards, tricks, budget int64) (Outcome, bool) {
	o := Outcome{Ending: penalty.Finished, Winner: winner, Cards: cards, Tricks: tricks}
	return o, cards <= budget
}
