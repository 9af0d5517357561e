package deal

import (
	"errors"
	"strings"

	"nonna/engine/card"
	"nonna/engine/penalty"
)

// LikeHands tells a text that its writer must have meant as hands of a penalty
// game, whatever mistakes it has: two hands or more with cards in each, and more
// cards than other characters in all. Letters in lower case count as others, as
// piles of Snap have them.
func LikeHands(text string) bool {
	r, clean := open(text)
	if len(r.problems) > 0 {
		return false
	}
	cards, others := 0, 0
	hands := handTexts(clean)
	for _, h := range hands {
		good, bad := countCards(h)
		if good == 0 {
			return false
		}
		cards += good
		others += bad
	}
	return len(hands) > 1 && cards > others
}

// handTexts are the words of the hands that a text has, or would have if all in
// it were cards.
func handTexts(clean string) [][]string {
	var hands [][]string
	if looksLikeJSON(clean) && isOneJSON(clean) {
		r := &reader{}
		n, ok := r.parseJSON(clean, 0, len(clean))
		if !ok {
			return nil
		}
		items, _ := r.jsonHands(n, NoJSONHands)
		for _, item := range items {
			hands = append(hands, jsonTexts(item))
		}
		return hands
	}
	for _, p := range splitHands(clean) {
		var texts []string
		for _, w := range words(clean, p.start, p.end) {
			texts = append(texts, clean[w.start:w.end])
		}
		hands = append(hands, texts)
	}
	return hands
}

// jsonTexts are the words of a hand in JSON.
func jsonTexts(n node) []string {
	if n.kind == scalar {
		return []string{n.text}
	}
	var texts []string
	for _, item := range n.items {
		texts = append(texts, item.text)
	}
	return texts
}

// countCards counts the cards of either deck in words, and other characters. A
// number over 10 is not a card or two.
func countCards(words []string) (cards, others int) {
	c := newCardReader(&reader{}, card.French)
	for _, w := range words {
		if isNumber(w) && len(w) == 2 && w != "10" {
			others++
			continue
		}
		for w != "" {
			_, size, ok := c.one(w)
			if ok && (w[0] < 'a' || w[0] > 'z') || w[0] == '1' {
				cards++
			} else {
				others++
			}
			w = w[size:]
		}
	}
	return cards, others
}

// eitherDeck reads a passage as a deal of Camicia: with the French deck, or with
// the Italian one if only that has its cards and nothing else can be meant.
func eitherDeck(p passage) (penalty.Deal, error) {
	d, err := twoHands(p.text, card.French)
	if err == nil || !strings.Contains(p.text, "1") { // without a 1, both decks have the cards
		return d, err
	}
	italian, none := twoHands(p.text, card.Italian)
	switch {
	case none != nil:
		return d, err
	case isWholeDeck(italian), isRecord(italian):
		return italian, nil
	case p.code && maybeSnap(p.text) && (apartCards(p.text) || !isJSON(p.text)):
		r := &reader{text: p.text, several: true}
		r.whole(ItalianOrSnap, nil)
		return d, r.err()
	case !apartCards(p.text):
		return d, err
	}
	return italian, nil
}

// isWholeDeck tells a deal of all cards of its deck that count.
func isWholeDeck(d penalty.Deal) bool {
	return len(d.Hands[0])+len(d.Hands[1]) == len(d.Deck.Full()) && d.Oddities() == nil
}

// isRecord tells the notation of published records: 1, 2, 3, and a dash for each
// other card, of which there are as many at least. "1-2/2-3" may be chapters.
func isRecord(d penalty.Deal) bool {
	courts, dashes := 0, 0
	for _, h := range d.Hands {
		for _, c := range h {
			switch {
			case c.Rank == card.Number:
				dashes++
			case d.Deck.Debt(c.Rank) > 0:
				courts++
			}
		}
	}
	return d.HasBlanks() && dashes >= courts && dashes+courts == len(d.Hands[0])+len(d.Hands[1])
}

// apartCards tells whether all words of the hands in a text are cards of the
// Italian deck, each by itself: "11/12" may be a date.
func apartCards(text string) bool {
	_, clean := open(text)
	for _, hand := range handTexts(clean) {
		for _, w := range strings.FieldsFunc(strings.Join(hand, " "), func(c rune) bool { return strings.ContainsRune(" ,*_~", c) }) {
			if w != "10" && (len(w) > 1 || !strings.Contains("123456789-", w)) && italianFace(w) == 0 {
				return false
			}
		}
	}
	return true
}

// maybeSnap tells a text that is a deal of Snap, or several.
func maybeSnap(text string) bool {
	_, err := Piles(text)
	var p *Problems
	return err == nil || errors.As(err, &p) && p.Ambiguous
}

// twoHands reads two hands of a deck.
func twoHands(text string, deck card.Deck) (penalty.Deal, error) {
	hands, err := Hands(text, deck, 2)
	return penalty.Deal{Deck: deck, Hands: hands}, err
}
