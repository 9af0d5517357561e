package penalty

import (
	"strings"

	"nonna/engine/card"
)

// ReadEither reads two hands in a part of a message: with the French deck, or with the
// Italian one if only that has the cards and nothing else can be meant. That is so for the
// whole deck and for the notation of the published records; other cards must be written
// one by one, since "11/12" may be a date. Equal hands marked as code may be piles of
// another game, so they are ambiguous, except items of JSON that are not single cards.
func ReadEither(text string, marked bool) (Deal, error) {
	french := newHandReader(text, card.French, 2)
	if !french.Failed() || !strings.Contains(text, "1") { // without a 1, both decks have the cards
		return french.deal()
	}
	italian := newHandReader(text, card.Italian, 2)
	d, err := italian.deal()
	switch {
	case err != nil:
	case d.isWholeDeck(), d.isRecord():
		return d, nil
	case marked && len(d.Hands[0]) == len(d.Hands[1]) && (!italian.packed || !italian.IsOneJSON()):
		french.Ambiguous = true
	case !italian.packed:
		return d, nil
	}
	return french.deal()
}

// isWholeDeck reports whether a deal has all cards of its deck that matter.
func (d Deal) isWholeDeck() bool { return d.cards() == len(d.Deck.Full()) && d.Oddities() == nil }

// isRecord reports whether a deal is written like the published records: 1, 2, 3 and
// dashes for other cards, at least as many. "1-2/2-3" may be chapters.
func (d Deal) isRecord() bool {
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
	return dashes > 0 && dashes >= courts && dashes+courts == d.cards()
}
