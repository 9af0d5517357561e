package penalty

import (
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
)

// italianCard reads a word that is one card of the Italian deck by its name, or by the first
// letter of a face that is a number card, with or without its suit, or with its suit first:
// "fante", "Rd", "asso di coppe", "b3". "RC" may be two cards, but not "Rc".
func italianCard(word string) (card.Card, bool) {
	lower := strings.ToLower(word)
	if face := italianFace(lower); face > 0 {
		return card.Card{Rank: face}, true
	}
	if words := strings.Fields(lower); len(words) == 3 && words[1] == "di" {
		return italianSuited(words[0], words[2])
	}
	last := len(lower) - 1
	if last < 1 || last == 1 && isItalianPair(word) {
		return card.Card{}, false
	}
	if one, ok := italianSuited(lower[1:], lower[:1]); ok && word[0] != 'C' {
		return one, true
	}
	one, ok := italianSuited(lower[:last], lower[last:])
	return one, ok && last == 1
}

// isItalianPair reports whether a word is the first letters of two faces, unless a small c
// beside a capital must be the suit of cups.
func isItalianPair(word string) bool {
	lower := strings.ToLower(word)
	small, capital := strings.IndexByte(word, 'c'), strings.IndexAny(word, "FCR")
	return italianFace(lower[:1]) > 0 && italianFace(lower[1:]) > 0 && (small < 0 || capital < 0)
}

// italianSuited returns a card of a rank and a suit.
func italianSuited(rank, suit string) (card.Card, bool) {
	one := card.Card{Rank: italianRank(rank), Suit: italianSuit(suit)}
	return one, one.Rank > 0 && one.Suit > 0
}

// italianRank returns the rank of a card of the Italian deck by its number or name, 0 for
// anything else.
func italianRank(lower string) card.Rank {
	if rank, size := deal.ParseRank(lower); size == len(lower) && rank >= card.One && rank <= card.Ten {
		return rank
	}
	return italianFace(lower)
}

// italianFace returns the rank of a card of the Italian deck by its name, or by the first
// letter of the name if it is a number card; 0 for anything else.
func italianFace(lower string) card.Rank {
	switch lower {
	case "asso":
		return card.One
	case "due":
		return card.Two
	case "tre":
		return card.Three
	case "quattro":
		return card.Four
	case "cinque":
		return card.Five
	case "sei":
		return card.Six
	case "sette":
		return card.Seven
	case "f", "fante":
		return card.Eight
	case "c", "cavallo":
		return card.Nine
	case "r", "re":
		return card.Ten
	}
	return 0
}

// italianSuit returns the suit of an Italian name or its first letter, 0 for anything else.
func italianSuit(lower string) card.Suit {
	switch lower {
	case "s", "spade":
		return card.Spades
	case "d", "denari", "ori":
		return card.Diamonds
	case "c", "coppe":
		return card.Clubs
	case "b", "bastoni":
		return card.Batons
	}
	return card.NoSuit
}
