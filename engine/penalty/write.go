package penalty

import (
	"slices"
	"strings"

	"nonna/engine/card"
)

// String returns the deal as [ReadDeal] reads it with the same deck: "2 A 10 / 3 4", or
// "---AJ/K--" if number cards have no ranks.
//
// Such packed cards are how people write these deals. Other cards have blanks between
// them, and so do packed ones like 2 - 3, which could be read as 2 3.
func (d Deal) String() string {
	if d.HasBlanks() {
		unclear := func(text string) bool { return dashesUnclear(d.Deck, text) }
		texts := d.write("", packed)
		if text := strings.Join(texts, "/"); loneDash.MatchString(text) || !slices.ContainsFunc(texts, unclear) {
			return text
		}
	}
	return strings.Join(d.write(" ", card.Card.String), " / ")
}

// Short returns the key, which is read as well: the court cards of both decks may be J,
// Q, K and A.
func (d Deal) Short() string { return d.Key() }

// packed returns a card as a single letter, and its suit.
func packed(c card.Card) string { return string(c.Rank.Letter()) + c.Suit.String() }

// write returns the texts of the hands.
func (d Deal) write(between string, write func(card.Card) string) []string {
	texts := make([]string, len(d.Hands))
	for i, h := range d.Hands {
		cards := make([]string, len(h))
		for j, c := range h {
			cards[j] = write(c)
		}
		texts[i] = strings.Join(cards, between)
	}
	return texts
}
