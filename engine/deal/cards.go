package deal

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/card"
)

// ParseCard reads the card at the beginning of a text, with or without a suit before or
// after its rank. It reads the ranks of all decks. size is the bytes of the card or, if ok is
// false, of the character that is not one.
func ParseCard(text string) (c card.Card, size int, ok bool) {
	if suit, n := suitSymbol(text); n > 0 { // ♠A
		rank, m := ParseRank(text[n:])
		return card.Card{Rank: rank, Suit: suit}, n + m, m > 0
	}
	rank, n := ParseRank(text)
	switch {
	case n == 0:
		_, size = utf8.DecodeRuneInString(text)
		return c, size, false
	case rank == card.Number:
		return card.Card{Rank: rank}, n, true
	}
	suit, m := suitOf(text[n:])
	return card.Card{Rank: rank, Suit: suit}, n + m, true
}

// AreCards reports whether a text is nothing but cards, of any deck.
func AreCards(text string) bool {
	for rest := text; rest != ""; {
		_, size, ok := ParseCard(rest)
		if !ok {
			return false
		}
		rest = rest[size:]
	}
	return text != ""
}

// ParseRank reads the rank at the beginning of a text. size is its bytes, 0 if there is
// none.
func ParseRank(text string) (rank card.Rank, size int) {
	if strings.HasPrefix(text, "10") {
		return card.Ten, 2
	}
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case r == '-' || r == '\u2212' || r == '\u2010': // hyphen, minus, Unicode's hyphen
		return card.Number, size
	case r >= '1' && r <= '9':
		return card.One + card.Rank(r-'1'), size
	}
	if i := strings.IndexRune("TJQKA", unicode.ToUpper(r)); i >= 0 && r < utf8.RuneSelf {
		return card.Ten + card.Rank(i), size
	}
	return 0, 0
}

// suitOf reads the suit after a rank, a letter or a symbol, and its bytes.
func suitOf(text string) (card.Suit, int) {
	if text == "" {
		return card.NoSuit, 0
	}
	if i := strings.IndexByte("SHDC", text[0]&^0x20); i >= 0 {
		return card.Spades + card.Suit(i), 1
	}
	return suitSymbol(text)
}

// suitSymbol reads ♠♥♦♣ or their outlines, with or without the selector that makes them
// emoji, and their bytes.
func suitSymbol(text string) (card.Suit, int) {
	r, size := utf8.DecodeRuneInString(text)
	if i := strings.IndexRune("♠♤♥♡♦♢♣♧", r); i >= 0 && r > utf8.RuneSelf {
		return card.Spades + card.Suit(i/2/size), size + selector(text[size:])
	}
	return card.NoSuit, 0
}

// selector returns the bytes of a variation selector at the beginning of a text.
func selector(text string) int {
	if strings.HasPrefix(text, "\uFE0F") || strings.HasPrefix(text, "\uFE0E") {
		return len("\uFE0F")
	}
	return 0
}
