package penalty

import (
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
)

// named reads the card at the beginning of words that is written by its name, with its suit
// first, or with its suit in words: "king", "two", "CA", "2 of spades"; with the Italian deck
// "fante", "otto", "Rd", "asso di coppe". It returns the number of its words.
func (r *reader) named(words []deal.Word) (one card.Card, n int, ok bool) {
	first := words[0].Text
	switch {
	case strings.Contains(first, " "): // an item of a list
		return r.named(deal.Fields(first))
	case r.deck == card.Italian:
		return italianNamed(words)
	case len(words) > 2 && strings.EqualFold(words[1].Text, "of"):
		rank, suit := frenchRank(strings.ToLower(first)), frenchSuit(strings.ToLower(words[2].Text))
		if short, size := deal.ParseRank(first); rank == 0 && size == len(first) {
			rank = short
		}
		return card.Card{Rank: rank, Suit: suit}, 3, rank > card.One && suit > 0
	case len(first) < 2:
		return one, 0, false
	case len(first) > 2 && frenchRank(strings.ToLower(first)) > 0:
		return card.Card{Rank: frenchRank(strings.ToLower(first))}, 1, true
	}
	suit := strings.IndexByte("SHDC", first[0]&^0x20)
	if suit < 0 {
		return one, 0, false
	}
	rank, size := deal.ParseRank(first[1:])
	return card.Card{Rank: rank, Suit: card.Spades + card.Suit(suit)}, 1, size == len(first)-1 && rank > card.One
}

// italianNamed is named for the Italian deck.
func italianNamed(words []deal.Word) (card.Card, int, bool) {
	text := func(i int) string {
		if i < len(words) {
			return strings.ToLower(words[i].Text)
		}
		return ""
	}
	rank, second := italianRank(text(0)), text(1)
	switch {
	case rank > 0 && second == "di" && italianSuit(text(2)) > 0:
		return card.Card{Rank: rank, Suit: italianSuit(text(2))}, 3, true
	case rank > 0 && len(second) > 1 && italianSuit(second) > 0:
		return card.Card{Rank: rank, Suit: italianSuit(second)}, 2, true
	}
	one, ok := italianCard(words[0].Text)
	return one, 1, ok
}

// frenchRank returns the rank of a card of the French deck by its English name, 0 for
// anything else.
func frenchRank(lower string) card.Rank {
	if len(lower) < 3 || len(lower) > 5 {
		return 0
	}
	for i, name := range [...]string{"two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"} {
		if lower == name {
			return card.Two + card.Rank(i)
		}
	}
	return 0
}

// frenchSuit returns the suit of an English name, 0 for anything else.
func frenchSuit(lower string) card.Suit {
	switch strings.TrimSuffix(lower, "s") {
	case "spade":
		return card.Spades
	case "heart":
		return card.Hearts
	case "diamond":
		return card.Diamonds
	case "club":
		return card.Clubs
	}
	return card.NoSuit
}

// italianCard reads a word that is one card of the Italian deck by its name, or by the first
// letter of a face that is a number card, with or without its suit, or with its suit first:
// "fante", "Rd", "b3". "RC" may be two cards, but not "Rc".
func italianCard(word string) (card.Card, bool) {
	lower := strings.ToLower(word)
	if face := italianFace(lower); face > 0 {
		return card.Card{Rank: face}, true
	}
	last := len(lower) - 1
	if last < 1 || isItalianPair(word) {
		return card.Card{}, false
	}
	if rank, suit := italianRank(lower[1:]), italianSuit(lower[:1]); rank > 0 && suit > 0 && word[0] != 'C' {
		return card.Card{Rank: rank, Suit: suit}, true
	}
	rank, suit := italianRank(lower[:last]), italianSuit(lower[last:])
	return card.Card{Rank: rank, Suit: suit}, rank > 0 && suit > 0 && last == 1
}

// isItalianPair reports whether a word is the first letters of two faces, of which the second
// may be a suit, or the first: RC. A small c beside a capital must be the suit of cups.
func isItalianPair(word string) bool {
	lower := strings.ToLower(word)
	if len(word) != 2 || italianFace(lower[:1]) == 0 || italianFace(lower[1:]) == 0 {
		return false
	}
	return strings.IndexByte(word, 'c') < 0 || strings.IndexAny(word, "FCR") < 0
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
	case "f", "fante":
		return card.Eight
	case "c", "cavallo":
		return card.Nine
	case "r", "re":
		return card.Ten
	}
	for i, name := range [...]string{"asso", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci"} {
		if lower == name {
			return card.One + card.Rank(i)
		}
	}
	return 0
}

// italianSuit returns the suit of an Italian name or its first letter, 0 for anything else.
func italianSuit(lower string) card.Suit {
	switch lower {
	case "s", "spade", "spada":
		return card.Spades
	case "d", "denari", "denaro", "ori", "oro":
		return card.Diamonds
	case "c", "coppe", "coppa":
		return card.Clubs
	case "b", "bastoni", "bastone", "mazze", "mazza":
		return card.Batons
	}
	return card.NoSuit
}
