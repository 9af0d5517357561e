package penalty

import (
	"math/big"
	"testing"

	"nonna/engine/card"
	"nonna/engine/shuffle"
)

// tables are the orders that decks are dealt by, and two small ones, with the counts of their
// letters, each of so many bits.
func tables() map[*orders]letters {
	french, italian := dealers[card.French](), dealers[card.Italian]()
	return map[*orders]letters{
		french.places:                  {1, [4]int64{36, 16}},
		french.debts:                   {2, [4]int64{4, 4, 4, 4}},
		italian.places:                 {1, [4]int64{28, 12}},
		italian.debts:                  {2, [4]int64{4, 4, 4}},
		newOrders(2, 3, 1, 4, 2):       {1, [4]int64{4, 2}},
		newOrders(3, 2, 2, 1, 1, 2, 2): {2, [4]int64{1, 1, 2, 2}},
	}
}

// letters is how many there are of each letter.
type letters struct {
	width  int
	counts [4]int64
}

// multinomial returns the number of their orders.
func (l letters) multinomial() uint64 {
	all, n := int64(0), big.NewInt(1)
	for _, count := range l.counts {
		all += count
		n.Mul(n, new(big.Int).Binomial(all, count))
	}
	return n.Uint64()
}

// Every split is drawn by as many numbers for each of its orders: those of all columns are
// added up.
func TestSplitsHaveTheirShare(t *testing.T) {
	t.Parallel()
	for o, l := range tables() {
		if want := l.multinomial(); o.all != want {
			t.Errorf("there are %d orders of %v, want %d", o.all, l, want)
		}
		shares := make([]uint64, len(o.columns))
		for i, c := range o.columns {
			if c.share > o.all {
				t.Fatalf("column %d of %v has %d of %d numbers", i, l, c.share, o.all)
			}
			shares[c.splits[0]] += o.all - c.share
			shares[c.splits[1]] += c.share
		}
		for i, share := range shares {
			want := uint64(0)
			if i < len(o.splits) {
				want = o.splits[i].orders << o.among
			}
			if share != want {
				t.Errorf("split %d of %v has %d numbers, want %d", i, l, share, want)
			}
		}
	}
}

// Every order belongs to one split: no word and no split comes twice, each split has the
// letters of the deck, and together they have as many orders as there are.
func TestSplitsHaveAllOrders(t *testing.T) {
	t.Parallel()
	for o, l := range tables() {
		words, splits, all := map[uint16]bool{}, map[[4]run]bool{}, uint64(0)
		for _, w := range o.words {
			words[w] = true
		}
		for _, s := range o.splits {
			splits[s.parts] = true
			product, has := uint64(1), [4]int64{}
			for i, p := range s.parts[:o.parts] {
				run := o.words[p.first:][:p.words]
				for _, w := range run {
					if o.count(l, w) != o.count(l, run[0]) {
						t.Fatalf("part %d of %v: %b and %b have other letters", i, s, w, run[0])
					}
				}
				for letter, n := range o.count(l, run[0]) {
					has[letter] += n
				}
				product *= uint64(p.words)
			}
			if has != l.counts || s.orders != product {
				t.Errorf("%v has the letters %v and %d orders, want %v and %d", s, has, product, l.counts, s.orders)
			}
			all += product
		}
		if len(words) != len(o.words) || len(splits) != len(o.splits) || all != l.multinomial() {
			t.Errorf("%d of %d words of %v, %d of %d splits and %d of %d orders",
				len(words), len(o.words), l, len(splits), len(o.splits), all, l.multinomial())
		}
	}
}

// count counts the letters of a part.
func (o *orders) count(l letters, word uint16) (n [4]int64) {
	for at := 0; at < o.bits; at += l.width {
		n[word>>at&(1<<l.width-1)]++
	}
	return n
}

// All orders of a few letters are drawn, about as often as each other, and no others.
func TestOrdersAreDrawn(t *testing.T) {
	t.Parallel()
	o, src, seen := newOrders(3, 2, 2, 1, 1, 2, 2), shuffle.New(1), map[uint64]int{}
	const each = 2_000
	for range 180 * each {
		seen[o.draw(src)]++
	}
	if len(seen) != 180 {
		t.Errorf("%d orders, want 180", len(seen))
	}
	for order, n := range seen {
		if n < each-250 || n > each+250 { // more than five standard deviations
			t.Errorf("%#b came %d times, want about %d", order, n, each)
		}
	}
}
