package deal

import (
	"fmt"
	"strings"

	"nonna/engine/card"
)

// Remarks says what is odd about hands that have as many cards as a full deck
// without being one: "52 cards, but 5 kings". The game is settled all the same;
// it only is not ranked among full decks when a court card is too many or too
// few. Nil when there is nothing to say.
func Remarks(hands [][]card.Card, deck card.Deck) []string {
	var all []card.Card
	for _, h := range hands {
		all = append(all, h...)
	}
	full := deck.Full()
	if len(all) != len(full) {
		return nil
	}
	var odd []string
	count := map[card.Rank]int{}
	for _, c := range all {
		count[c.Rank]++
	}
	for r := card.One; r <= card.Ace; r++ {
		court := deck.Debt(r) > 0
		if n := count[r]; n > 4 || court && n < 4 {
			odd = append(odd, rankCount(r, n))
		}
	}
	if double := firstDouble(all); double != "" && len(odd) == 0 {
		odd = append(odd, double+" twice")
	}
	if len(odd) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("%d cards, but %s", len(all), strings.Join(odd, ", "))}
}

// rankCount is a number of cards of a rank in words.
func rankCount(r card.Rank, n int) string {
	name := map[card.Rank]string{card.Jack: "jack", card.Queen: "queen", card.King: "king", card.Ace: "ace"}[r]
	switch {
	case name == "":
		return fmt.Sprintf("%d of rank %s", n, r)
	case n == 0:
		return fmt.Sprintf("no %ss", name)
	}
	return counted(n, name)
}

// firstDouble is the first card with a suit that is there twice, "" for none.
func firstDouble(cards []card.Card) string {
	seen := map[card.Card]bool{}
	for _, c := range cards {
		if c.Suit != card.NoSuit && seen[c] {
			return c.String()
		}
		seen[c] = true
	}
	return ""
}
