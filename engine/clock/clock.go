// Package clock settles Clock patience.
//
// # Goals
//
// Whether a deal is won, after how many cards, and if it is lost, why: the ring
// of bottom cards that keeps its piles shut. The answer is found twice, by
// playing and by the theorem, and a test holds both equal.
//
// # Rules
//
// 13 piles of 4, numbered 0 to 12, top card first; each value 0 to 12 four
// times. From pile 0: turn up the top face-down card of the current pile, put
// it face up under the pile of its value, which becomes current. When the
// current pile has no face-down card the game is over, and that is always at
// pile 0. It is won when all 52 are face up. A random deal is won with a chance
// of exactly 1 in 13.
//
// # Non-goals
//
// Reading what people type (package deal) and drawing the clock face.
package clock

import (
	"fmt"
	"slices"

	"nonna/engine/shuffle"
)

// The shape of the game.
const (
	Piles = 13
	Each  = 4 // cards a pile, and cards of each value
	Cards = Piles * Each
)

// Chance is how many deals there are to one that is won.
const Chance = 13

// Deal is the 13 piles, top card first, each card a value from 0 to 12.
type Deal [Piles][Each]uint8

// Check says what keeps a deal from being one of the whole deck: a value past
// 12, or one that is not there four times.
func (d Deal) Check() error {
	var count [Piles]int
	for p, pile := range d {
		for _, v := range pile {
			if v >= Piles {
				return fmt.Errorf("clock: pile %d has a card of value %d, want 0 to %d", p, v, Piles-1)
			}
			count[v]++
		}
	}
	for v, n := range count {
		if n != Each {
			return fmt.Errorf("clock: the value %d is there %d times, want %d", v, n, Each)
		}
	}
	return nil
}

// Outcome is how a game ends.
type Outcome struct {
	// Won tells whether all cards were turned up.
	Won bool
	// Turned is how many were: the position of the fourth 0 among the cards as
	// they are turned. A lost game turns at most 51.
	Turned int
	// Left is how many cards of each pile stay face down.
	Left [Piles]int
	// Rings are the rings of piles that block a lost game, each beginning with
	// its lowest pile: the bottom card of each pile of a ring sends to the next,
	// and the last one's back to the first, so that none of them can be the
	// last card of its pile to be turned. Nil when won.
	Rings [][]int
}

// FaceDown is how many cards stay face down in all.
func (o Outcome) FaceDown() int { return Cards - o.Turned }

// Settle plays a deal to its end. The error says that the deal is none of the
// whole deck.
func Settle(d Deal) (Outcome, error) {
	if err := d.Check(); err != nil {
		return Outcome{}, err
	}
	o := Outcome{Left: full()}
	Replay(d, func(t Turn) {
		o.Turned++
		o.Left[t.Pile] = t.Left
	})
	o.Won = o.Turned == Cards
	if !o.Won {
		o.Rings = d.Rings()
	}
	return o, nil
}

// Turn is one card turned up.
type Turn struct {
	// N counts the cards turned, this one included.
	N int
	// Pile is where it lay; Card is its value, the pile it goes to.
	Pile, Card int
	// Left is how many cards stay face down in the pile it lay in.
	Left int
}

// Replay turns the cards of a deal of the whole deck, and calls see for each.
func Replay(d Deal, see func(Turn)) {
	left := full()
	for n, pile := 1, 0; left[pile] > 0; n++ {
		card := int(d[pile][Each-left[pile]])
		left[pile]--
		see(Turn{n, pile, card, left[pile]})
		pile = card
	}
}

// WonByTheorem tells whether a deal of the whole deck is won, without playing
// it: exactly if the bottom cards of piles 1 to 12 lead every one of them to
// pile 0, that is, form a tree (Knuth, The Art of Computer Programming, volume
// 1, section 2.3.4.2).
func (d Deal) WonByTheorem() bool { return len(d.Rings()) == 0 }

// Rings returns the rings that the bottom cards of piles 1 to 12 form, each
// beginning with its lowest pile, in the order of those; none if every pile
// leads to pile 0.
func (d Deal) Rings() [][]int {
	var rings [][]int
	var seen [Piles]int // the walk that came by, from 1
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
	slices.SortFunc(rings, func(a, b []int) int { return a[0] - b[0] })
	return rings
}

// ring follows the bottom cards around from a pile of a ring, and turns the
// ring so that it begins with its lowest pile.
func (d Deal) ring(start int) []int {
	ring := []int{start}
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
