package penalty

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// cards reads the cards of a hand.
func (r *reader) cards(h deal.Hand) []card.Card {
	cards := make([]card.Card, 0, len(h.Words))
	r.blanks = true
	for _, w := range h.Words {
		r.blanks = r.blanks && !strings.ContainsAny(w.Text, "23456789")
	}
	for i := 0; i < len(h.Words); {
		w := h.Words[i]
		if one, n, ok := r.named(h.Words[i:]); ok {
			cards, i = append(cards, one), i+n
			r.ranked, r.spelled = true, r.spelled || len(w.Text) > 2
			continue
		}
		i++
		isSeveral := isNumber(w.Text) && len(w.Text) > 1 && w.Text != "10" && len(h.Words) > 1 || strings.ContainsAny(w.Text, " ,")
		if w.Text == "" || h.Listed && isSeveral {
			r.Problem(w.Start, w.End, deal.NoJSONCard, nil)
			continue
		}
		cards = r.word(cards, w, w.End-w.Start == len(w.Text), len(h.Words) > 1)
	}
	if r.count += len(cards); r.count > game.MaxCards && r.count-len(cards) <= game.MaxCards {
		r.Problem(h.Start, h.Start, deal.TooManyCards, game.Args{"most": game.MaxCards})
	}
	return cards
}

// word appends the cards in one word, with or without suits: "2", "10", "TD", "♠A",
// "---AJ--Q". Each part of it that is not a card is a problem, at its place if the word stands
// in the text as it is. A word with at least as many other characters as cards is a problem as
// a whole. several reports that the hand has other words.
func (r *reader) word(cards []card.Card, w deal.Word, verbatim, several bool) []card.Card {
	before, others := len(cards), 0
	var wrong []deal.Place // in the word
	for at := 0; at < len(w.Text); {
		one, size, ok := r.one(w.Text[at:])
		if ok {
			cards = append(cards, one)
			r.note(one, deal.Word{Place: w.Place, Text: w.Text[at : at+size]})
			at += size
			continue
		}
		end := at + size
		for end < len(w.Text) { // up to the next card
			_, n, ok := r.one(w.Text[end:])
			if ok {
				break
			}
			end += n
		}
		if kind := r.wrong(w.Text[at:end]); kind == NoCard || kind == NoItalianCard {
			others += utf8.RuneCountInString(w.Text[at:end])
		}
		wrong = append(wrong, deal.Place{Start: at, End: end})
		at = end
	}
	n := len(cards) - before
	whole := deal.Place{End: len(w.Text)}
	isCourt := w.Text == "11" || w.Text == "12" || w.Text == "13" // where there is no 8 or 9, the court cards are 10 to 12
	switch {
	case r.isDashed(w.Text):
		r.Ambiguous = true
		r.Problem(w.Start, w.End, DashedCards, game.Args{"cards": deal.Quoted(w.Text)})
		return cards
	case r.deck == card.Italian && isItalianPair(w.Text):
		r.Ambiguous = true
		r.Problem(w.Start, w.End, TwoFaces, game.Args{"card": deal.Quoted(w.Text), "one": w.Text[:1] + strings.ToLower(w.Text[1:]), "two": w.Text[:1] + " " + w.Text[1:]})
		return cards
	case isCourt && (r.deck == card.French && strings.Contains(r.Clean, "13") || r.deck == card.Italian && several),
		r.deck == card.French && strings.EqualFold(w.Text, "jacks"), others > 0 && others >= n,
		len(w.Text) > 2 && w.Text == strings.ToLower(w.Text) && deal.IsNearName(w.Text):
		wrong = []deal.Place{whole}
	}
	for _, at := range wrong {
		r.noCard(w, at, verbatim)
	}
	r.packed = r.packed || n > 1
	return cards
}

// noCard notes a part of a word that is not a card.
func (r *reader) noCard(w deal.Word, at deal.Place, verbatim bool) {
	none := w.Text[at.Start:at.End]
	kind := r.wrong(none)
	if kind == OneOfFrench {
		none = "1" // several in a row are the same mistake
	}
	var within any = ""
	place := w.Place
	if none != w.Text && at.End-at.Start < len(w.Text) {
		within = deal.Part("within", game.Args{"word": deal.Quoted(w.Text)})
		if verbatim {
			place = deal.Place{Start: w.Start + at.Start, End: w.Start + at.End}
		}
	}
	r.Problem(place.Start, place.End, kind, game.Args{"card": deal.Quoted(none), "within": within})
}

// wrong returns the kind of problem that a text has which is no card.
func (r *reader) wrong(text string) deal.Kind {
	italian := r.deck == card.Italian
	switch {
	case strings.ContainsAny(text, "–—―"):
		return LongDash
	case !italian && (text == "11" || text == "12" || text == "13") && strings.Contains(r.Clean, "13"):
		return CourtNumber
	case !italian && strings.Trim(text, "1") == "":
		return OneOfFrench
	case italian && strings.EqualFold(strings.TrimRight(text, "BCDSbcds"), "a"):
		return AceOfItalian
	case text == "V":
		return CapitalV
	case text == "0":
		return Zero
	case strings.Trim(text, "*_~`") == "":
		return Markup
	case italian:
		return NoItalianCard
	}
	return NoCard
}

// one reads the card of the deck at the beginning of a text. size is the bytes of the
// card or, if ok is false, of the first character.
func (r *reader) one(text string) (one card.Card, size int, ok bool) {
	if r.blanks && text[0] == '_' {
		return card.Card{Rank: card.Number}, 1, true
	}
	one, size, ok = deal.ParseCard(text)
	if ok && (r.deck == card.French && one.Rank == card.One || r.deck == card.Italian && one.Rank == card.Ace) {
		_, size = utf8.DecodeRuneInString(text)
		return card.Card{}, size, false
	}
	if ok && r.deck == card.Italian && one.Suit == card.NoSuit && one.Rank != card.Number && size < len(text) && text[size]|0x20 == 'b' {
		one.Suit = card.Batons
		size++
	}
	return one, size, ok
}

// loneDash matches a dash that does not stand between two cards.
var loneDash = regexp.MustCompile(`(?i)--|[0-9TJQKA]-(?:[\s/|;,"]|$)|(?:^|[\s/|;,"])-[0-9TJQKA]`)

// isDashed reports whether the dashes in a word may be number cards or separate its cards,
// and no other dash of the text says which.
func (r *reader) isDashed(w string) bool {
	return strings.ContainsAny(w, "-\u2212\u2010") && dashesUnclear(r.deck, w) && !loneDash.MatchString(r.Clean)
}

// dashesUnclear reports whether the dashes in a word may be number cards or separate
// its cards: there is one between any two, and they are not written as in records, where
// court cards are letters, or digits of the Italian deck, and number cards are dashes.
func dashesUnclear(deck card.Deck, w string) bool {
	r := reader{deck: deck}
	cards, digits, ranked := 0, false, false
	for w != "" {
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
	return false
}

// note remembers the first J, Q or K of an Italian deal, and whether it has other cards than
// these and dashes.
func (r *reader) note(one card.Card, w deal.Word) {
	if r.deck != card.Italian {
		return
	}
	if one.Rank >= card.Jack && r.letter.Text == "" {
		r.letter = w
	}
	r.ranked = r.ranked || one.Rank != card.Number && one.Rank < card.Jack || one.Suit != card.NoSuit
}

// resolveLetters makes J, Q and K of the Italian deck 1, 2 and 3, as published records have
// them, which have dashes for all other cards. On the cards themselves they would be figures,
// 8, 9 and 10.
func (r *reader) resolveLetters(d *Deal) {
	switch {
	case r.letter.Text == "" || r.deck != card.Italian:
		return
	case r.ranked:
		r.Problem(r.letter.Start, r.letter.End, FaceLetters, game.Args{"letter": deal.Quoted(r.letter.Text)})
		return
	}
	for _, h := range d.Hands {
		for i, one := range h {
			if one.Rank >= card.Jack {
				h[i].Rank = card.One + one.Rank - card.Jack
			}
		}
	}
}
