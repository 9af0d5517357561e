package hunt

import (
	"errors"
	"fmt"

	"nonna/engine/card"
	"nonna/engine/lanes"
)

// Deck is the number of cards of each debt, 0 for number cards. Both hands get as many.
type Deck [card.MaxDebt + 1]int

// String returns the deck as "36+4+4+4+4", number cards first.
func (d Deck) String() string {
	return fmt.Sprintf("%d+%d+%d+%d+%d", d[0], d[1], d[2], d[3], d[4])
}

func (d Deck) cards() int { return d[0] + d.courts() }

func (d Deck) courts() int { return d[1] + d[2] + d[3] + d[4] }

// Check returns an error if the deck has no two equal hands, or more cards than package
// lanes plays.
func (d Deck) Check() error {
	for _, n := range d {
		if n < 0 || n > lanes.MaxCards {
			return fmt.Errorf("%v has %d cards of a kind; %d can be hunted at most", d, n, lanes.MaxCards-1)
		}
	}
	switch n := d.cards(); {
	case d.courts() > lanes.MaxCourts:
		return fmt.Errorf("%v has %d court cards; at most %d can be hunted", d, d.courts(), lanes.MaxCourts)
	case n > lanes.MaxCards:
		return fmt.Errorf("%v has %d cards; at most %d can be hunted", d, n, lanes.MaxCards-1)
	case n == 0:
		return errors.New("a deck without cards cannot be dealt")
	case n%2 == 1:
		return fmt.Errorf("%v has %d cards, which cannot be dealt as two equal hands: add or remove one", d, n)
	}
	return nil
}

// tails returns the debts less one of the bottom court cards that the hands of core
// positions may have: such a card and its payment fit into each hand, and one more card is
// free at least.
func (d Deck) tails() (list [][2]int) {
	hand := d.cards() / 2
	for a := range card.MaxDebt {
		for b := range card.MaxDebt {
			left := d
			left[a+1]--
			left[b+1]--
			left[0] -= a + 1 + b + 1
			fits := hand >= a+2 && hand >= b+2 && left.cards() > 0
			if fits && left[0] >= 0 && left[a+1] >= 0 && left[b+1] >= 0 {
				list = append(list, [2]int{a, b})
			}
		}
	}
	return list
}
