package hunt

import (
	"math/bits"

	"nonna/engine/lanes"
)

// Back returns the core position from which one trick leads to the core position p, and the
// number of cards of that trick. There is at most one; it reports false without one.
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
	// The cards that the player of that court card and the other one have taken back, and
	// those that the loser has not played.
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
			return begin(player, other, top(won, left, below), numbers, byLoser), size - left, true
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
// that trick, shortest first. As [Back] does, it takes back the last court card and its
// payment, and then one earlier court card after the other; the trick may have begun with any
// of the number cards before each.
func Before(p lanes.Position, yield func(before lanes.Position, cards int) bool) {
	won := p[0]
	size := won.Size()
	courts := won.Courts ^ 1<<(size&63)
	place := bits.Len64(won.Debts) - 3
	last := int(won.Debts>>(place&63)&3) + 1
	if size-bits.Len64(courts) != last {
		return
	}
	player, other := lanes.Empty(), p[1]
	other.Courts <<= last & 63
	for byLoser := false; courts != 0; byLoser = !byLoser {
		at := bits.Len64(courts) - 1
		courts ^= 1 << (at & 63)
		player.Courts = player.Courts<<1 | 1
		player.Debts = player.Debts<<2 | won.Debts>>(place&63)&3
		gap := at - bits.Len64(courts)
		for numbers := range gap + 1 {
			left := at - numbers
			if !yield(begin(player, other, top(won, left, place), numbers, byLoser), size-left) {
				return
			}
		}
		place -= 2
		if debt := int(won.Debts>>(place&63)&3) + 1; gap >= debt { // it was paid
			return
		}
		player.Courts <<= gap & 63
		player, other = other, player
	}
}

// begin returns the position before a trick that began with a number of number cards,
// played in turn, the last by the other than the player of the first court card. The winner
// has the rest of the hand as well.
func begin(player, other, rest lanes.Hand, numbers int, byLoser bool) lanes.Position {
	player.Courts <<= numbers / 2 & 63
	other.Courts <<= (numbers + 1) / 2 & 63
	if byLoser {
		other = over(other, rest)
	} else {
		player = over(player, rest)
	}
	if numbers&1 == 1 {
		player, other = other, player
	}
	return lanes.Position{player, other}
}
