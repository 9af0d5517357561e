package penalty

import (
	"maps"
	"math/bits"
	"slices"
	"sync"

	"nonna/engine/card"
	"nonna/engine/lanes"
	"nonna/engine/shuffle"
)

// dealer deals a full deck at random. The places of its court cards and their order are
// independent choices. Places lie in four quarters, debts (less one) in two halves.
type dealer struct{ places, debts *orders }

// dealers returns the dealer of each deck.
//
//nolint:gochecknoglobals // made once in a process, and never changed
var dealers = [...]func() *dealer{
	card.French: sync.OnceValue(func() *dealer {
		return &dealer{newOrders(4, 13, 1, 36, 16), newOrders(2, 8, 2, 4, 4, 4, 4)}
	}),
	card.Italian: sync.OnceValue(func() *dealer {
		return &dealer{newOrders(4, 10, 1, 28, 12), newOrders(2, 6, 2, 4, 4, 4)}
	}),
}

// deal deals two equal hands.
func (d *dealer) deal(src *shuffle.Source, to *lanes.Position) {
	half, marks := 2*d.places.bits&63, 2*d.debts.bits&63
	courts, debts := d.places.draw(src), d.debts.draw(src)
	first := courts & (1<<half - 1)
	mark := 2 * bits.OnesCount64(first) & 63
	to[0] = lanes.Hand{Courts: first | 1<<half, Debts: debts&(1<<mark-1) | 1<<mark}
	to[1] = lanes.Hand{Courts: courts>>half | 1<<half, Debts: (debts | 1<<marks) >> mark}
}

// orders are all orders of some letters, cut into parts of equal length. One is drawn in two
// steps: how the letters are split among the parts, by Walker's method of aliases, and then a
// word with those letters for each part.
type orders struct {
	parts, bits int      // bits of a part
	words       []uint16 // those with the same letters side by side
	splits      []split
	columns     []column // a power of two
	among       int      // its exponent
	all         uint64   // number of orders
}

// split is the words that each part may be.
type split struct {
	parts  [4]run
	orders uint64
}

// run is some words side by side.
type run struct{ first, words uint32 }

// column is two splits. Numbers below share stand for the second split, others, below that of
// orders, for the first.
type column struct {
	share  uint64
	splits [2]uint16
}

// draw returns a random order, each equally likely. Its first part is lowest.
func (o *orders) draw(src *shuffle.Source) (order uint64) {
	n := src.Below(o.all << (o.among & 63))
	c := &o.columns[n&(1<<(o.among&63)-1)]
	_, second := bits.Sub64(n>>(o.among&63), c.share, 0) // a processor cannot predict a branch
	s := &o.splits[c.splits[second&1]]
	for {
		// A random word times the orders of the split, factor by factor: each carry is the
		// number of a word. It is drawn again as in [shuffle.Source.Below].
		rest := src.Uint64()
		order = 0
		for i := range o.parts {
			p := s.parts[i&3]
			n, rest = bits.Mul64(rest, uint64(p.words))
			order |= uint64(o.words[uint64(p.first)+n]) << (i * o.bits & 63)
		}
		if rest >= s.orders || rest >= -s.orders%s.orders {
			return order
		}
	}
}

// newOrders returns the orders of letters of some bits each, of every letter as many as counts
// says, in parts of a length.
func newOrders(parts, length, width int, counts ...uint64) *orders {
	o := &orders{parts: parts, bits: length * width}
	const field = 8 // bits for the number of a letter
	byLetters := map[uint64][]uint16{}
	for word := range uint64(1) << o.bits {
		var letters uint64
		for at := 0; at < o.bits; at += width {
			letters += 1 << (word >> at & (1<<width - 1) * field)
		}
		byLetters[letters] = append(byLetters[letters], uint16(word))
	}
	var all uint64
	for letter, n := range counts {
		all += n << (letter * field)
	}
	letters, runs, choices := slices.Sorted(maps.Keys(byLetters)), []run(nil), 1
	for _, l := range letters {
		runs = append(runs, run{uint32(len(o.words)), uint32(len(byLetters[l]))})
		o.words = append(o.words, byLetters[l]...)
	}
	for range parts {
		choices *= len(runs)
	}
	for choice := range choices {
		s, left := split{orders: 1}, all
		for i := range parts {
			s.parts[i] = runs[choice%len(runs)]
			s.orders *= uint64(s.parts[i].words)
			left -= letters[choice%len(runs)]
			choice /= len(runs)
		}
		if left == 0 {
			o.splits = append(o.splits, s)
			o.all += s.orders
		}
	}
	o.share()
	return o
}

// share gives each column as many numbers as there are orders, and each split as many of them
// as it has orders, times the columns: a column of a split with fewer is filled up from one
// with more.
func (o *orders) share() {
	o.among = bits.Len(uint(len(o.splits) - 1))
	o.columns = make([]column, 1<<o.among)
	var few, many []int
	sort := func(i int) {
		if o.columns[i].share < o.all {
			few = append(few, i)
		} else {
			many = append(many, i)
		}
	}
	for i := range o.columns {
		o.columns[i].splits[1] = uint16(i)
		if i < len(o.splits) {
			o.columns[i].share = o.splits[i].orders << o.among
		}
		sort(i)
	}
	for len(few) > 0 {
		to, from := few[len(few)-1], many[len(many)-1]
		few, many = few[:len(few)-1], many[:len(many)-1]
		o.columns[to].splits[0] = uint16(from)
		o.columns[from].share -= o.all - o.columns[to].share
		sort(from)
	}
}
