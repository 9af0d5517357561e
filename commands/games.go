package commands

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"nonna/commands/words"
	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/penalty"
)

// Games lists the games by the names of their commands.
func Games() []string { return []string{"camicia", "beggar", "snap", "clock"} }

func GameChoices() []Choice {
	var list []Choice
	for _, name := range Games() {
		list = append(list, Choice{Value: name})
	}
	return list
}

// BoardGameChoices are the games that have boards.
func BoardGameChoices() []Choice {
	return slices.DeleteFunc(GameChoices(), func(c Choice) bool { return !HasBoard(c.Value) })
}

// HasBoard tells whether a game has leaderboards. Clock has none: nothing is
// longest in a game of 52 cards.
func HasBoard(game string) bool {
	return game == "camicia" || game == "beggar" || game == "snap"
}

// FullDivision is what people mean who name no division.
const FullDivision = penalty.FrenchDivision

// A shuffled deal of Snap has these many players and cards each, if nobody says
// otherwise, of about as many kinds of cards as each player has cards.
const (
	SnapPlayers = 3
	SnapCards   = 4
	MaxKinds    = 26
)

// SnapMaxShuffled is the most players, and cards each, of a shuffled deal.
const SnapMaxShuffled = 64

// BeggarMaxPlayers is the most players who share a shuffled deck: each gets a
// card.
const BeggarMaxPlayers = 52

// Examples are deals of a game to begin with, small ones that end and that do
// not; the help shows the first.
func Examples(game string, deck card.Deck) []string {
	if deck == card.Italian {
		return []string{"5 3 7 / 4 2 6", "1 4 5 / 6 1 7"}
	}
	return map[string][]string{
		"camicia": {"2 A 7 8 Q 10 / 3 4 5 6 K 9 J", "J 2 3 / 4 J 5"},
		"beggar":  {"TD AC / 5H 4D / JS KC 2H", "J 2 3 / 4 J 5"},
		"snap":    {"abca abba", "fizz buzz", "bdad acbc abba"},
		"clock":   {"JJ77/865K/2T9A/Q3K6/8748/3T5Q/J7AT/3A6K/23K6/5T54/Q9J2/94Q4/A982"},
	}[game]
}

// ItalianPrefix stands before a stored deal of Camicia with the Italian deck.
// With it the deal can be pasted behind /camicia as it is.
const ItalianPrefix = "deck: italian deal: "

// ShownDeal is a stored deal of a game as the reader can paste it, with their
// names of the options: as it was dealt where that is short, else with cards
// that play alike written alike.
func (t Localizer) ShownDeal(req Request, say *words.Printer, game, stored string) string {
	rest, italian := strings.CutPrefix(stored, ItalianPrefix)
	deck := card.French
	if italian {
		deck = card.Italian
	}
	if short, ok := Compact(game, rest, deck); ok {
		rest = short
	}
	if !italian {
		return rest
	}
	return fmt.Sprintf("%s: %s %s: %s", t.OptionName(req, say, "camicia", "deck"), card.Italian,
		t.OptionName(req, say, "camicia", "deal"), rest)
}

// Compact is a deal as it is typed, shorter where it would not fit a suggestion
// and where cards play alike; ok is false for one that cannot be read any more.
func Compact(game, text string, deck card.Deck) (short string, ok bool) {
	if utf8.RuneCountInString(text) <= MaxSuggested {
		return text, true
	}
	switch game {
	case "camicia":
		d, err := deal.Camicia(text, deck)
		return d.Key(), err == nil
	case "beggar":
		d, err := deal.Beggar(text)
		return d.Key(), err == nil
	}
	return text, true
}
