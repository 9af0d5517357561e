package picture

import (
	"slices"

	"nonna/engine/game"
)

// The bands that are not of one seat: the pile, and the seats that share a band.
const (
	pile = -1
	rest = -2
)

// bands records a replay as the areas of a chart. Each is stored as the line of its top.
type bands struct {
	of    *chartInput
	seats []int // with a band of their own
	order []int // seats, pile and rest from the bottom up
	tops  []*series
	// long reports whether the game is recorded only before and after every take, even
	// if it is drawn play by play. No extreme is lost: in between, hands only shrink and
	// the pile only grows.
	long bool
	pile int // the number of cards in the pile before a move
}

// longGame is the most plays of a game whose every play is recorded.
const longGame = 50 * maxBuckets

// newBands returns empty bands, where some seats have bands of their own.
func newBands(s *chartInput, seats []int) *bands {
	b := &bands{of: s, seats: slices.Clone(seats), long: s.drawn() > longGame}
	b.order = b.stack()
	for range b.order {
		b.tops = append(b.tops, newSeries(s.axis()))
	}
	return b
}

// stack returns the order of bands from the bottom up. Players are read from the top down,
// like a list, above the pile. It is between two who face each other.
func (b *bands) stack() []int {
	var order []int
	if b.of.every {
		order = append(order, pile)
	}
	if b.of.facing() {
		return append(append([]int{1}, order...), 0)
	}
	if len(b.seats) < len(b.of.hands) {
		order = append(order, rest)
	}
	for _, seat := range slices.Backward(b.seats) {
		order = append(order, seat)
	}
	return order
}

// add records a step.
func (b *bands) add(s game.Step) {
	lying := len(s.Table.Pile())
	switch {
	case s.Move == game.Dealt:
		b.record(s, 0)
	case s.Move == game.Took:
		if b.of.every && b.long {
			b.record(s, b.pile-lying)
		}
		b.record(s, 0)
	case b.of.every && !b.long:
		b.record(s, 0)
	}
	b.pile = lying
}

// record adds the table to all bands, as it was before a number of cards were taken from the pile.
func (b *bands) record(s game.Step, taken int) {
	held := func(seat int) int {
		n := len(s.Table.Hand(seat))
		if seat == s.Seat {
			n -= taken
		}
		return n
	}
	lying := len(s.Table.Pile()) + taken
	others := b.of.cards - lying
	for _, seat := range b.seats {
		others -= held(seat)
	}
	x, height := b.of.place(s.At), 0
	for i, seat := range b.order {
		switch seat {
		case pile:
			height += lying
		case rest:
			height += others
		default:
			height += held(seat)
		}
		b.tops[i].add(x, height)
	}
}

// extend repeats the last state at the end of the axis.
func (b *bands) extend() {
	for _, top := range b.tops {
		top.add(top.length, top.last)
	}
}

// index returns the index of a player's band, which may be a shared one.
func (b *bands) index(seat int) int {
	if at := slices.Index(b.order, seat); at >= 0 {
		return at
	}
	return slices.Index(b.order, rest)
}
