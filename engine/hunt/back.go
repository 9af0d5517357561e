package hunt

import (
	"math/bits"

	"nonna/engine/lanes"
)

// undone is the last trick before a position, of which some cards have been taken back: all
// from a court card to the end of the trick. They lie at the bottom of the leader's hand,
// who won them.
type undone struct {
	// won is the winner's hand after the trick. The cards from place at on have been taken
	// back, and courts is the number of court cards before that.
	won    lanes.Hand
	cards  int
	at     int
	courts int
	// own are the winner's cards among those taken back, other is the loser's whole hand.
	own, other lanes.Hand
	// byLoser reports whether the loser played the court card at place at.
	byLoser bool
	// gap is the number of number cards between this court card and the one before it, or
	// the top of the hand if there is none. Debt is that of the court card before it, or,
	// if there is none, that of the last one, at which the winner's hand then ends.
	gap, debt, last int
}

// undo takes back the last court card played before p and its payment. It reports false if
// no trick ends in p.
func undo(p lanes.Position) (undone, bool) {
	won := p[0]
	cards := won.Size()
	places := won.Courts ^ 1<<(cards&63)
	if places == 0 {
		return undone{}, false
	}
	at := bits.Len64(places) - 1
	courts := bits.Len64(won.Debts)/2 - 1
	last := won.Debts >> (2 * courts & 63) & 3
	debt := int(last) + 1
	if cards-1-at != debt {
		return undone{}, false
	}
	u := undone{
		won: won, cards: cards, at: at, courts: courts,
		own: lanes.Hand{Courts: 0b11, Debts: 1<<2 | last}, other: lanes.Hand{Courts: p[1].Courts << (debt & 63), Debts: p[1].Debts},
		last: debt,
	}
	u.look()
	return u, true
}

// look finds the gap before the court card at place at.
func (u *undone) look() {
	places := u.won.Courts & (1<<(u.at&63) - 1)
	u.gap = u.at - bits.Len64(places)
	u.debt = u.last
	if u.courts > 0 {
		u.debt = int(u.won.Debts>>(2*(u.courts-1)&63)&3) + 1
	}
}

// more takes back the cards from the court card before on. It reports false if that card
// cannot be of the same trick: its debt was paid, or there is none.
func (u *undone) more() bool {
	if u.courts == 0 || u.gap >= u.debt {
		return false
	}
	u.courts--
	court := &u.own
	if u.byLoser = !u.byLoser; u.byLoser {
		court = &u.other
		u.own.Courts <<= u.gap & 63
	} else {
		u.other.Courts <<= u.gap & 63
	}
	court.Courts = court.Courts<<1 | 1
	court.Debts = court.Debts<<2 | uint64(u.debt-1)
	u.at -= u.gap + 1
	u.look()
	return true
}

// before returns the position before the trick if it began with so many number cards, at
// most the gap.
func (u *undone) before(numbers int) lanes.Position {
	// They were played in turn, the last by the player who did not play the court card.
	own, other := numbers/2, (numbers+1)/2
	leads := numbers & 1
	if u.byLoser {
		own, other, leads = other, own, 1-leads
	}
	left := u.at - numbers
	mine, his := u.own, u.other
	mine.Courts <<= own & 63
	his.Courts <<= other & 63
	size, mark := mine.Size(), bits.Len64(mine.Debts)-1
	mine.Courts ^= (1 ^ (u.won.Courts&(1<<(left&63)-1) | 1<<(left&63))) << (size & 63)
	mine.Debts ^= (1 ^ (u.won.Debts&(1<<(2*u.courts&63)-1) | 1<<(2*u.courts&63))) << (mark & 63)
	if leads == 1 {
		return lanes.Position{his, mine}
	}
	return lanes.Position{mine, his}
}

// length returns the number of cards of the trick if it began with so many number cards.
func (u *undone) length(numbers int) int { return u.cards - u.at + numbers }

// Back returns the core position from which one trick leads to the core position p, and the
// number of cards of that trick. There is at most one; it reports false if there is none.
func Back(p lanes.Position) (before lanes.Position, cards int, ok bool) {
	u, ok := undo(p)
	for ; ok; ok = u.more() {
		if numbers := u.gap - u.debt; numbers >= 0 {
			return u.before(numbers), u.length(numbers), true
		}
	}
	return before, 0, false
}

// Before yields every position from which one trick leads to p, with the number of cards of
// that trick, shortest first.
func Before(p lanes.Position, yield func(before lanes.Position, cards int) bool) {
	u, ok := undo(p)
	for ; ok; ok = u.more() {
		for numbers := range u.gap + 1 {
			if !yield(u.before(numbers), u.length(numbers)) {
				return
			}
		}
	}
}
