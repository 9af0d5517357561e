package picture

import (
	"slices"

	"nonna/engine/game"
)

// layout records what a [game.Table] does not have: who played the cards of the pile, and
// where the cards of the hands lie.
type layout struct {
	owners []int      // of the pile's cards
	slots  [][]uint16 // the hands when the pile was taken last: a card played leaves a gap
	held   []int      // the number of cards of each hand
	before []int      // held before the last move
	pile   int        // the number of cards in the pile before the last move
}

// newLayout returns the state before the deal.
func newLayout() *layout { return &layout{} }

// update follows a step.
func (l *layout) update(s game.Step) {
	n := s.Table.Players()
	if s.Move == game.Dealt {
		*l = layout{slots: make([][]uint16, n), held: make([]int, n), before: make([]int, n)}
	}
	l.pile = len(l.owners)
	switch {
	case s.Move == game.Took:
		l.owners = l.owners[:0]
	case s.Move == game.Played && len(s.Table.Pile()) == len(l.owners): // the bottom card was played again
		l.owners = append(l.owners[1:], s.Seat)
	case s.Move == game.Played:
		l.owners = append(l.owners, s.Seat)
	}
	for seat := range n {
		hand := s.Table.Hand(seat)
		l.before[seat], l.held[seat] = l.held[seat], len(hand)
		if s.Move == game.Dealt || s.Move == game.Took {
			l.slots[seat] = append(l.slots[seat][:0], hand...)
		}
	}
}

// clone returns a copy that does not change.
func (l *layout) clone() *layout {
	c := *l
	c.owners, c.slots = slices.Clone(l.owners), slices.Clone(l.slots)
	for seat := range c.slots {
		c.slots[seat] = slices.Clone(c.slots[seat])
	}
	c.held, c.before = slices.Clone(l.held), slices.Clone(l.before)
	return &c
}
