package penalty

import (
	"fmt"
	"slices"
	"strings"

	"nonna/engine/card"
)

// Full decks have names of their own among the divisions.
const (
	// FrenchDivision is the full deck of 52 cards, two hands of 26.
	FrenchDivision = "52"
	// ItalianDivision is the full deck of 40 cards, two hands of 20.
	ItalianDivision = "40"
)

// byDebt counts the cards of all hands by debt.
func byDebt(deck card.Deck, hands [][]card.Card) (counts [card.MaxDebt + 1]int) {
	for _, h := range hands {
		for _, c := range h {
			counts[deck.Debt(c.Rank)]++
		}
	}
	return counts
}

// IsFull tells whether hands are the whole deck as it is played (suits and
// number ranks ignored), dealt to two players who hold equally many.
func IsFull(deck card.Deck, hands [][]card.Card) bool {
	return len(hands) == 2 && len(hands[0]) == len(hands[1]) &&
		byDebt(deck, hands) == byDebt(deck, [][]card.Card{deck.Full()})
}

// Division names the deals that compete with one another: "52" and "40" for
// the full decks, else how many there are of each card and in what hands, such
// as "8+2J+2Q 6:6", or "8+2J+2Q 4x3" for four equal hands. Italian court cards
// are named by their debts as J, Q and K: such decks are played alike.
func Division(deck card.Deck, hands [][]card.Card) string {
	if IsFull(deck, hands) {
		if deck == card.Italian {
			return ItalianDivision
		}
		return FrenchDivision
	}
	counts := byDebt(deck, hands)
	parts := []string{fmt.Sprint(counts[0])}
	for debt := 1; debt <= card.MaxDebt; debt++ {
		if counts[debt] > 0 {
			parts = append(parts, fmt.Sprintf("%d%s", counts[debt], card.French.Court(debt)))
		}
	}
	return strings.Join(parts, "+") + " " + sizes(hands)
}

// longestSizes is the most characters of the sizes of hands: a division is
// shown, typed, and part of a button's id.
const longestSizes = 20

// sizes writes the sizes of hands: "6:6" for two, "4x3" for four of three
// cards, "5:4:4" otherwise, and "200 hands, 1-9" where that would be long.
func sizes(hands [][]card.Card) string {
	n := make([]int, len(hands))
	texts := make([]string, len(hands))
	for i, h := range hands {
		n[i] = len(h)
		texts[i] = fmt.Sprint(len(h))
	}
	all := strings.Join(texts, ":")
	switch {
	case len(n) == 0:
		return "no hands"
	case len(n) > 2 && slices.Min(n) == slices.Max(n):
		return fmt.Sprintf("%dx%d", len(n), n[0])
	case len(all) > longestSizes:
		return fmt.Sprintf("%d hands, %d-%d", len(n), slices.Min(n), slices.Max(n))
	}
	return all
}
