package deal

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/card"
	"nonna/engine/game"
)

// cardReader reads the cards of the penalty games in the notation of a deck.
type cardReader struct {
	*reader
	deck  card.Deck
	count int
	// where a 1, 2, 3 or the letter of a face and the first J, Q or K of an Italian
	// deal stand, empty for nowhere: together they are ambiguous.
	digit, letter word
}

func newCardReader(r *reader, deck card.Deck) *cardReader {
	return &cardReader{reader: r, deck: deck}
}

// word is a run of characters without a blank or comma, [start, end).
type word struct{ start, end int }

// words splits text[start:end] at blanks and commas.
func words(text string, start, end int) []word {
	var list []word
	at := -1
	for i, c := range text[start:end] {
		switch blank := c == ',' || unicode.IsSpace(c); {
		case blank && at >= 0:
			list = append(list, word{start + at, start + i})
			at = -1
		case !blank && at < 0:
			at = i
		}
	}
	if at >= 0 {
		list = append(list, word{start + at, end})
	}
	return list
}

// hand reads the cards of text[start:end].
func (c *cardReader) hand(text string, start, end int) []card.Card {
	var cards []card.Card
	for _, w := range words(text, start, end) {
		if one := text[w.start:w.end]; dashesUnclear(one) {
			c.several = true
			c.problem(w.start, w.end, DashedCards, game.Args{"cards": quoted(one)})
			continue
		}
		cards = append(cards, c.word(text, w)...)
	}
	return cards
}

// dashesUnclear tells a word whose dashes may stand between its cards or be
// number cards.
func dashesUnclear(w string) bool {
	return dashed.MatchString(w) && strings.ContainsAny(w, "23456789")
}

// dashed are three cards or more with a dash between any two.
var dashed = regexp.MustCompile(`(?i)^(?:10|[1-9TJQKA])[SHDC♠♥♦♣]?(?:-(?:10|[1-9TJQKA])[SHDC♠♥♦♣]?){2,}$`)

// word reads the cards that stand in one word, with or without suits: "2",
// "10", "TD", "♠A", "---AJ--Q". A part of it that is no card is one problem; a
// word with no more cards in it than other characters was not meant as cards, and
// is a problem as a whole.
func (c *cardReader) word(text string, w word) []card.Card {
	var cards []card.Card
	var wrong []word
	others := 0 // characters that are no card, nor what people often write for one
	for at := w.start; at < w.end; {
		one, size, ok := c.one(text[at:w.end])
		if face := italianFace(text[w.start:w.end]); face > 0 && c.deck == card.Italian {
			one, size, ok, c.digit = card.Card{Rank: face}, w.end-at, true, w
		}
		if ok {
			cards = append(cards, one)
			c.note(one.Rank, word{at, at + size})
			at += size
			continue
		}
		end := at + size
		for end < w.end { // up to the next card
			if _, n, ok := c.one(text[end:w.end]); !ok {
				end += n
				continue
			}
			break
		}
		if !c.noCardKind(text[at:end]).nearCard() {
			others += utf8.RuneCountInString(text[at:end])
		}
		wrong = append(wrong, word{at, end})
		at = end
	}
	if others > 0 && others >= len(cards) {
		wrong = []word{w}
	}
	for _, one := range wrong {
		c.noCard(text, w, one.start, one.end)
	}
	if c.count += len(cards); c.count > game.MaxCards && c.count-len(cards) <= game.MaxCards {
		c.problem(w.start, w.end, TooManyCards, game.Args{"most": game.MaxCards})
	}
	return cards
}

// italianFace is the rank of a card of the Italian deck by its name, or of one of the
// number cards among them by the first letter of that. Anything else is none (0).
func italianFace(word string) card.Rank {
	switch strings.ToUpper(word) {
	case "F", "FANTE":
		return card.Eight
	case "C", "CAVALLO":
		return card.Nine
	case "R", "RE":
		return card.Ten
	case "ASSO":
		return card.One
	}
	return 0
}

// note remembers which notation of the Italian deck was used.
func (c *cardReader) note(r card.Rank, at word) {
	switch {
	case c.deck != card.Italian:
	case r >= card.One && r <= card.Three && c.digit.end == 0:
		c.digit = at
	case r >= card.Jack && c.letter.end == 0:
		c.letter = at
	}
}

// one reads the card at the beginning of a text, and how many bytes it takes;
// when there is none, the bytes of the character that is not one.
func (c *cardReader) one(text string) (card.Card, int, bool) {
	first, size := utf8.DecodeRuneInString(text)
	if one, ok := playingCard(first); ok {
		return one, size + selector(text[size:]), c.has(one.Rank)
	}
	if suit, n := suitSymbol(text); n > 0 { // ♠A
		rank, m := rankOf(text[n:])
		return card.Card{Rank: rank, Suit: suit}, n + m, m > 0 && c.has(rank)
	}
	rank, n := rankOf(text)
	if n == 0 || !c.has(rank) {
		return card.Card{}, size, false
	}
	if rank == card.Number {
		return card.Card{Rank: rank}, n, true
	}
	suit, m := suitOf(text[n:])
	return card.Card{Rank: rank, Suit: suit}, n + m, true
}

// has tells whether the deck's notation has a rank. J, Q and K are the 1, 2
// and 3 of the Italian deck as the published records write them.
func (c *cardReader) has(r card.Rank) bool {
	if c.deck == card.Italian {
		return r != card.Ace
	}
	return r != card.One
}

// rankOf reads a rank, and how many bytes it takes; 0 when there is none.
func rankOf(text string) (card.Rank, int) {
	if strings.HasPrefix(text, "10") {
		return card.Ten, 2
	}
	r, size := utf8.DecodeRuneInString(text)
	if keycap := selector(text[size:]); strings.HasPrefix(text[size+keycap:], "\u20E3") { // 2️⃣
		size += keycap + len("\u20E3")
	}
	if r >= '！' && r <= '～' { // full-width forms of ASCII
		r -= '！' - '!'
	}
	switch {
	case r == '🔟':
		return card.Ten, size
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

// suitOf reads a suit behind a rank, a letter or a symbol.
func suitOf(text string) (card.Suit, int) {
	if text == "" {
		return card.NoSuit, 0
	}
	if i := strings.IndexByte("SHDC", text[0]&^0x20); i >= 0 {
		return card.Spades + card.Suit(i), 1
	}
	return suitSymbol(text)
}

// suitSymbol reads ♠♥♦♣ or their outlines, with or without the selector that
// makes them emoji.
func suitSymbol(text string) (card.Suit, int) {
	r, size := utf8.DecodeRuneInString(text)
	suit := card.NoSuit
	switch r {
	case '♠', '♤':
		suit = card.Spades
	case '♥', '♡':
		suit = card.Hearts
	case '♦', '♢':
		suit = card.Diamonds
	case '♣', '♧':
		suit = card.Clubs
	default:
		return suit, 0
	}
	return suit, size + selector(text[size:])
}

// selector is the length of a variation selector at the beginning of a text.
func selector(text string) int {
	if strings.HasPrefix(text, "\uFE0F") || strings.HasPrefix(text, "\uFE0E") {
		return len("\uFE0F")
	}
	return 0
}

// playingCard reads a character of Unicode's block Playing Cards: 🂡 is the
// ace of spades. Its fourth hexadecimal digit is the suit, its last the rank,
// with a knight that these decks do not have between jack and queen.
func playingCard(r rune) (card.Card, bool) {
	if r < 0x1F0A1 || r > 0x1F0DE {
		return card.Card{}, false
	}
	suits := [...]card.Suit{card.Spades, card.Hearts, card.Diamonds, card.Clubs}
	ranks := [...]card.Rank{
		0, card.Ace, card.Two, card.Three, card.Four, card.Five, card.Six, card.Seven,
		card.Eight, card.Nine, card.Ten, card.Jack, 0, card.Queen, card.King, 0,
	}
	rank := ranks[r&0xF]
	return card.Card{Rank: rank, Suit: suits[(r-0x1F0A0)>>4]}, rank != 0
}

// noCard notes a part of a word that is no card, with the hint that fits.
func (c *cardReader) noCard(text string, w word, start, end int) {
	none := text[start:end]
	kind := c.noCardKind(none)
	if kind == OneOfFrench {
		none = "1" // several in a row are the same mistake
	}
	var within any = ""
	if start > w.start || end < w.end {
		within = part("within", game.Args{"word": quoted(text[w.start:w.end])})
	}
	c.problem(start, end, kind, game.Args{"card": quoted(none), "within": within})
}

// noCardKind tells what a text that is no card looks like.
func (c *cardReader) noCardKind(text string) Kind {
	switch {
	case strings.ContainsAny(text, "–—―"):
		return LongDash
	case strings.Trim(text, "1") == "" && c.deck == card.French:
		return OneOfFrench
	case strings.EqualFold(text, "a") && c.deck == card.Italian:
		return AceOfItalian
	case text == "0":
		return Zero
	case strings.ContainsAny(text, "/|;:"):
		return StraySign
	case c.deck == card.Italian:
		return NoItalianCard
	}
	return NoCard
}

// nearCard tells kinds of characters that people write where they mean a card, or
// between cards.
func (k Kind) nearCard() bool { return k != NoCard && k != NoItalianCard }

// settleItalian resolves the two notations of the Italian deck: J, Q and K
// become 1, 2 and 3, unless those are there as well.
func (c *cardReader) settleItalian(hands [][]card.Card) {
	if c.letter.end == 0 {
		return
	}
	if c.digit.end > 0 {
		c.problem(c.letter.start, c.letter.end, TwoNotations, game.Args{
			"letter": quoted(c.text[c.letter.start:c.letter.end]), "digit": quoted(c.text[c.digit.start:c.digit.end]),
		})
		return
	}
	for _, h := range hands {
		for i, one := range h {
			if one.Rank >= card.Jack {
				h[i].Rank = card.One + one.Rank - card.Jack
			}
		}
	}
}
