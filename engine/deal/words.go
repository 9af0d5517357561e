package deal

import (
	"regexp"
	"slices"
	"strings"
)

// IsWord reports whether a text of letters of cards is a word that begins a sentence: "Ahah", "Task".
func IsWord(text string) bool { return capitalized.MatchString(text) }

var capitalized = regexp.MustCompile(`^(?:[TJQKA][a-z]{2,}|At)`)

// plainWord matches a word of two letters or more; shortCard two characters that begin as a card does.
var (
	plainWord = regexp.MustCompile(`^['’-]*\pL['’-]*\pL[\pL'’-]*$`)
	shortCard = regexp.MustCompile(`^(?:[TJQKA][^a-z]|[lI][oO])$`)
)

// isTalk reports whether a word cannot be meant as a card.
func isTalk(text string) bool {
	word := strings.NewReplacer("'", "", "’", "", "-", "").Replace(text)
	lower := strings.ToLower(word)
	isCards := AreCards(word) && (len(word) < 4 || word != lower) || shortCard.MatchString(word)
	return plainWord.MatchString(text) && !isCards && !IsCardName(lower)
}

// cardNames are the names of cards in the languages that people play in, and one that looks like
// three cards.
const cardNames = "ace aces asso assi re two three four five six seven eight nine ten due tre quattro cinque sei sette otto nove dieci " +
	"jack jacks jak queen queens king kings joker jokers fante fanti donna donne regina regine cavallo cavalli jolly matta matto"

// IsCardName reports whether a word in lower case is the name of a card.
func IsCardName(w string) bool { return slices.Contains(strings.Fields(cardNames), w) }
