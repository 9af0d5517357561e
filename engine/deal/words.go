package deal

import (
	"slices"
	"strings"

	"nonna/engine/lazy"
)

// IsWord reports whether a text of letters of cards is a word that begins a sentence: "Ahah", "Task".
func IsWord(text string) bool { return capitalized().MatchString(text) }

var capitalized = lazy.Regexp(`^(?:[TJQKA][a-z]{2,}|At)`)

// plainWord matches a word of two letters or more; shortCard two characters that begin as a card does.
var (
	plainWord = lazy.Regexp(`^['’-]*\pL['’-]*\pL[\pL'’-]*$`)
	shortCard = lazy.Regexp(`^(?:[TJQKA][^a-z]|[lI][oO])$`)
)

// IsTalk reports whether a word cannot be meant as a card.
func IsTalk(text string) bool {
	word := strings.Join(strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune("'’-", c) }), "")
	isCards := AreCards(word) && (len(word) < 4 || word != strings.ToLower(word)) || shortCard().MatchString(word)
	return plainWord().MatchString(text) && !isCards && !IsCourtName(word)
}

// courtNames are names of court cards in the languages that people play in, as corrections have them:
// "the jack is a queen".
const courtNames = "ace aces jack jacks jak queen queens king kings joker asso assi fante regina cavallo"

// IsCourtName reports whether a word is the name of a court card.
func IsCourtName(w string) bool {
	return slices.Contains(strings.Fields(courtNames), strings.ToLower(w))
}
