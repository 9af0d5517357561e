package deal

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"nonna/engine/card"
	"nonna/engine/game"
)

// Cards must not get lost from a deal among other words. So a run of cards is read only if what
// touches it is a plain word.

// token is a word of a message, or a label of two.
type token struct {
	Place
	// text is the word without the punctuation, brackets and markdown around it.
	raw, text string
	line      int
	kind      tokenKind
	// parts reports that what follows is parted from it: by the end of a sentence or a colon.
	parts bool
}

type tokenKind uint8

const (
	// none is what stands before the first token and behind the last.
	none tokenKind = iota
	plain
	// cards are nothing but cards, perhaps with signs beside them.
	cards
	// whole is a word with a sign between cards: "---AJ/----K".
	whole
	// sign stands between two hands.
	sign
	// join may stand between two hands, and between parts of a sentence.
	join
	// label is before a hand.
	label
	// near might be a card, or be meant as one.
	near
)

// tokens are those of a message.
type tokens []token

// words matches links, labels of two words ("Player A:", "Tom's hand:"), the label in "deal:2",
// which is about a 2, and all other words.
var words = regexp.MustCompile(`[<(]?[a-z]{2,8}://\S*|[*_~]*(?i:player|hand|giocatore|mano|\pL+['’]s)[ \t]+[\pL\pN]+[*_~]*:[*_~]*|\pL+:|\S+`)

// tokensOf returns the words of a text.
func tokensOf(text string) tokens {
	var list tokens
	line, end := 1, 0
	for _, at := range words.FindAllStringIndex(text, -1) {
		line += strings.Count(text[end:at[0]], "\n")
		end = at[1]
		w := text[at[0]:end]
		t := token{Place: Place{at[0], end}, raw: w, text: strings.Trim(w, ".,:!?()\"'“”„‘’«»*_~`|"), line: line}
		t.kind = kindOf(w, t.text)
		t.parts = strings.ContainsAny(w[len(w)-1:], ".!?:") || strings.HasSuffix(w, ")") && w[0] != '('
		list = append(list, t)
	}
	return list
}

func isNoLetter(c rune) bool { return !unicode.IsLetter(c) }

// at returns a token, whose kind is none where there is none.
func (list tokens) at(i int) token {
	if i < 0 || i >= len(list) {
		return token{}
	}
	return list[i]
}

// kindOf returns what a word is, whose text without what is around it is bare.
func kindOf(w, bare string) tokenKind {
	switch {
	case strings.Trim(w, "/|;") == "", IsVersus(w):
		return sign
	case IsJoin(w):
		return join
	case strings.HasSuffix(strings.TrimRight(w, "*_~"), ":") && !strings.HasPrefix(w, ":"):
		return label
	case areRunCards(bare) && strings.ContainsAny(strings.Trim(bare, "/|;,"), "/|;"):
		return whole
	case areRunCards(bare):
		return cards
	case isPlain(w, bare):
		return plain
	}
	return near
}

// areRunCards reports whether a word has only cards, perhaps with signs, and is not a word of a
// sentence. A 1 is a card of the Italian deck by itself or beside dashes: "11" may be any number.
func areRunCards(w string) bool {
	w = strings.Trim(w, ",;/|")
	ones := w == "1" || strings.ContainsAny(w, "-/|;")
	lower := true
	for rest := w; rest != ""; {
		c, size, ok := ParseCard(rest)
		if !ok && strings.IndexByte(",/|;", rest[0]) < 0 || c.Rank == card.One && !ones {
			return false
		}
		lower = lower && rest[0] >= 'a' && rest[0] <= 'z'
		rest = rest[size:]
	}
	return w != "" && !lower
}

// plainWord matches a word of two letters or more, one of the few of one, a picture that is no
// card or suit, a face, a mention or a link; shortCard two characters that begin as a card does.
var (
	plainWord = regexp.MustCompile(`^(?:[:;].+|<.*>|.*://.*|[oèiIyà]|[\x{2190}-\x{265F}\x{2668}-\x{2BFF}\x{1F1E6}-\x{1F51E}\x{1F520}-\x{1FAFF}\x{FE0F}\x{200D}]+|['’-]*\pL['’-]*\pL[\pL'’-]*)$`)
	shortCard = regexp.MustCompile(`^[TJQKA][^a-z]$`)
)

// isPlain reports whether a word cannot be meant as a card, or is the word bare in punctuation.
func isPlain(w, bare string) bool {
	if plainWord.MatchString(w) && !plainWord.MatchString(bare) {
		return true
	}
	word := strings.NewReplacer("'", "", "’", "", "-", "").Replace(bare)
	lower := strings.ToLower(word)
	isCards := AreCards(word) && (len(word) < 4 || word != lower) || shortCard.MatchString(word)
	return plainWord.MatchString(bare) && !isCards && !slices.Contains(strings.Fields(cardNames), lower) && !IsNearName(lower)
}

// cardNames are the names of cards in the languages that people play in.
const cardNames = "ace aces asso assi re two three four five six seven eight nine ten due tre quattro cinque sei sette otto nove dieci"

// faceNames are those that a word may be a letter away from: shorter ones are near to many words.
const faceNames = "jack jacks queen queens king kings joker jokers fante fanti donna donne regina regine cavallo cavalli jolly matta matto"

// IsNearName reports whether a word in lower case may be meant as the name of a card: a letter is
// missing, too many, another or in another place.
func IsNearName(w string) bool {
	return slices.ContainsFunc(strings.Fields(faceNames), func(name string) bool { return isOneAway(w, name) }) ||
		len(w) == 3 && isOneAway(w, "ace") && w != "are" && w != "age" && w != "ice"
}

// isOneAway reports whether two words have the same letters, or one letter more, less or other
// makes them equal.
func isOneAway(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	switch len(b) - len(a) {
	case 0:
		return a == b || a[i+1:] == b[i+1:] || slices.Equal(slices.Sorted(slices.Values([]byte(a))), slices.Sorted(slices.Values([]byte(b))))
	case 1:
		return a[i:] == b[i+1:]
	}
	return false
}

// readRuns reads the runs of cards in a text: with a sign between them, in several lines, with
// labels, or two joined by a word.
func (s *search) readRuns(text string) {
	list := tokensOf(text)
	for start := 0; start < len(list); {
		end := list.runEnd(start)
		s.readRun(text, list, start, end)
		start = max(end, start+1)
	}
}

// runEnd returns the end of the run that begins at a token, which is start if there is none. A run
// has all words that are not plain, up to the end of a sentence. A whole word is one by itself.
func (list tokens) runEnd(start int) int {
	for at := start; at < len(list); at++ {
		switch t := list[at]; {
		case list.isOutside(at, start):
			return at
		case t.kind == whole, t.kind == cards && t.parts:
			return at + 1
		}
	}
	return len(list)
}

// isOutside reports whether a token cannot be of the run that begins at start.
func (list tokens) isOutside(at, start int) bool {
	before, after := list.at(at-1), list.at(at+1)
	switch t := list[at]; t.kind {
	case plain:
		return true
	case label:
		return after.kind != cards && after.kind != label
	case join:
		return t.raw != `\` && (after.kind == plain || at == start && before.kind == plain)
	case whole:
		return at > start
	default:
		return at > start && t.raw[0] == '(' && strings.Trim(t.raw[1:], "0123456789") == "" // "(5 times)"
	}
}

// readRun reads a run, if it has two hands of two cards or more, since "24/7" is not a deal, and
// nothing beside it might belong to it.
func (s *search) readRun(text string, list tokens, start, end int) {
	start, end = list.withoutLabels(start, end)
	hands := list[start:end].hands()
	isJoined := slices.ContainsFunc(list[start:end], func(t token) bool { return t.kind == join || IsVersus(t.raw) })
	if len(hands) < 2 || len(hands) == 2 && hands[0]+hands[1] < 3 || isJoined && slices.Max(hands) < 3 { // "AK vs QQ" is of another game
		return
	}
	whole, small := text[list[start].Start:list[end-1].End], slices.Min(hands) < 2
	word := list.doubtful(start, end)
	switch n := len(s.found); {
	case word != "" && small:
		s.doubt = s.refuse(BesideDeal, game.Args{"word": Quoted(word)})
	case word != "":
		s.err = cmp.Or(s.err, s.refuse(BesideDeal, game.Args{"word": Quoted(word)}))
	case !small && s.try(unmarked(whole), false, false) && len(s.found) > n:
		s.found[n].text = whole
	}
}

// withoutLabels returns a run without labels that are not of its hands: those behind it, and the
// only one: "my deal:".
func (list tokens) withoutLabels(start, end int) (first, last int) {
	isLabel := func(t token) bool { return t.kind == label }
	for end > start && isLabel(list[end-1]) {
		end--
	}
	for end > start && isLabel(list[start]) && !slices.ContainsFunc(list[start+1:end], isLabel) {
		start++
	}
	return start, end
}

// hands returns how many cards the hands of a run have.
func (list tokens) hands() []int {
	hands := []int{0}
	byLines := !slices.ContainsFunc(list, func(t token) bool { return t.kind == sign || t.kind == label || t.kind == whole })
	for i, t := range list {
		if t.kind == sign || t.kind == label || t.kind == join || i > 0 && byLines && list[i-1].line < t.line {
			hands = append(hands, 0)
		}
		for rest := t.text; rest != "" && (t.kind == cards || t.kind == whole); {
			_, size, ok := ParseCard(rest)
			if ok {
				hands[len(hands)-1]++
			} else {
				hands = append(hands, 0) // a sign
			}
			rest = rest[size:]
		}
	}
	return slices.DeleteFunc(hands, func(n int) bool { return n == 0 })
}

// doubtful returns a word of a run, or beside it, that might be meant as a card or not belong to
// it, "" if there is none.
func (list tokens) doubtful(start, end int) string {
	run, before, after := list[start:end], list.at(start-1), list.at(end)
	if run[0].kind == whole {
		return besideWhole(before, run[0], after)
	}
	for i, t := range run {
		isEdge := i == 0 || i == len(run)-1
		isOther := i > 0 && (t.raw[0] == '(' || strings.HasSuffix(run[i-1].raw, ",") && !strings.HasSuffix(run[0].raw, ","))
		if isOther || t.kind == near && (isEdge || AreCards(t.text)) || t.kind == join && isEdge {
			return t.raw
		}
	}
	return atEdges(before, run[0], run[len(run)-1], after)
}

// besideWhole returns the word beside a whole one that might be a card of it: no word in lower
// case, as in "look at 34/5J".
func besideWhole(before, t, after token) string {
	for _, other := range []token{before, after} {
		isWord := AreCards(other.text) && other.text == strings.ToLower(other.text) && strings.Trim(other.text, "0123456789") != ""
		isLabel := other.kind == label && (other == before || other.line > t.line)
		if other.kind > plain && !isWord && !isLabel {
			return other.raw
		}
	}
	return ""
}

// atEdges returns the first or last word of a run that may not belong to it: a dash, or that of a
// line with other words, since a run of several lines has whole ones.
func atEdges(before, first, last, after token) string {
	begins, ends := before.line < first.line, after.kind == none || after.line > last.line
	switch lines := first.line < last.line; {
	case lines && !begins && before.kind != label, first.raw == "-" && !begins && !before.parts:
		return first.raw
	case lines && !ends && !last.parts, last.raw == "-" && !ends:
		return last.raw
	}
	return ""
}

// unmarked returns a part of a message without punctuation and brackets around it, and without
// markdown whose other half is outside.
func unmarked(part string) string {
	part = strings.TrimRight(strings.Trim(part, " \n(\"“„«‘'"), ".,:!?)\"”“»’'")
	part = strings.TrimSuffix(strings.TrimPrefix(part, "||"), "||")
	for _, mark := range []string{"**", "~~", "*"} {
		if strings.Count(part, mark)%2 == 1 {
			part = strings.TrimSuffix(strings.TrimPrefix(part, mark), mark)
		}
	}
	return part
}
