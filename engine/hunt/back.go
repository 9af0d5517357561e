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
	mine = over(mine, top(u.won, left, 2*u.courts))
	if leads == 1 {
		return lanes.Position{his, mine}
	}
	return lanes.Position{mine, his}
}

// length returns the number of cards of the trick if it began with so many number cards.
func (u *undone) length(numbers int) int { return u.cards - u.at + numbers }

// Back returns the core position from which one trick leads to the core position p, and the
// number of cards of that trick. There is at most one; it reports false if there is none.
//
// It is one of those that [Before] yields. All is in local variables: hunts go back as often
// as they play.
func Back(p lanes.Position) (before lanes.Position, cards int, ok bool) {
	won := p[0]
	size := won.Size()
	courts := won.Courts ^ 1<<(size&63) // the winner's court cards that are not taken back
	if courts == 0 {
		return before, 0, false
	}
	at := bits.Len64(courts) - 1 // of the court card to take back, and
	place := bits.Len64(won.Debts) - 3
	value := won.Debts >> (place & 63) & 3
	last := int(value) + 1
	if size-1-at != last {
		return before, 0, false
	}
	// What the player of that court card and the other one have taken back, and the cards
	// that the loser has not played.
	player, other := lanes.Empty(), p[1]
	other.Courts <<= last & 63
	for byLoser := false; ; byLoser = !byLoser {
		player.Courts = player.Courts<<1 | 1
		player.Debts = player.Debts<<2 | value
		courts ^= 1 << (at & 63)
		below := place
		earlier := bits.Len64(courts) - 1
		gap, debt := at-1-earlier, last
		if courts != 0 {
			place -= 2
			value = won.Debts >> (place & 63) & 3
			debt = int(value) + 1
		}
		if numbers := gap - debt; numbers >= 0 { // the trick began after that debt
			left := at - numbers
			player.Courts <<= numbers / 2 & 63
			other.Courts <<= (numbers + 1) / 2 & 63
			rest := top(won, left, below)
			if byLoser {
				other = over(other, rest)
			} else {
				player = over(player, rest)
			}
			if numbers&1 == 1 {
				player, other = other, player
			}
			return lanes.Position{player, other}, size - left, true
		}
		if courts == 0 {
			return before, 0, false
		}
		player.Courts <<= gap & 63
		player, other, at = other, player, earlier
	}
}

// top returns the top cards of a hand: the number of cards, and of the bits of their debts.
func top(h lanes.Hand, cards, debts int) lanes.Hand {
	end, mark := uint64(1)<<(cards&63), uint64(1)<<(debts&63)
	return lanes.Hand{Courts: h.Courts&(end-1) | end, Debts: h.Debts&(mark-1) | mark}
}

// over returns a hand on top of another.
func over(h, below lanes.Hand) lanes.Hand {
	end, mark := h.Size(), bits.Len64(h.Debts)-1
	return lanes.Hand{Courts: h.Courts ^ (1^below.Courts)<<(end&63), Debts: h.Debts ^ (1^below.Debts)<<(mark&63)}
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
