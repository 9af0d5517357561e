package clock

import (
	"slices"

	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// The shape of the game.
const (
	Piles = 13
	Each  = 4 // the cards in each pile, and the cards of each value
	Cards = Piles * Each
)

// Deal is the 13 piles, top card first, each card a value from 0 to 12.
type Deal [Piles][Each]uint8

// settle plays a deal of the whole deck to its end. A game is won if all cards are turned up. It
// is lost if the bottom cards of some piles lead to each other in a ring, since none of them can
// then be turned.
func (d Deal) settle() game.Outcome {
	left, turned := full(), 0
	d.replay(func(t turn) {
		turned++
		left[t.Pile] = t.Left
	})
	o := game.Outcome{Ending: game.Won, Left: []int{0}, Length: game.Length{Plays: int64(turned)}, FaceDown: left[:]}
	if turned < Cards {
		o.Ending, o.Left, o.Rings = game.Lost, nil, d.rings()
	}
	return o
}

// full returns the number of cards face down in each pile before the game.
func full() (left [Piles]int) {
	for p := range left {
		left[p] = Each
	}
	return left
}

// turn is one card turned up.
type turn struct {
	// N counts the cards turned, this one included.
	N int
	// Pile is where it is turned; Card is its value, the pile it goes to.
	Pile, Card int
	// Left is the number of cards that stay face down in Pile.
	Left int
}

// replay turns the cards of a deal of the whole deck, and calls see for each.
func (d Deal) replay(see func(turn)) {
	left := full()
	for n, pile := 1, 0; left[pile] > 0; n++ {
		card := int(d[pile][Each-left[pile]])
		left[pile]--
		see(turn{n, pile, card, left[pile]})
		pile = card
	}
}

// rings returns the rings that the bottom cards of piles 1 to 12 form, each from its lowest
// pile, sorted by those. It returns nil if every pile leads to pile 0.
func (d Deal) rings() []game.Ring {
	var rings []game.Ring
	var seen [Piles]int // the walk that reached the pile, from 1
	seen[0] = Piles + 1 // pile 0 ends every walk
	for start := 1; start < Piles; start++ {
		pile := start
		for seen[pile] == 0 {
			seen[pile] = start
			pile = int(d[pile][Each-1])
		}
		if seen[pile] == start {
			rings = append(rings, d.ring(pile))
		}
	}
	slices.SortFunc(rings, func(a, b game.Ring) int { return a[0] - b[0] })
	return rings
}

// ring returns the ring that a pile is in, from its lowest pile.
func (d Deal) ring(start int) game.Ring {
	ring := game.Ring{start}
	for p := int(d[start][Each-1]); p != start; p = int(d[p][Each-1]) {
		ring = append(ring, p)
	}
	low := slices.Index(ring, slices.Min(ring))
	return append(ring[low:], ring[:low]...)
}

// Random shuffles the deck and deals it pile by pile.
func Random(src *shuffle.Source) Deal {
	cards := make([]uint8, Cards)
	for i := range cards {
		cards[i] = uint8(i / Each)
	}
	shuffle.Cards(src, cards)
	var d Deal
	for i, v := range cards {
		d[i/Each][i%Each] = v
	}
	return d
}
