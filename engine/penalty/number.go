package penalty

import (
	"math/big"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"nonna/engine/card"
	"nonna/engine/lanes"
)

// A full deal is one of the French deck, 26 cards each. With suits and number ranks
// ignored there are 52!/(4!^4 · 36!), more than fit into 64 bits.
const (
	fullCards  = 52
	fullHand   = 26
	fullCourts = 4 // of each rank, in the Italian deck too
	allCourts  = card.MaxDebt * fullCourts

	courtOrders = 63_063_000 // 16!/4!^4
)

// LastNumber is the largest number of a full deal. The first is 0.
const LastNumber = "653534134886878244999"

// Number is the number of a full deal: its rank among all arrangements of 4 A,
// 4 K, 4 Q, 4 J and 36 number cards, read A's hand then B's, in the symbol order
// A < K < Q < J < number. It has 128 bits.
type Number struct{ hi, lo uint64 }

// Append appends the number in decimal.
func (n Number) Append(b []byte) []byte {
	const split = 1e18
	if n.hi == 0 {
		return strconv.AppendUint(b, n.lo, 10)
	}
	high, low := bits.Div64(n.hi, n.lo, split)
	b = strconv.AppendUint(b, high, 10)
	at := len(b)
	return slices.Delete(strconv.AppendUint(b, split+low, 10), at, at+1) // the digit that kept the zeros
}

// String returns the number in decimal.
func (n Number) String() string { return string(n.Append(nil)) }

func (n Number) plus(o Number) Number {
	lo, carry := bits.Add64(n.lo, o.lo, 0)
	return Number{n.hi + o.hi + carry, lo}
}

func (n Number) times(k uint64) Number {
	hi, lo := bits.Mul64(n.lo, k)
	return Number{n.hi*k + hi, lo}
}

// Numbering numbers full deals. The places of the court cards and their order are
// independent choices, so the number of deals that begin alike is a product of both.
type Numbering struct {
	// ways[n][k] is the number of ways to place k court cards among n cards.
	ways [fullCards + 1][allCourts + 1]uint64
}

// NewNumbering returns a numbering, which can be used for any number of deals.
func NewNumbering() *Numbering {
	t := &Numbering{}
	for n := range t.ways {
		t.ways[n][0] = 1
		for k := 1; k <= min(n, allCourts); k++ {
			t.ways[n][k] = t.ways[n-1][k-1] + t.ways[n-1][k]
		}
	}
	return t
}

// leftCourts are the court cards of a full deck that are not taken yet.
type leftCourts struct {
	counts uint64 // by debt, a byte each
	n      int
	orders uint64 // the number of their orders
}

func allLeft() leftCourts { return leftCourts{0x04_04_04_04_00, allCourts, courtOrders} }

// of returns how many have a debt.
func (c *leftCourts) of(debt int) int { return int(c.counts >> (8 * debt & 63) & 0xff) }

// smaller returns how many are a smaller symbol, which is a larger debt.
func (c *leftCourts) smaller(debt int) int {
	return int(c.counts >> (8 * (debt + 1) & 63) * 0x01_01_01_01 >> 24 & 0xff)
}

// beginning returns the number of orders that begin with one of k given cards.
func (c *leftCourts) beginning(k int) uint64 { return c.orders * uint64(k) / uint64(c.n) }

// take takes a card of a debt.
func (c *leftCourts) take(debt int) {
	c.orders = c.beginning(c.of(debt))
	c.counts -= 1 << (8 * debt & 63)
	c.n--
}

// Number returns the number of a full French deal of 26 cards each. It reports
// false for every other deal.
func (d Deal) Number() (Number, bool) {
	p, ok := Pack(d)
	if !ok {
		return Number{}, false
	}
	return NewNumbering().Number(p)
}

// Number is [Deal.Number] for a packed deal.
func (t *Numbering) Number(p Packed) (Number, bool) {
	if p.deck != card.French || !p.IsFull() {
		return Number{}, false
	}
	a, b := p.hands[0], p.hands[1]
	mark := bits.Len64(a.Debts) - 1
	debts := a.Debts - 1<<mark + b.Debts<<mark
	var n Number
	courts, left := allLeft(), fullCards
	for places := a.Courts - 1<<fullHand + b.Courts<<fullHand; courts.n > 0; places &= places - 1 {
		debt := int(debts&3) + 1
		debts >>= 2
		// Deals with a smaller number have a court card in place of this deal's number
		// cards, or a smaller symbol here.
		before := left
		left = fullCards - bits.TrailingZeros64(places)
		n = n.plus(Number{0, t.ways[before][courts.n] - t.ways[left][courts.n]}.times(courts.orders))
		left--
		n = n.plus(Number{0, t.ways[left][courts.n-1]}.times(courts.beginning(courts.smaller(debt))))
		courts.take(debt)
	}
	return n, true
}

// DealOfNumber returns the full French deal of a number in decimal digits, with number cards
// written "-". It reports false if there is no such deal.
func DealOfNumber(digits string) (Deal, bool) {
	n, ok := new(big.Int).SetString(digits, 10)
	last, _ := new(big.Int).SetString(LastNumber, 10)
	if !ok || strings.Trim(digits, "0123456789") != "" || n.Cmp(last) > 0 {
		return Deal{}, false
	}
	t, courts := NewNumbering(), allLeft()
	p := Packed{hands: lanes.Position{lanes.Empty(), lanes.Empty()}}
	for i := range fullCards {
		debt := 0
		if courts.n > 0 {
			debt = courts.next(t.ways[fullCards-1-i][courts.n-1], n)
		}
		p.hands[i/fullHand].Push(debt)
	}
	return p.Deal(), true
}

// next takes the next symbol of the deal with a number among the deals that begin alike,
// where ways is the number of ways to place the court cards after this one. It returns the
// symbol's debt, and makes n the number among the deals that continue with it.
func (c *leftCourts) next(ways uint64, n *big.Int) (debt int) {
	for debt = card.MaxDebt; debt > 0; debt-- {
		block := new(big.Int).SetUint64(c.beginning(c.of(debt)))
		if block.Mul(block, new(big.Int).SetUint64(ways)); n.Cmp(block) < 0 {
			c.take(debt)
			break
		}
		n.Sub(n, block)
	}
	return debt
}
