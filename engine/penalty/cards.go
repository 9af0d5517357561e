package penalty

import (
	"cmp"
	"strings"
	"unicode/utf8"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
	"nonna/engine/lazy"
)

// cards reads the cards of a hand.
func (r *reader) cards(h deal.Hand) []card.Card {
	cards := make([]card.Card, 0, len(h.Words))
	for _, w := range h.Words {
		if h.Label != "" && deal.IsTalk(w.Text) { // as in a copied chat
			r.Problem(w.Start, w.End, deal.BesideDeal, game.Args{"word": deal.Quoted(w.Text)})
			continue
		}
		if w.Text == "" || h.Listed && (strings.ContainsAny(w.Text, " ,") || isNumber(w.Text) && len(h.Words) > 1) {
			r.Problem(w.Start, w.End, deal.NoJSONCard, nil)
			continue
		}
		cards = r.word(cards, w, len(h.Words) > 1)
	}
	return cards
}

// mustBeCards reports whether the writer must have meant cards, whatever mistakes they have: more of the
// text is cards than is not, and some in each hand. Letters in lower case may be piles of another game,
// and a number over ten may be anything.
func mustBeCards(hands []deal.Hand) bool {
	cards, others := 0, 0
	for _, h := range hands {
		before := cards
		for _, w := range h.Words {
			rest := w.Text
			if len(rest) != 2 || !isNumber(rest) {
				cards += len(written().FindAllString(rest, -1))
				rest = written().ReplaceAllString(rest, "")
			}
			others += utf8.RuneCountInString(rest)
		}
		if cards == before {
			return false
		}
	}
	return cards > others
}

// written matches a card as people write it.
var written = lazy.Regexp(`[♠♥♦♣]?(?:10|[-1-9TJQKA])[SHDCshdc♠♥♦♣]?`)

// word appends the cards in one word, with or without suits: "2", "10", "TD", "♠A",
// "---AJ--Q". Each character of it that is not a card is a problem, or the word as a whole if it has at
// least as many of these as cards. several reports that the hand has other words.
func (r *reader) word(cards []card.Card, w deal.Word, several bool) []card.Card {
	before := len(cards)
	var wrong []deal.Place // in the word
	for at := 0; at < len(w.Text); {
		one, size, ok := r.one(w.Text[at:])
		if ok {
			cards = append(cards, r.inRecord(one, deal.Word{Place: w.Place, Text: w.Text[at : at+size]}))
		} else {
			wrong = append(wrong, deal.Place{Start: at, End: at + size})
		}
		at += size
	}
	n := len(cards) - before
	r.packed = r.packed || n > 1
	if len(wrong) >= max(n, 1) || r.isOtherCard(w.Text, several) {
		wrong = []deal.Place{{End: len(w.Text)}}
	}
	for _, at := range wrong {
		r.noCard(w, at)
	}
	if len(wrong) == 0 {
		r.checkDashes(w)
	}
	return cards
}

// inRecord returns the card that a letter of the Italian deck is in published records.
func (r *reader) inRecord(one card.Card, w deal.Word) card.Card {
	if r.deck == card.Italian && one.Rank >= card.Jack {
		one.Rank = card.One + one.Rank - card.Jack
		r.letter, r.figures = cmp.Or(r.letter, w), r.figures || one.Suit != card.NoSuit
	} else if one.Rank != card.Number {
		r.figures = true
	}
	return one
}

// checkDashes notes a word of cards whose dashes may stand between the others.
func (r *reader) checkDashes(w deal.Word) {
	dashes := strings.ReplaceAll(strings.ReplaceAll(w.Text, "\u2212", "-"), "\u2010", "-")
	if dashesUnclear(r.deck, dashes) && !loneDash().MatchString(r.Clean) {
		r.SeveralDeals(w.Start, w.End, strings.ReplaceAll(dashes, "-", " "), strings.ReplaceAll(dashes, "-", " - "))
	}
}

// isOtherCard reports whether a word of letters of cards is another word, as "Ask", the name of a court
// card, or the number of one: where there is no 8 or 9, those of an Italian deck are 10 to 12.
func (r *reader) isOtherCard(w string, several bool) bool {
	if r.deck == card.Italian && several && (w == "11" || w == "12" || w == "13") {
		return true
	}
	return len(w) > 2 && w != strings.ToUpper(w) && (deal.IsWord(w) || deal.IsCourtName(w))
}

// noCard notes a part of a word that is not a card, at its place if the word stands in the
// text as it is.
func (r *reader) noCard(w deal.Word, at deal.Place) {
	none, place := w.Text[at.Start:at.End], w.Place
	if w.End-w.Start == len(w.Text) {
		place = deal.Place{Start: w.Start + at.Start, End: w.Start + at.End}
	}
	kind := NoCard
	if r.deck == card.Italian {
		kind = NoItalianCard
	}
	r.Problem(place.Start, place.End, kind, game.Args{"card": deal.QuotedCard(none)})
}

// one reads the card of the deck at the beginning of a text. size is the bytes of the
// card or, if ok is false, of the first character.
func (r *reader) one(text string) (one card.Card, size int, ok bool) {
	one, size, ok = deal.ParseCard(text)
	switch {
	case ok && (r.deck == card.French && one.Rank == card.One || r.deck == card.Italian && one.Rank == card.Ace):
		_, size = utf8.DecodeRuneInString(text)
		return card.Card{}, size, false
	case ok && r.deck == card.Italian && one.Suit == card.NoSuit && one.Rank != card.Number && size < len(text) && text[size]|0x20 == 'b':
		one.Suit = card.Batons
		size++
	}
	return one, size, ok
}

// dashesUnclear reports whether a dash in a word may be a number card or separate two cards. In
// records, court cards are letters, or digits of the Italian deck, and all number cards are dashes.
func dashesUnclear(deck card.Deck, word string) bool {
	pattern := frenchDash
	if deck == card.Italian {
		pattern = italianDash
	}
	return strings.Contains(word, "-") && pattern().MatchString(word)
}

// frenchDash and italianDash match a dash beside what records do not have.
var (
	frenchDash  = lazy.Regexp(`(?i)[2-90TSHDC♠♤♥♡♦♢♣♧]-[0-9TJQKA♠♤♥♡♦♢♣♧]|[JQKA]-[2-9T1]`)
	italianDash = lazy.Regexp(`(?i)[4-90TSHDCB]-[0-9TJQK]|[1-3JQK]-(?:[4-9T]|10)|[1-3]-[1-3]-[1-3]`)
)
