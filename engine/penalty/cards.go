package penalty

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// cardReader reads cards in the notation of a deck.
type cardReader struct {
	*deal.Reader
	deck  card.Deck
	count int
	// digit is a 1, 2, 3, the letter of a face or a card with a suit in an Italian deal, and
	// letter its first J, Q or K, each empty for none: together they are ambiguous.
	digit, letter written
	// item is the JSON string or number being read, empty for text.
	item deal.Place
	// packed reports that a word has several cards.
	packed bool
	// underscores reports that an underscore is a number card, and dashes that a dash is,
	// because one of them cannot stand between two cards.
	underscores, dashes bool
}

// written is a card as it is written. Its text is "" if there is none.
type written struct {
	deal.Place
	text string
}

// problem notes a problem with a part of the text being read, or with the JSON item.
func (c *cardReader) problem(at deal.Place, kind deal.Kind, args game.Args) {
	if c.item.End > 0 {
		at = c.item
	}
	c.Problem(at.Start, at.End, kind, args)
}

// cards reads the cards in a part of a text.
func (c *cardReader) cards(text string, part deal.Place) []card.Card {
	words := c.words(text, part)
	cards := make([]card.Card, 0, len(words))
	for _, w := range words {
		one := text[w.Start:w.End]
		switch {
		case !c.dashes && dashesUnclear(c.deck, one):
			c.Ambiguous = true
			c.problem(w, DashedCards, game.Args{"cards": deal.Quoted(one)})
		case len(words) > 1 && c.deck == card.Italian && isCourtNumber(one):
			c.noCard(text, w, w) // where there is no 8 or 9, the court cards are 10 to 12
		default:
			cards = c.appendWord(cards, text, w)
		}
	}
	return cards
}

// words splits a part of a text into words. With the Italian deck, "asso di coppe" is one.
func (c *cardReader) words(text string, part deal.Place) []deal.Place {
	words := deal.Words(text, part)
	if c.deck != card.Italian {
		return words
	}
	list := words[:0]
	for i := 0; i < len(words); i++ {
		w := words[i]
		if i+2 < len(words) && strings.EqualFold(text[words[i+1].Start:words[i+1].End], "di") {
			w.End = words[i+2].End
			i += 2
		}
		list = append(list, w)
	}
	return list
}

// dashesUnclear reports whether the dashes in a word may be number cards or separate
// its cards: there is one between any two, and they are not written as in records, where
// court cards are letters, or digits of the Italian deck, and number cards are dashes.
func dashesUnclear(deck card.Deck, w string) bool {
	r := cardReader{deck: deck}
	cards, digits, ranked := 0, false, false
	for {
		one, size, ok := r.one(w)
		if !ok || one.Rank == card.Number {
			return false
		}
		cards++
		digits = digits || one.Rank < card.Jack
		ranked = ranked || one.Suit != card.NoSuit || one.Rank < card.Jack && deck.Debt(one.Rank) == 0
		if w = w[size:]; w == "" {
			return cards > 1 && ranked || cards > 2 && digits
		}
		if one, size, _ = r.one(w); one.Rank != card.Number {
			return false
		}
		w = w[size:]
	}
}

// loneDash matches a dash that does not stand between two cards.
var loneDash = regexp.MustCompile(`(?i)--|[0-9TJQKA]-(?:[\s/|;,"]|$)|(?:^|[\s/|;,"])-[0-9TJQKA]`)

// appendWord appends the cards in one word, with or without suits: "2", "10", "TD", "♠A",
// "---AJ--Q". Each part of it that is not a card is a problem. A word with at least as
// many other characters as cards is a problem as a whole.
func (c *cardReader) appendWord(cards []card.Card, text string, w deal.Place) []card.Card {
	if one, ok := c.named(text[w.Start:w.End]); ok {
		if c.deck == card.Italian {
			c.digit = c.written(text, w)
		}
		c.addCount(w, 1)
		return append(cards, one)
	}
	before := len(cards)
	var wrong []deal.Place
	others := 0 // characters that are not cards, nor often written for one
	for at := w.Start; at < w.End; {
		one, size, ok := c.one(text[at:w.End])
		if ok {
			cards = append(cards, one)
			c.note(one, text, deal.Place{Start: at, End: at + size})
			at += size
			continue
		}
		end := at + size
		for end < w.End { // up to the next card
			if _, n, ok := c.one(text[end:w.End]); !ok {
				end += n
				continue
			}
			break
		}
		if part := text[at:end]; !isNearCard(c.noCardKind(part)) {
			others += utf8.RuneCountInString(part)
		}
		wrong = append(wrong, deal.Place{Start: at, End: end})
		at = end
	}
	if word := text[w.Start:w.End]; c.isFrenchCourtNumber(word) || c.isPlural(word) {
		c.noCard(text, w, w)
		return cards[:before]
	}
	n := len(cards) - before
	if others > 0 && others >= n {
		wrong = []deal.Place{w}
	}
	for _, at := range wrong {
		c.noCard(text, w, at)
	}
	c.packed = c.packed || n > 1
	c.addCount(w, n)
	return cards
}

// addCount counts n cards, and notes if they are the first past [game.MaxCards].
func (c *cardReader) addCount(w deal.Place, n int) {
	if c.count += n; c.count > game.MaxCards && c.count-n <= game.MaxCards {
		c.problem(w, deal.TooManyCards, game.Args{"most": game.MaxCards})
	}
}

// frenchFace returns the rank of a court card of the French deck by its English name, 0 for
// anything else.
func frenchFace(word string) card.Rank {
	switch strings.ToUpper(word) {
	case "JACK":
		return card.Jack
	case "QUEEN":
		return card.Queen
	case "KING":
		return card.King
	case "ACE":
		return card.Ace
	}
	return 0
}

// suitFirst reads a word that is one card with the letter of its suit before its rank: "CA",
// "d10".
func suitFirst(word string) (card.Card, bool) {
	if len(word) < 2 {
		return card.Card{}, false
	}
	rank, size := deal.ParseRank(word[1:])
	suit := strings.IndexByte("SHDC", word[0]&^0x20)
	if suit < 0 || size != len(word)-1 || rank == card.Number || !has(card.French, rank) {
		return card.Card{}, false
	}
	return card.Card{Rank: rank, Suit: card.Spades + card.Suit(suit)}, true
}

// named reads a word that is one card of the deck by its name, or with its suit first.
func (c *cardReader) named(word string) (card.Card, bool) {
	if c.deck == card.Italian {
		return italianCard(word)
	}
	if face := frenchFace(word); face > 0 {
		return card.Card{Rank: face}, true
	}
	return suitFirst(word)
}

// written returns a part of the text being read.
func (c *cardReader) written(text string, at deal.Place) written {
	if c.item.End > 0 {
		return written{c.item, c.Text[c.item.Start:c.item.End]}
	}
	return written{at, text[at.Start:at.End]}
}

// note remembers which notation of the Italian deck is used. The published records, which have
// J, Q and K for 1, 2 and 3, have no suits.
func (c *cardReader) note(one card.Card, text string, at deal.Place) {
	if c.deck != card.Italian {
		return
	}
	isCourt := one.Rank >= card.One && one.Rank <= card.Three
	if one.Rank >= card.Jack && c.letter.text == "" {
		c.letter = c.written(text, at)
	}
	if (isCourt || one.Suit != card.NoSuit) && (c.digit.text == "" || c.digit == c.letter) {
		c.digit = c.written(text, at)
	}
}

// one reads the card of the deck at the beginning of a text. size is the bytes of the
// card or, if ok is false, of the first character.
func (c *cardReader) one(text string) (one card.Card, size int, ok bool) {
	if c.underscores && strings.HasPrefix(text, "_") {
		return card.Card{Rank: card.Number}, 1, true
	}
	one, size, ok = deal.ParseCard(text)
	if ok && !has(c.deck, one.Rank) {
		_, size = utf8.DecodeRuneInString(text)
		return card.Card{}, size, false
	}
	if ok && c.deck == card.Italian && one.Suit == card.NoSuit && one.Rank != card.Number && size < len(text) && text[size]|0x20 == 'b' {
		one.Suit = card.Batons
		size++
	}
	return one, size, ok
}

// has reports whether the notation of a deck has a rank. J, Q and K are the 1, 2 and 3
// of the Italian deck in the published records.
func has(deck card.Deck, r card.Rank) bool {
	if deck == card.Italian {
		return r != card.Ace
	}
	return r != card.One
}

// noCard notes a part of a word that is not a card.
func (c *cardReader) noCard(text string, w, at deal.Place) {
	none := text[at.Start:at.End]
	kind := c.noCardKind(none)
	if kind == OneOfFrench {
		none = "1" // several in a row are the same mistake
	}
	var within any = ""
	if at != w {
		within = deal.Part("within", game.Args{"word": deal.Quoted(text[w.Start:w.End])})
	}
	c.problem(at, kind, game.Args{"card": deal.Quoted(none), "within": within})
}

// noCardKind returns the kind of problem that a text which is not a card has.
func (c *cardReader) noCardKind(text string) deal.Kind {
	switch {
	case strings.ContainsAny(text, "–—―"):
		return LongDash
	case c.isFrenchCourtNumber(text):
		return CourtNumber
	case strings.Trim(text, "1") == "" && c.deck == card.French:
		return OneOfFrench
	case c.deck == card.Italian && strings.EqualFold(strings.TrimRight(text, "BCDSbcds"), "a"):
		return AceOfItalian
	case text == "V":
		return CapitalV
	case text == "0":
		return Zero
	case strings.Trim(text, "*_~`") == "":
		return Markup
	case strings.ContainsAny(text, "/|;:"):
		return StraySign
	case c.deck == card.Italian:
		return NoItalianCard
	}
	return NoCard
}

// isCourtNumber reports whether a text is the number of a court card in other decks.
func isCourtNumber(text string) bool { return slices.Contains([]string{"11", "12", "13"}, text) }

// isFrenchCourtNumber reports whether a text is a court card of the French deck as a number.
// "11/12" may be a date.
func (c *cardReader) isFrenchCourtNumber(text string) bool {
	return c.deck == card.French && isCourtNumber(text) && strings.Contains(c.Clean, "13")
}

// isPlural reports whether a word says how cards are called, although it is a jack, an ace and a
// king.
func (c *cardReader) isPlural(word string) bool {
	return c.deck == card.French && strings.EqualFold(word, "jacks")
}

// isNearCard reports whether a kind is that of characters which people write for a
// card, or between cards.
func isNearCard(k deal.Kind) bool { return k != NoCard && k != NoItalianCard }

// resolveItalian resolves the two notations of the Italian deck: J, Q and K become 1, 2
// and 3, unless the deal has digits as well.
func (c *cardReader) resolveItalian(hands []hand) {
	if c.letter.text == "" {
		return
	}
	if c.digit.text != "" {
		c.Problem(c.letter.Start, c.letter.End, TwoNotations, game.Args{
			"letter": deal.Quoted(c.letter.text), "digit": deal.Quoted(c.digit.text),
		})
		return
	}
	for _, h := range hands {
		for i, one := range h.cards {
			if one.Rank >= card.Jack {
				h.cards[i].Rank = card.One + one.Rank - card.Jack
			}
		}
	}
}
