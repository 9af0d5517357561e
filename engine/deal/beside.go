package deal

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// Cards must not get lost from a deal that stands among other words. What looks
// like a card and is none, or is one that nothing joins to the deal, casts doubt
// on all of it.

// besideRun is the word before or behind a run, fields[start:end], that might
// belong to it, "" for none.
func besideRun(fields []string, start, end int) string {
	if i := beside(fields, start, -1); i >= 0 && (mayBelong(fields, i, -1) || cardsFollow(fields, i, -1)) {
		return fields[i]
	}
	if isSeparated(fields[end-1], -1) {
		return ""
	}
	if i := beside(fields, end-1, 1); i >= 0 && (mayBelong(fields, i, 1) || cardsFollow(fields, i, 1)) {
		return fields[i]
	}
	return ""
}

// dashAtEnd is a dash that stands between a run and a sentence, and may be one of
// its cards or not; "" where there is none, or the run has others.
func dashAtEnd(fields []string, start, end int) string {
	dashes := 0
	for _, w := range fields[start:end] {
		dashes += strings.Count(w, "-")
	}
	if dashes == 1 && (fields[start] == "-" && start > 0 || fields[end-1] == "-" && end < len(fields)) {
		return "-"
	}
	return ""
}

// besideHands is the word before or behind a word of two hands, fields[at], that
// might belong to it, "" for none. A dash there is one between sentences.
func besideHands(fields []string, at int) string {
	for _, step := range []int{-1, 1} {
		if step > 0 && isSeparated(fields[at], -1) {
			break
		}
		i := beside(fields, at, step)
		if i < 0 || fields[i] == "-" {
			continue
		}
		if w := bare(fields[i]); mayBelong(fields, i, step) || isCards(w) && !isVs(w) && !maybeWord(w) && !isSeparated(fields[i], step) {
			return fields[i]
		}
	}
	return ""
}

// beside is the place of the next word in a direction, -1 for none. Commas
// by themselves are no words.
func beside(fields []string, at, step int) int {
	for at += step; at >= 0 && at < len(fields); at += step {
		if strings.Trim(fields[at], ",") != "" {
			return at
		}
	}
	return -1
}

// isSeparated tells a word that something sets apart from what follows it, or from what
// stands before it: the end of a sentence, a colon, brackets.
func isSeparated(w string, step int) bool {
	if step < 0 {
		return strings.ContainsAny(w[len(w)-1:], ".!?:)")
	}
	return w[0] == '('
}

// mayBelong tells a word beside cards that might be one of them: one that begins
// with a card, as "J😂" does, a number, a single letter, two characters of which
// the first is a rank, or the name of a card.
func mayBelong(fields []string, i, step int) bool {
	w := bare(fields[i])
	switch {
	case likeCard.MatchString(w):
		return true
	case isSeparated(fields[i], step):
		return false
	case utf8.RuneCountInString(w) == 1 && strings.Contains("eoèiIy–—", w):
		far := beside(fields, i, step)
		return far < 0 || !plainWord.MatchString(bare(fields[far])) // "J e poi" is a J, and then: "J — X" is no sentence
	}
	return likeRank.MatchString(w) || cardNames.MatchString(w)
}

// cardsFollow tells a short word behind which, in a direction, cards go on: "3 4 + J".
func cardsFollow(fields []string, i, step int) bool {
	far := beside(fields, i, step)
	if far < 0 || utf8.RuneCountInString(bare(fields[i])) > 2 || isSeparated(fields[i], step) {
		return false
	}
	w := bare(fields[far])
	return isCards(w) && !maybeWord(w)
}

var (
	// likeCard is a word that begins with a card and goes on with something that
	// is neither letter nor digit.
	likeCard = regexp.MustCompile(`^(?:10|[2-9TJQKA-])[^\pL\pN/|;]`)
	// likeRank is a number, a single letter, or a rank with one more character.
	likeRank = regexp.MustCompile(`^(?:\d[\pL\pN]*|\pL|[TJQKA][\p{Lu}\d])$`)
	// cardNames are the names of cards in the languages that people play in.
	cardNames = regexp.MustCompile(`(?i)^(?:aces?|jacks?|queens?|kings?|jokers?|ass[oi]|fant[ei]|donn[ae]|regin[ae]|cavall[oi]|re|jolly|matt[ae]|` +
		`two|three|four|five|six|seven|eight|nine|ten|due|tre|quattro|cinque|sei|sette|otto|nove|dieci)$`)
	plainWord = regexp.MustCompile(`^\pL*[\p{Ll}]\pL+$`)
)
