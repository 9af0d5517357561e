package camicia

import (
	"regexp"
	"strings"

	"nonna/engine/card"
	"nonna/engine/game"
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
	italianNames = regexp.MustCompile(deckNames(`italian[oae]?|italiane|napoletan[oaie]|neapolitan`, `40`) + `|napoletan[oaie]`)
	frenchNames  = regexp.MustCompile(deckNames(`french|frances[ei]`, `52`))
)

// deckNames returns a pattern of a deck by an adjective beside a noun, or by how many cards it has.
func deckNames(adjective, cards string) string {
	const noun = `deck|cards|mazzo|carte`
	return `(?i)\A` + cards + ` (?:carte|cards):|[("']?(?:--)?\b(?:(?:` + noun + `)["']?[\s:=]+["']?(?:` + adjective + `)|` +
		`(?:` + adjective + `)[ -](?:` + noun + `)|da ` + cards + ` carte|` + cards + `-card deck)\b["']?\)?[:?!,]?(?:\s+(?:deal|smazzata):)?`
}

// bothDecks and noDeck match texts that name both decks, or say which one it is not.
var (
	bothDecks = regexp.MustCompile(`(?is)(?:italian|napol).*(?:french|frances)|(?:french|frances).*(?:italian|napol)`)
	noDeck    = regexp.MustCompile(`(?i)\b(?:not|no|non|without|senza)\b.{0,8}$`)
)

// named returns the deck that a text names, and the text with blanks in place of the name; no
// options for a text that names none, or both.
func named(text string) (rest string, o game.Options) {
	if !strings.ContainsAny(text, "eErRzZlL") { // as every name of a deck has, and few deals
		return text, nil
	}
	italian, french := italianNames.FindStringIndex(text), frenchNames.FindStringIndex(text)
	at, deck := italian, card.Italian
	if italian == nil {
		at, deck = french, card.French
	}
	if at == nil || italian != nil && french != nil || bothDecks.MatchString(text) || noDeck.MatchString(text[:at[0]]) {
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

func find(text string, marked bool) (game.Deal, error) {
	if _, in := named(text); in != nil {
		return read(text, in)
	}
	d, err := penalty.ReadEither(text, marked, "spec.camicia."+deckParam().Name)
	return Deal{d}, err
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
