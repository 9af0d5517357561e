package picture

import (
	"slices"

	"nonna/engine/game"
)

// What a band may hold beside a seat's cards.
const (
	pile = -1
	rest = -2
)

// bands records a replay as the areas of a chart, each by the line of its top.
type bands struct {
	of    *settled
	seats []int // those with a band of their own
	order []int // from the bottom up: seats, pile and rest
	tops  []*series
	// long games that are drawn play by play are seen before and after every take
	// only. In between hands do nothing but shrink and the pile grows, so no
	// extreme is lost.
	long bool
	pile int // how many cards lay there before a move
}

const longGame = 50 * maxBuckets

func newBands(s *settled, seats []int) *bands {
	b := &bands{of: s, seats: slices.Clone(seats), long: s.drawn() > longGame}
	b.order = b.stack()
	for range b.order {
		b.tops = append(b.tops, newSeries(s.axis()))
	}
	return b
}

// stack is the order of bands from the bottom up. Two players who face each other
// have the first at the bottom, with his cards on the left axis; others are read
// from the top down, like a list, on top of the pile.
func (b *bands) stack() []int {
	var order []int
	if b.of.every {
		order = append(order, pile)
	}
	if b.of.facing() {
		return append(append([]int{0}, order...), 1)
	}
	if len(b.seats) < len(b.of.hands) {
		order = append(order, rest)
	}
	for _, seat := range slices.Backward(b.seats) {
		order = append(order, seat)
	}
	return order
}

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

// record adds the table to all bands: as it is, or before so many cards were
// taken from the pile.
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
	x, height := b.of.x(s.At), 0
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

// extend keeps the last state up to the end of the axis.
func (b *bands) extend() {
	for _, top := range b.tops {
		top.add(top.length, top.last)
	}
}

// index is the place of a player's band, or of the one that he shares.
func (b *bands) index(seat int) int {
	if at := slices.Index(b.order, seat); at >= 0 {
		return at
	}
	return slices.Index(b.order, rest)
}
