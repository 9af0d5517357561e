package penalty

import (
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
)

// names are how the cards of a deck are called in words.
type names struct {
	// letters are those of the suits, in their order.
	letters string
	ranks   map[string]card.Rank
	suits   map[string]card.Suit
	// of stands between a rank and its suit. Where it may be left out, brief is true.
	of    string
	brief bool
}

// namesOf is indexed by deck. The faces of the Italian deck, which are number cards, may be a
// letter; an A would be a fourth court card.
var namesOf = [...]names{
	card.French: {
		letters: "shdc", of: "of",
		ranks: map[string]card.Rank{
			"two": card.Two, "three": card.Three, "four": card.Four, "five": card.Five, "six": card.Six, "seven": card.Seven, "eight": card.Eight,
			"nine": card.Nine, "ten": card.Ten, "jack": card.Jack, "queen": card.Queen, "king": card.King, "ace": card.Ace,
		},
		suits: map[string]card.Suit{
			"spade": card.Spades, "spades": card.Spades, "heart": card.Hearts, "hearts": card.Hearts,
			"diamond": card.Diamonds, "diamonds": card.Diamonds, "club": card.Clubs, "clubs": card.Clubs,
		},
	},
	card.Italian: {
		letters: "s dcb", of: "di", brief: true,
		ranks: map[string]card.Rank{
			"asso": card.One, "due": card.Two, "tre": card.Three, "quattro": card.Four, "cinque": card.Five, "sei": card.Six, "sette": card.Seven,
			"otto": card.Eight, "nove": card.Nine, "dieci": card.Ten, "fante": card.Eight, "cavallo": card.Nine, "re": card.Ten,
			"f": card.Eight, "c": card.Nine, "r": card.Ten,
		},
		suits: map[string]card.Suit{
			"spade": card.Spades, "spada": card.Spades, "denari": card.Diamonds, "denaro": card.Diamonds, "ori": card.Diamonds, "oro": card.Diamonds,
			"coppe": card.Clubs, "coppa": card.Clubs, "bastoni": card.Batons, "bastone": card.Batons, "mazze": card.Batons, "mazza": card.Batons,
		},
	},
}

// named reads the card at the beginning of words that is written by its name, with its suit
// first, or with its suit in words: "king", "two", "CA", "2 of spades"; with the Italian deck
// "fante", "otto", "Rd", "asso di coppe", "asso coppe". It returns the number of its words.
func (r *reader) named(words []deal.Word) (one card.Card, n int, ok bool) {
	first := words[0].Text
	if strings.Contains(first, " ") { // an item of a list
		fields := deal.Fields(first, " ")
		if len(fields) > 0 {
			one, n, ok = r.named(fields)
		}
		return one, 1, ok && n == len(fields)
	}
	deck, suit := &namesOf[r.deck], 0 // the place of the word that is the suit
	switch {
	case len(words) > 2 && strings.EqualFold(words[1].Text, deck.of):
		suit = 2
	case deck.brief && len(words) > 1 && len(words[1].Text) > 2:
		suit = 1
	case !deck.brief && (len(first) < 2 || len(first) == 2 && strings.IndexByte(deck.letters, first[0]|0x20) < 0): // as most words
		return one, 0, false
	}
	first = strings.ToLower(first)
	one.Rank = deck.rank(first)
	if suit > 0 && one.Rank > 0 {
		if one.Suit = deck.suits[strings.ToLower(words[suit].Text)]; one.Suit > 0 {
			return one, suit + 1, true
		}
	}
	if deck.ranks[first] > 0 {
		return one, 1, true
	}
	if len(first) < 2 || len(first) > 3 || isItalianPair(words[0].Text) && r.deck == card.Italian {
		return card.Card{}, 0, false
	}
	if deck.brief && len(first) == 2 { // Rd
		if one = (card.Card{Rank: deck.rank(first[:1]), Suit: deck.suit(first[1])}); one.Rank > 0 && one.Suit > 0 {
			return one, 1, true
		}
	}
	one = card.Card{Rank: deck.rank(first[1:]), Suit: deck.suit(first[0])}
	return one, 1, one.Rank > 0 && one.Suit > 0 && !(deck.brief && words[0].Text[0] == 'C') // C3 may be a cavallo and a 3
}

// rank returns the rank of a card by its name, number or letter, 0 for anything else.
func (n *names) rank(lower string) card.Rank {
	if rank := n.ranks[lower]; rank > 0 {
		return rank
	}
	rank, size := deal.ParseRank(lower)
	if size != len(lower) || rank < card.One || n.brief && rank > card.Ten || !n.brief && rank == card.One {
		return 0
	}
	return rank
}

// suit returns the suit of a letter, 0 for anything else.
func (n *names) suit(letter byte) card.Suit {
	return card.NoSuit + card.Suit(1+strings.IndexByte(n.letters, letter))
}

// isItalianPair reports whether a word is the first letters of two faces, of which the second
// may be a suit, or the first: RC. A small c beside a capital must be the suit of cups.
func isItalianPair(word string) bool {
	return len(word) == 2 && strings.Trim(word, "fcrFCR") == "" && !(strings.Contains(word, "c") && strings.ContainsAny(word, "FCR"))
}
