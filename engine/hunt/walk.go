package hunt

import (
	"math/bits"
	"math/rand/v2"

	"nonna/engine/lanes"
)

// walk is a random walk over core positions of equal hands whose bottom court cards stay
// the same. A step turns all other cards by one, over both hands, and exchanges two of them,
// and two court cards: the next game has little to do with the one before, and no position
// is made in vain.
type walk struct {
	src   *rand.PCG
	hand  int    // the cards of each hand
	tails [2]int // the debts less one of the bottom court cards
	free  [2]int // the cards of each hand above them
	// courts are the places of the court cards among the free ones of both hands, and
	// debts their debts less one, two bits each, the first lowest.
	courts, debts uint64
	n             int
}

// newWalk begins a walk.
func newWalk(d Deck, src *rand.PCG) walk {
	w := walk{src: src, hand: d.cards() / 2}
	all := d.tails()
	w.tails = all[w.below(len(all))]
	for i, debt := range w.tails {
		w.free[i] = w.hand - 2 - debt
		d[debt+1]--
	}
	for debt, count := range d[1:] {
		for range count {
			w.debts |= uint64(debt) << (2 * w.n)
			w.n++
		}
	}
	w.courts = 1<<w.n - 1
	for i := w.free[0] + w.free[1] - 1; i > 0; i-- {
		w.courts = swapped(w.courts, i, w.below(i+1), 1)
	}
	for i := w.n - 1; i > 0; i-- {
		w.debts = swapped(w.debts, 2*i, 2*w.below(i+1), 3)
	}
	return w
}

// below returns a number from 0 to n-1. All are equally likely but for less than n in 2⁶⁴.
func (w *walk) below(n int) int {
	high, _ := bits.Mul64(w.src.Uint64(), uint64(n))
	return int(high)
}

// swapped returns a word with the bits at two places exchanged: as many as the mask has.
func swapped(word uint64, i, j int, mask uint64) uint64 {
	x := (word>>(i&63) ^ word>>(j&63)) & mask
	return word ^ x<<(i&63) ^ x<<(j&63)
}

// step goes on to the next position.
func (w *walk) step() {
	free := uint64(w.free[0] + w.free[1])
	w.courts = w.courts>>1 | w.courts&1<<((free-1)&63)
	r := w.src.Uint64()
	pick := func(n uint64) int {
		i := r & 0xffff * n >> 16
		r >>= 16
		return int(i)
	}
	w.courts = swapped(w.courts, pick(free), pick(free), 1)
	w.debts = swapped(w.debts, 2*pick(uint64(w.n)), 2*pick(uint64(w.n)), 3)
}

// fill walks on, and puts each position into to.
func (w *walk) fill(to []lanes.Position) {
	for i := range to {
		w.step()
		to[i] = w.position()
	}
}

// position returns where the walk is.
func (w *walk) position() lanes.Position {
	above := w.courts & (1<<(w.free[0]&63) - 1)
	courts := bits.OnesCount64(above)
	return lanes.Position{
		w.withTail(0, above, w.debts&(1<<(2*courts&63)-1), courts),
		w.withTail(1, w.courts>>(w.free[0]&63), w.debts>>(2*courts&63), w.n-courts),
	}
}

// withTail returns a hand that begins with the free cards.
func (w *walk) withTail(hand int, courts, debts uint64, n int) lanes.Hand {
	return lanes.Hand{
		Courts: courts | 1<<(w.free[hand]&63) | 1<<(w.hand&63),
		Debts:  debts | uint64(w.tails[hand]|1<<2)<<(2*n&63),
	}
}
