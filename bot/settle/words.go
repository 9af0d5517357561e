package settle

import (
	"github.com/dustin/go-humanize"

	"nonna/engine/card"
	"nonna/engine/deal"
)

// comma writes a number with commas between its thousands.
func comma(n int64) string { return humanize.Comma(n) }

// count writes how many there are of something whose plural ends in s.
func count(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return comma(n) + " " + noun + "s"
}

// remarks says in English what is odd about the cards of a deal.
func remarks(hands [][]card.Card, deck card.Deck) []string {
	var list []string
	for _, r := range deal.Remarks(hands, deck) {
		list = append(list, r.String())
	}
	return list
}
