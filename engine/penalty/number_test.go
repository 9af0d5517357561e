package penalty_test

import (
	"cmp"
	"math/bits"
	"os"
	"strings"
	"testing"

	"nonna/engine/card"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// counted holds the number of orders of cards, by the number of cards of each debt, in 128
// bits. It is found by addition alone: of the orders that begin with each of the cards.
type counted [37 * 5 * 5 * 5 * 5][2]uint64

// strides are the distances between counts that differ by a card of a debt.
func strides() [5]int { return [5]int{625, 125, 25, 5, 1} }

func count() *counted {
	c := new(counted)
	c[0][1] = 1
	for i := 1; i < len(c); i++ {
		for _, stride := range strides() {
			if i/stride%5 > 0 || stride == 625 && i >= stride {
				c[i] = add(c[i], c[i-stride])
			}
		}
	}
	return c
}

func add(a, b [2]uint64) [2]uint64 {
	lo, carry := bits.Add64(a[1], b[1], 0)
	return [2]uint64{a[0] + b[0] + carry, lo}
}

// number returns the number of full deals before one.
func (c *counted) number(d penalty.Deal) [2]uint64 {
	var n [2]uint64
	stride := strides()
	rest, at := [5]int{36, 4, 4, 4, 4}, len(c)-1
	for _, h := range d.Hands {
		for _, one := range h {
			debt := d.Deck.Debt(one.Rank)
			for smaller := card.MaxDebt; smaller > debt; smaller-- {
				if rest[smaller] > 0 {
					n = add(n, c[at-stride[smaller]])
				}
			}
			rest[debt]--
			at -= stride[debt]
		}
	}
	return n
}

// decimal writes 128 bits by dividing by 10.
func decimal(n [2]uint64) string {
	var digits [40]byte
	at := len(digits)
	for at == len(digits) || n != [2]uint64{} {
		at--
		hi, rest := n[0]/10, n[0]%10
		lo, digit := bits.Div64(rest, n[1], 10)
		n, digits[at] = [2]uint64{hi, lo}, '0'+byte(digit)
	}
	return string(digits[at:])
}

// The number of a deal is the number of deals before it, counted symbol by symbol, and is
// read as the deal.
func TestNumbersAreRanks(t *testing.T) {
	t.Parallel()
	deals := 50_000
	switch {
	case testing.Short():
		deals = 2_000
	case os.Getenv("NONNA_LONG") != "":
		deals = 1_000_000
	}
	c := count()
	src, numbering := shuffle.New(7), penalty.NewNumbering()
	for range deals {
		p := penalty.RandomPacked(src, card.French)
		n, ok := numbering.Number(p)
		if want := decimal(c.number(p.Deal())); !ok || n.String() != want {
			t.Fatalf("%s has the number %s, want %s", p.Deal().Key(), n, want)
		}
		if back, ok := penalty.DealOfNumber(n.String()); !ok || back.Key() != p.Deal().Key() {
			t.Fatalf("#%s is %s, want %s", n, back.Key(), p.Deal().Key())
		}
	}
}

func FuzzNumbersReadBack(f *testing.F) {
	for _, seed := range []string{"0", "9999999999999999999", "18446744073709551615", "18446744073709551616", "447247122283566119055", "653534134886878244999", "653534134886878245000", "x"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, digits string) {
		d, ok := penalty.DealOfNumber(digits)
		if !ok {
			t.Skip("no number")
		}
		if back, ok := d.Number(); !ok || back.String() != cmp.Or(strings.TrimLeft(digits, "0"), "0") {
			t.Fatalf("#%s is %s, which has the number %s", digits, d.Key(), back)
		}
	})
}

// Only the whole French deck in halves has a number.
func TestDealsWithoutNumber(t *testing.T) {
	t.Parallel()
	src := shuffle.New(1)
	if n, ok := penalty.RandomPacked(src, card.Italian).Deal().Number(); ok {
		t.Errorf("a deal of the Italian deck has the number %s", n)
	}
	d := penalty.RandomPacked(src, card.French).Deal()
	uneven := penalty.Deal{Hands: [][]card.Card{append(d.Hands[0][:26:26], d.Hands[1][0]), d.Hands[1][1:]}}
	other := penalty.RandomPacked(src, card.French).Deal()
	other.Hands[0] = []card.Card{}
	for range 26 {
		other.Hands[0] = append(other.Hands[0], card.Card{Rank: card.Jack})
	}
	for _, d := range []penalty.Deal{uneven, other, {}} {
		if n, ok := d.Number(); ok {
			t.Errorf("%s has the number %s", d.Key(), n)
		}
	}
}
