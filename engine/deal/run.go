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

// lineWords are the words of a line.
type lineWords []string

// run is the longest run l[start:end] of words that are cards or signs, with a sign among
// them, or one word of two hands.
type run struct {
	start, end int
	text       string
}

// runs returns the runs in a line.
func (l lineWords) runs() []run {
	var list []run
	for start := 0; start < len(l); {
		l[start] = afterColon(l[start])
		end := l.runEnd(start)
		if text := l.text(start, end); strings.ContainsAny(text, "/|;") || len(vsMarks(text)) > 0 {
			list = append(list, run{start, end, text})
		}
		start = max(end, start+1)
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

// runEnd returns the end of the run that begins at start, which is start for none.
func (l lineWords) runEnd(start int) int {
	if isTwoHands(bare(l[start])) {
		return start + 1
	}
	end := start
	for end < len(l) && isCards(bare(l[end])) && (end == start || !isParted(l[end-1], l[end])) {
		end++
	}
	return end
}

// text returns words as the text of a run. Signs at its ends remain: without the hand
// beside them it is not a deal.
func (l lineWords) text(start, end int) string {
	var list []string
	for _, w := range l[start:end] {
		list = append(list, bare(w))
	}
	return strings.Join(list, " ")
}

// neighbour returns the word beside a run, or in it, that may belong to the run or not: a
// word that could be a card, a dash between the run and a sentence, a word after the only
// comma, a card at the edge of the next line.
func (l lineWords) neighbour(r run, e edges) string {
	start, end := r.start, r.end
	switch {
	case start == 0 && end == len(l):
		return cmp.Or(l.oddComma(start, end), l.outside(e))
	case start == 0:
		e.after = ""
	case end == len(l):
		e.before = ""
	default:
		e = edges{}
	}
	dash := ""
	if l[start] == "-" && start > 0 && !isParted(l[start-1], l[start]) || l[end-1] == "-" && end < len(l) {
		dash = "-"
	}
	return cmp.Or(l.oddComma(start, end), dash, l.beside(start, -1), l.beside(end-1, 1), l.outside(e))
}

// outside returns the word before or after a line if it could be a card, other than by
// its name, and nothing parts it from the line.
func (l lineWords) outside(e edges) string {
	if e.before != "" && goesOn(e.before) && !isParted(e.before, l[0]) {
		return e.before
	}
	if e.after != "" && goesOn(e.after) && !isParted(l[len(l)-1], e.after) {
		return e.after
	}
	return ""
}

// goesOn reports whether a word at the edge of a line could belong to a hand in the next.
func goesOn(w string) bool {
	w = bare(w)
	return isCards(w) || isTwoHands(w) || !isJoin(w) && hasCard.MatchString(w)
}

// oddComma returns the word after a comma in a run whose other cards have none.
func (l lineWords) oddComma(start, end int) string {
	commas, blanks, after := 0, 0, ""
	for i := start; i+1 < end; i++ {
		switch {
		case isSign(bare(l[i])) || isSign(bare(l[i+1])):
		case strings.HasSuffix(l[i], ","):
			commas, after = commas+1, l[i+1]
		default:
			blanks++
		}
	}
	if blanks == 0 {
		return ""
	}
	return after
}

// beside returns the word beside l[at] in a direction if it might be a card.
func (l lineWords) beside(at, step int) string {
	i := l.next(at, step)
	if i < 0 {
		return ""
	}
	w, beyond := bare(l[i]), ""
	if j := l.next(i, step); j >= 0 {
		beyond = bare(l[j])
	}
	switch {
	case isJoin(w) && isWord.MatchString(beyond): // "J e poi" is a J, and then
		return ""
	case isJoin(w), mayBeCard(w), utf8.RuneCountInString(w) <= 2 && isCards(beyond): // "3 4 + J"
		return l[i]
	case areCards(w, false) && w != "-" && !isTwoHands(bare(l[at])): // "at": blanks do not split two hands in a word
		return l[i]
	}
	return ""
}

// next returns the index of the next word in a direction, -1 if there is none or
// punctuation parts them. Punctuation by itself is not a word.
func (l lineWords) next(at, step int) int {
	for i := at + step; i >= 0 && i < len(l); i += step {
		if bare(l[i]) != "" {
			if isParted(l[min(at, i)], l[max(at, i)]) {
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
func bare(w string) string { return strings.Trim(w, ".,:!?()\"'*_~`“”„‘’«»") }

// isLower reports whether a word has only lower-case letters: "at" is an ace and a ten, or
// a word of a sentence.
func isLower(w string) bool { return strings.Trim(w, "abcdefghijklmnopqrstuvwxyz") == "" && !IsVs(w) }

// isSign reports whether a word begins or ends with a sign between hands, or is "vs".
func isSign(w string) bool { return IsVs(w) || strings.Trim(w, "/|;") != w }

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
