package deal

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/card"
)

// Cards must not get lost from a deal among other words. So a run of cards is not read if
// a word beside it might be a card too.

// words are the words of a text.
type words []string

// runs returns the longest runs in w[start:end] of words that are cards or signs, with a
// sign among them. A word of two hands is a run by itself.
func (w words) runs(start, end int) []Place {
	var list []Place
	for start < end {
		w[start] = afterColon(w[start])
		run := Place{start, w.runEnd(start, end)}
		if text := w.text(run); strings.ContainsAny(text, "/|;") || len(vsMarks(text)) > 0 {
			list = append(list, run)
		}
		start = max(run.End, start+1)
	}
	return list
}

// afterColon returns a word without a label: "deal:2" is about a 2.
func afterColon(w string) string {
	if before, after, ok := strings.Cut(w, ":"); ok && after != "" && strings.IndexFunc(before, unicode.IsLetter) >= 0 {
		return after
	}
	return w
}

// runEnd returns the end of the run that begins at start, which is start if there is none.
func (w words) runEnd(start, end int) int {
	if isTwoHands(bare(w[start])) {
		return start + 1
	}
	at := start
	for at < end && isCards(bare(w[at])) && (at == start || !isParted(w[at-1], w[at])) {
		at++
	}
	return at
}

// text returns the words of a run. Signs at its ends remain: without the hand beside them
// it is not a deal.
func (w words) text(run Place) string {
	list := make([]string, 0, run.End-run.Start)
	for _, one := range w[run.Start:run.End] {
		list = append(list, strings.Trim(one, punctuation))
	}
	return w.unmarked(run, strings.Join(list, " "))
}

// unmarked returns the text of a run without the markup at its ends whose other half is
// beside the run, as in "**look: 2 A / 3 4**".
func (w words) unmarked(run Place, text string) string {
	rest := strings.TrimLeft(text, "*~")
	mark := text[:len(text)-len(rest)]
	if mark != "" && slices.ContainsFunc(w[run.End:], func(one string) bool { return strings.HasSuffix(strings.Trim(one, punctuation), mark) }) {
		text = rest
	}
	rest = strings.TrimRight(text, "*~")
	mark = text[len(rest):]
	if mark != "" && slices.ContainsFunc(w[:run.Start], func(one string) bool { return strings.HasPrefix(strings.Trim(one, punctuation), mark) }) {
		text = rest
	}
	return text
}

// neighbour returns the word beside a run, or in it, that may belong to the run or not: a
// word that could be a card, a dash between the run and a sentence, or a word after a comma
// in a run without commas before.
func (w words) neighbour(run Place) string {
	first, last := run.Start, run.End-1
	for i := first; i < last; i++ {
		if strings.HasSuffix(w[i], ",") && !strings.HasSuffix(w[first], ",") {
			return w[i+1]
		}
	}
	if w[first] == "-" && first > 0 && !isParted(w[first-1], w[first]) || w[last] == "-" && run.End < len(w) {
		return "-"
	}
	return cmp.Or(w.beside(first, -1), w.beside(last, 1))
}

// beside returns the word beside w[at] in a direction if it might be a card.
func (w words) beside(at, step int) string {
	i := w.next(at, step)
	if i < 0 {
		return ""
	}
	word, beyond := bare(w[i]), ""
	if j := w.next(i, step); j >= 0 {
		beyond = bare(w[j])
	}
	switch {
	case isJoin(word) && isWord.MatchString(beyond): // "J e poi" is a J, and then
		return ""
	case isJoin(word), mayBeCard(word), utf8.RuneCountInString(word) <= 2 && isCards(beyond): // "3 4 + J"
		return w[i]
	case areCards(word, false) && !isTwoHands(bare(w[at])): // "at" or "-": blanks do not split two hands in a word
		return w[i]
	}
	return ""
}

// next returns the index of the next word in a direction, -1 if there is none or
// punctuation parts them. Punctuation by itself is not a word.
func (w words) next(at, step int) int {
	for i := at + step; i >= 0 && i < len(w); i += step {
		if bare(w[i]) != "" {
			if isParted(w[min(at, i)], w[max(at, i)]) {
				return -1
			}
			return i
		}
	}
	return -1
}

// isParted reports whether punctuation parts two words: the end of a sentence, a colon,
// brackets.
func isParted(before, after string) bool {
	return strings.ContainsAny(before[len(before)-1:], ".!?:)") || after[0] == '('
}

// isJoin reports whether a word of one character is common in sentences, or a dash
// between them.
func isJoin(w string) bool {
	return utf8.RuneCountInString(w) == 1 && strings.Contains("eoèiIy–—", w)
}

var (
	// hasCard matches a number, a single letter, a rank with one more character, and a
	// word that begins with a card and goes on with neither a letter nor a digit, as
	// "J😂" does.
	hasCard = regexp.MustCompile(`^(?:\d[\pL\pN]*|\pL|[TJQKA][\p{Lu}\d]|(?:10|[2-9TJQKA-])[^\pL\pN/|;].*)$`)
	// cardNames matches the names of cards in the languages that people play in.
	cardNames = regexp.MustCompile(`(?i)^(?:aces?|jacks?|queens?|kings?|jokers?|ass[oi]|fant[ei]|donn[ae]|regin[ae]|cavall[oi]|re|jolly|matt[ae]|` +
		`two|three|four|five|six|seven|eight|nine|ten|due|tre|quattro|cinque|sei|sette|otto|nove|dieci)$`)
	isWord = regexp.MustCompile(`^\pL*\p{Ll}\pL+$`)
)

// mayBeCard reports whether a word could be a card in any notation.
func mayBeCard(w string) bool {
	return hasCard.MatchString(w) || cardNames.MatchString(w) || w != "-" && isCards(w)
}

// bare returns a word without the punctuation and markup around it.
func bare(w string) string { return strings.Trim(w, punctuation+allMarkup) }

// punctuation is the punctuation around words.
const punctuation = ".,:!?()\"'“”„‘’«»"

// isLower reports whether a word has only lower-case letters: "at" is an ace and a ten, or
// a word of a sentence.
func isLower(w string) bool { return strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && !IsVs(w) }

// isCards reports whether a word has only cards, perhaps with signs around them, and is
// not a word of a sentence. A 1 is a card of the Italian deck by itself or beside dashes:
// "11" may be any number.
func isCards(w string) bool {
	cards := strings.Trim(w, "/|;,")
	return IsVs(w) || w != "" && (cards == "" || !isLower(cards)) && areCards(cards, cards == "1" || strings.Contains(cards, "-"))
}

// areCards reports whether a text has only cards and commas. ones reports whether a 1 is
// a card.
func areCards(text string, ones bool) bool {
	for text != "" {
		c, size, ok := ParseCard(text)
		if !ok && text[0] != ',' || c.Rank == card.One && !ones {
			return false
		}
		text = text[size:]
	}
	return true
}

// isTwoHands reports whether a word is hands with signs between them: "---AJ/----K".
func isTwoHands(w string) bool {
	isSign := func(c rune) bool { return strings.ContainsRune("/|;", c) }
	return strings.ContainsFunc(strings.TrimFunc(w, isSign), isSign) && !slices.ContainsFunc(strings.FieldsFunc(w, isSign), func(hand string) bool {
		return isLower(hand) || !areCards(hand, true)
	})
}
