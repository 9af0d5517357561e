package penalty

import (
	"slices"
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
)

// names are how the cards of a deck are called in words.
type names struct {
	// letters are those of the suits, in their order, and suits their names.
	letters string
	suits   [5]string
	// ranks are the names of the ranks from first on, and faces those of an eight, a nine and a
	// ten, and their letters.
	ranks, faces string
	first        card.Rank
	// of stands between a rank and its suit. Where it may be left out, brief is true.
	of    string
	brief bool
}

// namesOf returns the names of a deck. The faces of the Italian deck are number cards.
func namesOf(deck card.Deck) names {
	if deck == card.Italian {
		return names{
			letters: "s dcb", suits: [5]string{"spade spada", "", "denari denaro ori oro", "coppe coppa", "bastoni bastone mazze mazza"},
			ranks: "asso due tre quattro cinque sei sette otto nove dieci", faces: "fante cavallo re f c r", first: card.One,
			of: "di", brief: true,
		}
	}
	return names{
		letters: "shdc", suits: [5]string{"spade spades", "heart hearts", "diamond diamonds", "club clubs"},
		ranks: "two three four five six seven eight nine ten jack queen king ace", first: card.Two, of: "of",
	}
}

// named reads the card at the beginning of words that is written by its name, with its suit
// first, or with its suit in words: "king", "two", "CA", "2 of spades"; with the Italian deck
// "fante", "otto", "Rd", "asso di coppe", "asso coppe". It returns the number of its words.
func (r *reader) named(words []deal.Word) (one card.Card, n int, ok bool) {
	first, deck := words[0].Text, &r.names
	if strings.Contains(first, " ") { // an item of a list
		fields := deal.Fields(first, " ")
		if len(fields) > 0 {
			one, n, ok = r.named(fields)
		}
		return one, 1, ok && n == len(fields)
	}
	suit := deck.suitPlace(words)
	if suit == 0 && deck.isNoName(first) {
		return one, 0, false
	}
	lower := strings.ToLower(first)
	if suit > 0 {
		one = card.Card{Rank: deck.rank(lower), Suit: deck.suitNamed(strings.ToLower(words[suit].Text))}
		if one.Rank > 0 && one.Suit > 0 {
			return one, suit + 1, true
		}
	}
	if rank := deck.rankNamed(lower); rank > 0 {
		return card.Card{Rank: rank}, 1, true
	}
	one = deck.short(first, lower)
	return one, 1, one.Rank > 0 && one.Suit > 0
}

// suitPlace returns the place of the word that may be the suit of the first one, 0 if there is none.
func (n *names) suitPlace(words []deal.Word) int {
	switch {
	case len(words) > 2 && strings.EqualFold(words[1].Text, n.of):
		return 2
	case n.brief && len(words) > 1 && len(words[1].Text) > 2:
		return 1
	}
	return 0
}

// isNoName reports whether a word is too short for a name, as most words are.
func (n *names) isNoName(word string) bool {
	return !n.brief && (len(word) < 2 || len(word) == 2 && strings.IndexByte(n.letters, word[0]|0x20) < 0)
}

// short reads a rank and a suit of a letter each, or the suit first: "Rd", "CA", "D10". The suit or
// rank is 0 for anything else.
func (n *names) short(text, lower string) (one card.Card) {
	if len(lower) < 2 || len(lower) > 3 || n.brief && isItalianPair(text) {
		return one
	}
	if n.brief && len(lower) == 2 {
		if one = (card.Card{Rank: n.rank(lower[:1]), Suit: n.suit(lower[1])}); one.Rank > 0 && one.Suit > 0 {
			return one
		}
	}
	if n.brief && text[0] == 'C' { // C3 may be a cavallo and a 3
		return card.Card{}
	}
	return card.Card{Rank: n.rank(lower[1:]), Suit: n.suit(lower[0])}
}

// rankNamed returns the rank of a name, 0 for anything else.
func (n *names) rankNamed(lower string) card.Rank {
	if i := slices.Index(strings.Fields(n.faces), lower); i >= 0 {
		return card.Eight + card.Rank(i%3)
	}
	if i := slices.Index(strings.Fields(n.ranks), lower); i >= 0 && len(lower) > 2 {
		return n.first + card.Rank(i)
	}
	return 0
}

// rank returns the rank of a card by its name, number or letter, 0 for anything else.
func (n *names) rank(lower string) card.Rank {
	rank, size := deal.ParseRank(lower)
	if size != len(lower) || rank < n.first || n.brief && rank > card.Ten {
		return n.rankNamed(lower)
	}
	return rank
}

// suit returns the suit of a letter, 0 for anything else.
func (n *names) suit(letter byte) card.Suit {
	return card.Suit(1 + strings.IndexByte(n.letters, letter))
}

// suitNamed returns the suit of a name, 0 for anything else.
func (n *names) suitNamed(lower string) card.Suit {
	return card.Suit(1 + slices.IndexFunc(n.suits[:], func(all string) bool { return slices.Contains(strings.Fields(all), lower) }))
}

// isItalianPair reports whether a word is the first letters of two faces, of which the second
// may be a suit, or the first: RC. A small c beside a capital must be the suit of cups.
func isItalianPair(word string) bool {
	isCups := strings.Contains(word, "c") && strings.ContainsAny(word, "FCR")
	return len(word) == 2 && strings.Trim(word, "fcrFCR") == "" && !isCups
}
