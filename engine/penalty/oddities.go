package penalty

import (
	"nonna/engine/card"
	"nonna/engine/game"
)

// Oddities returns what is odd about a deal that has as many cards as the full deck but
// not its cards: "52 cards, but 5 kings", and whether it competes with full decks
// nevertheless. It returns nil for other deals.
func (d Deal) Oddities() []game.Phrase {
	var all []card.Card
	for _, h := range d.Hands {
		all = append(all, h...)
	}
	if len(all) != len(d.Deck.Full()) {
		return nil
	}
	odd := d.oddRanks(all)
	if double := firstDouble(all); double != "" && len(odd) == 0 {
		odd = append(odd, game.Phrase{ID: "deck.twice", Args: game.Args{"card": double}})
	}
	if len(odd) == 0 {
		return nil
	}
	id := "deck.apart"
	if d.IsFull() { // only suits, or ranks of number cards, are odd
		id = "deck.odd"
	}
	return []game.Phrase{{ID: id, Args: game.Args{
		"cards": game.Count("cards", int64(len(all))), "odd": game.Join("list.comma", odd...),
	}}}
}

// oddRanks returns the ranks that do not occur four times.
func (d Deal) oddRanks(all []card.Card) []game.Phrase {
	count := map[card.Rank]int{}
	for _, c := range all {
		count[c.Rank]++
	}
	var odd []game.Phrase
	for r := card.One; r <= card.Ace; r++ {
		court := d.Deck.Debt(r) > 0
		if n := count[r]; n > 4 || court && n < 4 {
			odd = append(odd, rankCount(r, n))
		}
	}
	return odd
}

// rankCount is a number of cards of a rank.
func rankCount(r card.Rank, n int) game.Phrase {
	name := map[card.Rank]string{card.Jack: "jacks", card.Queen: "queens", card.King: "kings", card.Ace: "aces"}[r]
	args := game.Args{"count": n}
	if name == "" {
		name, args["rank"] = "rank", r.String()
	}
	if n == 0 {
		return game.Phrase{ID: "deck.no-" + name, Args: args}
	}
	return game.Phrase{ID: "deck." + name, Args: args}
}

// firstDouble returns the first card with a suit that occurs twice, "" for none.
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
