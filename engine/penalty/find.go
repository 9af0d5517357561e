package penalty

import (
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
)

// ReadEither reads two hands in a part of a message that names no deck: with the French deck
// or the Italian one, whichever has the cards. If both have them and the games differ, it notes
// that, in the messages of the option whose ids begin with param. The Italian deck's 1 is a number in
// many messages, so of what only that deck has the whole deck and cards written one by one are read:
// "11/12" may be a date. Equal hands marked as code may be piles of another game, so they are
// ambiguous.
func ReadEither(text string, marked bool, param string) (Deal, error) {
	d, french := read(text, card.French, 2, game.MaxPlayers)
	if french.Failed() && french.Ambiguous {
		return d, french.Err()
	}
	other, italian := read(text, card.Italian, 2, game.MaxPlayers)
	switch {
	case italian.Failed(), !french.Failed() && d.Key() == other.Key():
		return d, french.Err()
	case !french.Failed():
		french.Ambiguous = true
		value := func(deck card.Deck) game.Phrase { return game.Phrase{ID: param + ".choice." + deck.String()} }
		french.NoPlace(deal.TwoValues, game.Args{"param": game.Phrase{ID: param + ".name"}, "first": value(card.French), "second": value(card.Italian)})
		return d, french.Err()
	case other.cards() == len(other.Deck.Full()) && other.Oddities() == nil: // the whole deck
		return other, nil
	case marked && len(other.Hands[0]) == len(other.Hands[1]):
		french.Ambiguous = true
	case !italian.packed && (italian.spelled || strings.Contains(text, "1")):
		return other, nil
	}
	return d, french.Err()
}
