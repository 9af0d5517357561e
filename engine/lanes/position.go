package lanes

import (
	"iter"
	"math/bits"
)

// Position is two hands at the start of a trick. The first leads.
type Position [2]Hand

func (p *Position) cards() int { return p[0].Size() + p[1].Size() }

// Hand is the cards of a player. Bit i of Courts is the i-th card from the top, and set for
// a court card; Debts has the debts of the court cards less one, two bits each, the topmost
// lowest. Both end in a mark, a set bit above all others, so that their lengths need no
// counting and a search for the next court card stops at the end of the hand. [Empty] has no
// cards; the zero value is no hand.
type Hand struct{ Courts, Debts uint64 }

// The most cards, and court cards, of a position: one hand may get them all, and each
// word needs a bit for its mark.
const (
	MaxCards  = 63
	MaxCourts = 31
)

// Empty returns a hand without cards.
func Empty() Hand { return Hand{1, 1} }

// Size returns the number of cards.
func (h Hand) Size() int { return bits.Len64(h.Courts) - 1 }

// CourtCards returns the number of court cards.
func (h Hand) CourtCards() int { return bits.Len64(h.Debts) / 2 }

// Push puts a card with a debt, 0 for a number card, under the hand.
func (h *Hand) Push(debt int) {
	end := uint64(1) << h.Size()
	h.Courts += end // moves the mark up and leaves a 0
	if debt > 0 {
		h.Courts |= end
		mark := bits.Len64(h.Debts) - 1
		h.Debts += uint64(debt-1+3) << mark // moves the mark up by two and leaves debt-1
	}
}

// Cards returns the debt of every card, top first, 0 for a number card.
func (h Hand) Cards() iter.Seq[int] {
	return func(yield func(debt int) bool) {
		for courts, debts := h.Courts, h.Debts; courts > 1; courts >>= 1 {
			debt := 0
			if courts&1 == 1 {
				debt = int(debts&3) + 1
				debts >>= 2
			}
			if !yield(debt) {
				return
			}
		}
	}
}
