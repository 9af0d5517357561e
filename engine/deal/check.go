package deal

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/game"
	"nonna/engine/lazy"
)

// Games make hands of words, and check them, by these functions.

// EachWord returns a hand of each word.
func EachWord(words []Word) []Hand {
	hands := make([]Hand, len(words))
	for i := range words {
		hands[i] = HandOf(words[i : i+1 : i+1])
	}
	return hands
}

// HandOf returns the hand of words.
func HandOf(words []Word) Hand {
	h := Hand{Words: words}
	if len(words) > 0 {
		h.Place = Place{words[0].Start, words[len(words)-1].End}
	}
	return h
}

// blanks are the signs between the words of a string.
const blanks = " ,\t\n"

// Fields returns the words of a text between any of the signs.
func Fields(text, signs string) []Word {
	var words []Word
	at := 0
	for w := range strings.FieldsFuncSeq(text, func(c rune) bool { return strings.ContainsRune(signs, c) }) {
		start := at + strings.Index(text[at:], w)
		at = start + len(w)
		words = append(words, Word{Place: Place{start, at}, Text: w})
	}
	return words
}

// SortByLabel sorts labelled hands by the numbers or single letters at the end of their labels,
// and leaves those with other labels as they are. It notes labels that occur twice or leave one
// out, and those of piles beside players'.
func (r *Reader) SortByLabel(hands []Hand) []Hand {
	seen := map[string]bool{}
	var other *Hand // one that has no number or letter
	for i, h := range hands {
		if h.Label == "" {
			return hands
		}
		if labelRank(h.Label) < 0 {
			other = &hands[i]
		}
		same := strings.ToLower(cmp.Or(LabelEnd(h.Label), h.Label))
		if seen[same] {
			r.Problem(h.Start, h.Start, SecondHand, game.Args{"label": Quoted(h.Label)})
		}
		seen[same] = true
	}
	sorted := slices.SortedStableFunc(slices.Values(hands), func(a, b Hand) int { return labelRank(a.Label) - labelRank(b.Label) })
	switch {
	case other != nil && len(hands) > 2 && labelRank(sorted[len(sorted)-1].Label) >= 0:
		r.Problem(other.Start, other.Start, StraySign, game.Args{"sign": Quoted(other.Label + ":")})
	case other == nil && len(hands) > 1 && !r.Failed() && labelRank(sorted[0].Label) <= letterRank+'A': // others are initials of names
		r.checkRanks(sorted)
		return sorted
	}
	return hands
}

// checkRanks notes the first label of sorted hands that leaves one out. Numbers begin with 0 or 1.
func (r *Reader) checkRanks(hands []Hand) {
	last := 0
	for i, h := range hands {
		rank := labelRank(h.Label)
		if isFirst := i == 0 && (rank <= 1 || rank > letterRank); !isFirst && rank != last+1 {
			r.Problem(h.Start, h.Start, MissingHand, game.Args{"label": Quoted(h.Label)})
			return
		}
		last = rank
	}
}

// labelEnd matches the number or single letter at the end of a label: "Player A",
// "playerB", "P1", "hand_2", "B", "Player One", but not "hands".
var labelEnd = lazy.Regexp(`(?i)^(?:(?:` + playerWord + `)([a-rt-z])|(?:(?:` + playerWord + `)[ _]?)?(\d{1,3}|` + numerals + `)|(?:(?:` + playerWord + `)[ _])?(\pL))$`)

// numerals are the numbers of players in words, in two languages.
const numerals = `one|two|three|four|uno|due|tre|quattro|first|second|third|fourth|primo|secondo|terzo|quarto`

// LabelEnd returns the number or single letter at the end of a label, "" for neither.
func LabelEnd(label string) string {
	if m := labelEnd().FindStringSubmatch(label); m != nil {
		return m[1] + m[2] + m[3]
	}
	return ""
}

// letterRank is less than the rank of any letter, and more than that of any number.
const letterRank = 1000

// labelRank returns what labels are sorted by: numbers, then letters; -1 for others.
func labelRank(label string) int {
	end := LabelEnd(label)
	if n, err := strconv.Atoi(end); err == nil {
		return n
	}
	if i := slices.Index(strings.Split(numerals, "|"), strings.ToLower(end)); i >= 0 {
		return 1 + i%4
	}
	if end == "" {
		return -1
	}
	letter, _ := utf8.DecodeRuneInString(end)
	return letterRank + int(unicode.ToUpper(letter))
}

// CheckHands notes hands without cards, too many cards or hands, and a hand alone, in a text without
// other problems. cards counts those of each hand. example is a deal
// of the game.
func (r *Reader) CheckHands(hands []Hand, cards []int, most int, example string) {
	total := 0
	for i, h := range hands {
		if cards[i] == 0 {
			r.Problem(h.Start, h.End, EmptyHand, game.Args{"hand": i + 1})
		}
		if total += cards[i]; total > game.MaxCards && total-cards[i] <= game.MaxCards {
			r.Problem(h.Start, h.Start, TooManyCards, game.Args{"most": game.MaxCards})
		}
	}
	end := len(strings.TrimRight(r.Clean, " \n\t"))
	switch n := len(hands); {
	case n == 0:
		r.refuseCode()
	case n == 1 && total > 0:
		r.Problem(end, end, OneHand, game.Args{"cards": Counted(total, "cards"), "example": Quoted(example)})
	case n > most:
		r.Problem(hands[most].Start, hands[most].End, TooManyHands, game.Args{"hands": n, "most": most})
	}
}

// blankLines separate deals, or the hands of one.
var blankLines = lazy.Regexp(`\n[ \t]*\n\s*`)

// CheckBlocks notes that several parts of the text between blank lines are deals by
// themselves, in a text without other problems.
func (r *Reader) CheckBlocks(isDeal func(text string) bool) {
	if r.Failed() || !strings.Contains(r.Clean, "\n") {
		return
	}
	blocks := blankLines().Split(strings.TrimSpace(r.Clean), -1)
	if len(blocks) < 2 {
		return
	}
	blocks = slices.DeleteFunc(blocks, func(b string) bool { return !isDeal(b) })
	if len(blocks) > 1 {
		r.SeveralDeals(-1, -1, blocks...)
	}
}
