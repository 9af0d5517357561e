package camicia

import (
	"fmt"
	"strings"

	"nonna/engine/card"
	"nonna/engine/shuffle"
)

// counts returns how many cards there are by debt.
func (d Deal) counts() left {
	var l left
	for _, h := range d.Hands {
		for _, c := range h {
			l[d.Deck.Debt(c.Rank)]++
		}
	}
	return l
}

// IsFull tells whether the deal is of its whole deck in equal hands, as it is
// played: four of each court card and the right number of number cards.
func (d Deal) IsFull() bool {
	want := fullDeck()
	if d.Deck == card.Italian {
		want = left{28, fullCourts, fullCourts, fullCourts, 0}
	}
	return len(d.Hands[A]) == len(d.Hands[B]) && d.counts() == want
}

// Division names the deals that compete with this one: "52" and "40" for the
// full decks, else how many of each card and in what hands, such as
// "8+2J+2Q 6:6" or "28+4J+4Q+4K 20:20". Italian courts are named by their debts
// as J, Q and K: such decks are played alike.
func (d Deal) Division() string {
	if d.IsFull() {
		if d.Deck == card.Italian {
			return "40"
		}
		return "52"
	}
	l := d.counts()
	parts := []string{fmt.Sprint(l[0])}
	for debt := 1; debt <= card.MaxDebt; debt++ {
		if l[debt] > 0 {
			parts = append(parts, fmt.Sprintf("%d%s", l[debt], card.French.Court(debt)))
		}
	}
	return fmt.Sprintf("%s %d:%d", strings.Join(parts, "+"), len(d.Hands[A]), len(d.Hands[B]))
}

// Random shuffles a full deck and deals it one card at a time, A first.
func Random(src *shuffle.Source, deck card.Deck) Deal {
	cards := deck.Full()
	shuffle.Cards(src, cards)
	d := Deal{Deck: deck}
	for i, c := range cards {
		d.Hands[i%2] = append(d.Hands[i%2], c)
	}
	return d
}

// RandomPacked deals a full deck at random as it is played, without suits and
// number ranks. Every arrangement is equally likely: the court cards, debt by
// debt, take places drawn uniformly from those still free. It is for dealing by
// the million; its deals are not those of [Random] for the same seed.
func RandomPacked(src *shuffle.Source, deck card.Deck) Packed {
	n, courts := fullCards, card.MaxDebt
	if deck == card.Italian {
		n, courts = 40, 3
	}
	var all mask
	var word uint64
	for debt := 1; debt <= courts; debt++ {
		for placed := 0; placed < fullCourts; {
			// Ten draws of six bits from each random word; a draw past the deck
			// or on a taken place is drawn again, which keeps the rest uniform.
			if word <= 1 {
				word = src.Uint64()>>4 | 1<<60 // the top bit marks the end
			}
			place := uint(word & 63)
			word >>= 6
			bit := uint64(1) << place
			if int(place) >= n || all.court&bit != 0 {
				continue
			}
			all.court |= bit
			all.low |= bit * uint64((debt-1)&1)
			all.high |= bit * uint64((debt-1)>>1)
			placed++
		}
	}
	half := n / 2
	low := mask{all.court, all.low, all.high, half}
	low.keep(half)
	all.n = n
	all.drop(half)
	return Packed{hands: [2]mask{low, all}, deck: deck}
}

// keep throws away all but the k top cards.
func (m *mask) keep(k int) {
	bits := uint64(1)<<k - 1
	m.court &= bits
	m.low &= bits
	m.high &= bits
}
