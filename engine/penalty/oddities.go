package penalty

import (
	"slices"

	"nonna/engine/card"
	"nonna/engine/game"
)

// nearFull is how many cards a deal that was meant as the full French deck may have too few
// or too many.
const nearFull = 3

// Oddities returns what is odd about a deal that is nearly the full deck, as in
// "52 cards, but 5 × K", and whether it competes with full decks nevertheless. It returns nil for
// other deals.
func (d Deal) Oddities() []game.Phrase {
	odd := d.odd()
	if len(odd) == 0 {
		return nil
	}
	id := "deck.odd" // only number cards are
	switch {
	case d.Mistaken():
		id = "deck.mistaken"
	case !d.IsFull():
		id = "deck.apart"
	}
	return []game.Phrase{{ID: id, Args: game.Args{
		"cards": game.Count("cards", int64(d.cards())), "odd": game.Join("list.comma", odd...),
	}}}
}

// odd lists what a deal that is nearly the full deck has too few or too many of.
func (d Deal) odd() []game.Phrase {
	all := slices.Concat(d.Hands...)
	more := len(all) - len(d.Deck.Full())
	if more != 0 && (d.Deck != card.French || max(more, -more) > nearFull) {
		return nil
	}
	var odd []game.Phrase
	switch {
	case more > 0:
		odd = append(odd, game.Phrase{ID: "deck.too-many", Args: game.Args{"count": more}})
	case more < 0:
		odd = append(odd, game.Phrase{ID: "deck.missing", Args: game.Args{"count": -more}})
	}
	odd = append(odd, d.oddRanks(all)...)
	if double := firstDouble(all); double != "" && (len(odd) == 0 || more != 0) {
		odd = append(odd, game.Phrase{ID: "deck.twice", Args: game.Args{"card": double}})
	}
	return odd
}

// Mistaken implements [game.Mistaken]: the deal is nearly the full French deck, with a
// wrong number of cards or of a court, or with the same card twice.
func (d Deal) Mistaken() bool {
	if d.Deck != card.French || len(d.odd()) == 0 {
		return false
	}
	return d.byDebt() != fullDeck(d.Deck) || firstDouble(slices.Concat(d.Hands...)) != ""
}

// oddRanks returns the ranks that do not occur four times.
func (d Deal) oddRanks(all []card.Card) []game.Phrase {
	count := map[card.Rank]int{}
	for _, c := range all {
		count[c.Rank]++
	}
	var odd []game.Phrase
	for r := card.One; r <= card.Ace; r++ {
		if n := count[r]; n > 4 || n < 4 && d.Deck.Debt(r) > 0 {
			odd = append(odd, game.Phrase{ID: "deck.rank", Args: game.Args{"count": n, "rank": r.String()}})
		}
	}
	return odd
}

// firstDouble returns the first card with a suit that occurs twice, or "".
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
