package deal

import (
	"nonna/engine/card"
)

// Remarks says what is odd about hands that have as many cards as a full deck
// without being one: "52 cards, but 5 kings". The game is settled all the same;
// it only is not ranked among full decks when a court card is too many or too
// few. Nil when there is nothing to say.
func Remarks(hands [][]card.Card, deck card.Deck) []Phrase {
	var all []card.Card
	for _, h := range hands {
		all = append(all, h...)
	}
	full := deck.Full()
	if len(all) != len(full) {
		return nil
	}
	var odd []Phrase
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
		odd = append(odd, part("twice", "{card} twice", Args{"card": double}))
	}
	if len(odd) == 0 {
		return nil
	}
	return []Phrase{part("odd-deck", "{cards}, but {odd}", Args{
		"cards": countedCards(len(all)), "odd": listed(odd, "comma", "{first}, {last}"),
	})}
}

// rankCount is a number of cards of a rank.
func rankCount(r card.Rank, n int) Phrase {
	name := map[card.Rank]string{card.Jack: "jack", card.Queen: "queen", card.King: "king", card.Ace: "ace"}[r]
	switch {
	case name == "" && n == 0:
		return part("no-rank", "none of rank {rank}", Args{"rank": r.String()})
	case name == "":
		return Phrase{"part.rank", Args{"count": n, "rank": r.String()}, plural{"{count} of rank {rank}", "{count} of rank {rank}"}}
	case n == 0:
		return part("no-"+name+"s", "no "+name+"s", nil)
	}
	return counted(n, name+"s", "{count} "+name, "{count} "+name+"s")
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
