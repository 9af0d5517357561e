package camicia

import (
	"errors"
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
	"nonna/engine/lazy"
	"nonna/engine/penalty"
)

func deckParam() game.Param {
	return game.Param{Name: "deck", Read: true, Shuffled: true, Values: []string{card.French.String(), card.Italian.String()}}
}

func inDeck(d card.Deck) game.Options { return game.Options{deckParam().Name: d.String()} }

func deckOf(o game.Options) card.Deck {
	if deckParam().Text(o) == card.Italian.String() {
		return card.Italian
	}
	return card.French
}

// The names of the decks, as members write them: "deck: italian", "Italian deck", "mazzo
// napoletano", or a member of JSON. "40 carte:" is one in front, and elsewhere how long a
// game was. Answers show "deck: italian deal: …".
var (
	italianNames = lazy.Regexp(deckNames(`italian[oae]?|italiane|napoletan[oaie]|neapolitan`, `40`) + `|napoletan[oaie]`)
	frenchNames  = lazy.Regexp(deckNames(`french|frances[ei]`, `52`))
)

// deckNames returns a pattern of a deck by an adjective beside a noun, or by how many cards it has.
func deckNames(adjective, cards string) string {
	const noun = `deck|cards|mazzo|carte`
	return `(?i)\A` + cards + ` (?:carte|cards):|[("']?(?:--)?\b(?:(?:` + noun + `)["']?[\s:=]+["']?(?:` + adjective + `)|` +
		`(?:` + adjective + `)[ -](?:` + noun + `)|da ` + cards + ` carte|` + cards + `[ -]card deck)\b["']?\)?[:?!,]?(?:\s+(?:deal|smazzata):)?`
}

// bothDecks and noDeck match texts that name both decks, or say which one it is not.
var (
	bothDecks = lazy.Regexp(`(?is)(?:italian|napol).*(?:french|frances)|(?:french|frances).*(?:italian|napol)`)
	noDeck    = lazy.Regexp(`(?i)\b(?:not|no|non|without|senza)\b.{0,8}$`)
)

// named returns the deck that a text names, and the text with blanks in place of the name; no
// options for a text that names none, or both.
func named(text string) (rest string, o game.Options) {
	if !strings.ContainsAny(text, "eErRzZlL") { // as every name of a deck has, and few deals
		return text, nil
	}
	italian, french := italianNames().FindStringIndex(text), frenchNames().FindStringIndex(text)
	at, deck := italian, card.Italian
	if italian == nil {
		at, deck = french, card.French
	}
	if at == nil || italian != nil && french != nil || bothDecks().MatchString(text) || noDeck().MatchString(text[:at[0]]) {
		return text, nil
	}
	return text[:at[0]] + strings.Repeat(" ", at[1]-at[0]) + text[at[1]:], inDeck(deck)
}

// read reads a deal of the deck that the text names, or else of that of the options.
func read(text string, o game.Options) (game.Deal, error) {
	if rest, in := named(text); in != nil {
		text, o = rest, in
	}
	d, err := penalty.ReadDeal(text, deckOf(o), 2)
	return Deal{d}, err
}

// find reads two hands in a part of a message: with the French deck or the Italian one, whichever
// has the cards. If both have them and the games differ, it notes that, unless the hands are named as
// those of the exercise, which has the French deck. A 1 is a number in many messages, so of what only
// the Italian deck has the whole deck and cards written one by one are read: "11/12" may be a date.
// Equal hands marked as code may be piles of another game, so they are ambiguous.
func find(text string, marked bool) (game.Deal, error) {
	if _, in := named(text); in != nil {
		return read(text, in)
	}
	french := penalty.ReadLoose(text, card.French)
	problems, failed := errors.AsType[*deal.Problems](french.Err)
	if failed && problems.Ambiguous || !failed && french.Named {
		return Deal{french.Deal}, french.Err
	}
	italian := penalty.ReadLoose(text, card.Italian)
	switch {
	case italian.Err != nil, !failed && french.Deal.Key() == italian.Deal.Key():
	case !failed:
		r := &deal.Reader{Text: text, Ambiguous: true}
		param := "spec.camicia." + deckParam().Name
		value := func(deck card.Deck) game.Phrase { return game.Phrase{ID: param + ".choice." + deck.String()} }
		r.NoPlace(deal.TwoValues, game.Args{"param": game.Phrase{ID: param + ".name"}, "first": value(card.French), "second": value(card.Italian)})
		return Deal{french.Deal}, r.Err()
	case marked && !italian.Deal.IsDeck() && len(italian.Deal.Hands[0]) == len(italian.Deal.Hands[1]):
		problems.Ambiguous = true
	case italian.Deal.IsDeck(), italian.Aces:
		return Deal{italian.Deal}, nil
	}
	return Deal{french.Deal}, french.Err
}

// closing returns the last line of a trace, which names the deck of a deal that the other deck
// reads to another game; else "".
func (d Deal) closing() string {
	other := card.French + card.Italian - d.Deck
	if read, err := penalty.ReadDeal(d.String(), other, 2); err != nil || read.Key() == d.Key() {
		return ""
	}
	return "Deal: " + d.String() + " (deck: " + d.Deck.String() + ")"
}
