package deal

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"nonna/engine/card"
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
	// part is code, a list or a number that is a deal.
	part
)

// tokens are those of a message.
type tokens []token

// words matches links, labels of two words ("Player A:", "Tom's hand:"), the label in "deal:2",
// which is about a 2, and all other words.
var words = regexp.MustCompile(`[<(]?[a-z]{2,8}://\S*|[*_~]*(?i:player|hand|giocatore|mano|\pL+['’]s)[ \t]+[\pL\pN]+[*_~]*:[*_~]*|\pL+:|\S+`)

// tokens returns the parts of the message that are deals, and the words of the rest.
func (s *search) tokens() tokens {
	var list tokens
	end := 0
	for at := 0; strings.ContainsAny(s.text[at:], "[{(`#") && s.reads <= maxReads; {
		place := parts.FindStringSubmatchIndex(s.text[at:])
		if place == nil {
			break
		}
		start, stop := at+place[0], at+place[1]
		switch one := s.text[start : at+place[3]]; {
		case s.isPart(one):
			list = append(list.words(s.clean[:start], end), token{Place: Place{start, stop}, kind: part})
			at, end = stop, stop
		case one[0] == '[' || one[0] == '{':
			at = stop
		default: // what is in code or a call may be a list
			at = start + max(1+strings.IndexByte(one, '('), len(one)-len(strings.TrimLeft(one, "`")))
		}
	}
	return list.words(s.clean, end)
}

// words appends the words of a text from a place on.
func (list tokens) words(text string, from int) tokens {
	for _, at := range words.FindAllStringIndex(text[from:], -1) {
		t := token{Place: Place{from + at[0], from + at[1]}}
		t.raw = text[t.Start:t.End]
		t.text = strings.Trim(t.raw, ".,:!?()\"'“”„‘’«»*_~`|")
		t.kind = kindOf(t.raw, t.text)
		t.parts = strings.ContainsAny(t.raw[len(t.raw)-1:], ".!?:") || strings.HasSuffix(t.raw, ")") && t.raw[0] != '('
		list = append(list, t)
	}
	line, at := 1, 0
	for i := range list {
		line += strings.Count(text[at:list[i].Start], "\n")
		list[i].line, at = line, list[i].Start
	}
	return list
}

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
	case isPlain(w, bare), strings.Trim(w, "()!.:") == "":
		return plain
	}
	return near
}

// IsWord reports whether a text of letters of cards is a word that begins a sentence: "Ahah", "Task".
func IsWord(text string) bool { return capitalized.MatchString(text) }

var capitalized = regexp.MustCompile(`^(?:[TJQKA][a-z]{2,}|At)`)

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
	return w != "" && !lower && !IsWord(w)
}

// plainWord matches a word of two letters or more, one of the few of one, a picture that is no
// card or suit, a face, a mention or a link; shortCard two characters that begin as a card does.
var (
	plainWord = regexp.MustCompile(`^(?:[:;].+|<.*>|.*://.*|[oèiIyà]|[\x{2190}-\x{265F}\x{2668}-\x{2BFF}\x{1F1E6}-\x{1F51E}\x{1F520}-\x{1FAFF}\x{FE0F}\x{200D}]+|['’-]*\pL['’-]*\pL[\pL'’-]*)$`)
	shortCard = regexp.MustCompile(`^(?:[TJQKA][^a-z]|[lI][oO])$`)
)

// isPlain reports whether a word cannot be meant as a card, or is the word bare in punctuation.
func isPlain(w, bare string) bool {
	if plainWord.MatchString(w) && !plainWord.MatchString(bare) {
		return true
	}
	word := strings.NewReplacer("'", "", "’", "", "-", "").Replace(bare)
	lower := strings.ToLower(word)
	isCards := AreCards(word) && (len(word) < 4 || word != lower) || shortCard.MatchString(word)
	return plainWord.MatchString(bare) && !isCards && !IsNearName(lower)
}

// cardNames are the names of cards in the languages that people play in.
const cardNames = "ace aces asso assi re two three four five six seven eight nine ten due tre quattro cinque sei sette otto nove dieci " +
	"jack jacks queen queens king kings joker jokers fante fanti donna donne regina regine cavallo cavalli jolly matta matto"

// otherWords are common, and a letter away from such a name.
const otherWords = "ache ack acre also ass asse atto back backs basso dici dive done dove dude duel dues even face faces " +
	"fate fatta fatto fette fight file fine fire flour fonte for foul gatto give hack height hive holly hour " +
	"joke jokes kind kinds kong lack light line live lotto love matte mette might mine motto move nave neve " +
	"nice night node nome none nonna nonne note nuove onto our pace pack packs passo patto pine ping pings " +
	"poker pour race races rack right ring rings rotto sack sante sedi seen semi setter settle sever sight " +
	"sing sings sotto tante teen tend tent then there threw tour tree trek true vine weight wine wing wings " +
	"your"

// IsNearName reports whether a word in lower case may be meant as the name of a card: a letter is
// missing, too many, another or in another place. Names of three letters are near to many words.
func IsNearName(w string) bool {
	isNear := func(name string) bool {
		return w == name || len(name) > 2 && len(name)+len(w) > 6 && isOneAway(w, name)
	}
	return slices.ContainsFunc(strings.Fields(cardNames), isNear) && !slices.Contains(strings.Fields(otherWords), w)
}

// isOneAway reports whether one letter more, less or other, or two in the other order, make words
// equal.
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
		return i+1 >= len(a) || a[i+1:] == b[i+1:] || a[i] == b[i+1] && a[i+1] == b[i] && a[i+2:] == b[i+2:]
	case 1:
		return a[i:] == b[i+1:]
	}
	return false
}

// readRuns reads the runs of cards in a message: with a sign between them, in several lines, with
// labels, or two joined by a word. Nothing beside a part that is a deal may belong to it.
func (s *search) readRuns(list tokens) {
	for start := 0; start < len(list); {
		end := list.runEnd(start)
		if list[start].kind == part {
			s.err = cmp.Or(s.err, s.beside(cmp.Or(list.at(start-1).besidePart(), list.at(start+1).besidePart())))
		} else {
			s.readRun(list, start, end)
		}
		start = max(end, start+1)
	}
}

// besidePart returns the word of a token that may belong to the part beside it, "" if it does not:
// a program has signs there.
func (t token) besidePart() string {
	isSign := t.kind == near && strings.Trim(t.raw, "=-+<>@!;,.)}]") == ""
	if t.kind >= cards && t.kind <= near && t.kind != join && t.kind != label && !isSign {
		return t.raw
	}
	return ""
}

// runEnd returns the end of the run that begins at a token, which is start if there is none. A run
// has all words that are not plain, up to the end of a sentence.
func (list tokens) runEnd(start int) int {
	for at := start; at < len(list); at++ {
		switch t := list[at]; {
		case list.isOutside(at, start):
			return at
		case (t.kind == cards || t.kind == whole) && t.parts:
			return at + 1
		}
	}
	return len(list)
}

// isOutside reports whether a token cannot be of the run that begins at start.
func (list tokens) isOutside(at, start int) bool {
	before, after := list.at(at-1), list.at(at+1)
	switch t := list[at]; t.kind {
	case plain, part:
		return true
	case label:
		return after.kind != cards && after.kind != label
	case join:
		return t.raw != `\` && (after.kind == plain || at == start && before.kind == plain)
	}
	return false
}

// readRun reads a run, if it has two hands of two cards or more, since "24/7" is not a deal, and
// nothing in it or beside it might be a word of the sentence, or be missing in the deal.
func (s *search) readRun(list tokens, start, end int) {
	start, end = list.withoutLabels(start, end)
	run := list[start:end]
	hands := run.hands()
	isJoined := slices.ContainsFunc(run, func(t token) bool { return t.kind == join || IsVersus(t.raw) })
	if len(hands) < 2 || slices.Min(hands) < 2 || isJoined && slices.Max(hands) < 3 { // "AK vs QQ" is of another game
		return
	}
	text := s.text[list[start].Start:list[end-1].End]
	if err := s.beside(list.doubtful(start, end)); err != nil {
		s.err = cmp.Or(s.err, err)
	} else if s.try(unmarked(text), false) {
		s.unread = strings.Replace(s.unread, text, " ", 1)
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
	run := list[start:end]
	isWhole := func(t token) bool { return t.kind == whole && slices.Max(tokens{t}.hands()) > 1 } // not "7/3"
	hasWhole := slices.ContainsFunc(run, isWhole)
	for i, t := range run {
		isEdge := i == 0 || i == len(run)-1
		isOther := run.isParted(i) || hasWhole && !isWhole(t)
		if isOther || t.kind == near && (isEdge || AreCards(t.text)) || t.kind == join && isEdge {
			return t.raw
		}
	}
	return cmp.Or(run.mixed(), atEdges(list.at(start-1), run[0], run[len(run)-1], list.at(end)))
}

// mixed returns a word that is not written as the others are, and so may be no cards: letters of
// several beside single cards, or a slash between cards beside other signs. The only card behind a
// name is another: "floor: 9".
func (list tokens) mixed() string {
	hasSlash := func(t token) bool { return t.kind == whole && strings.Contains(t.text, "/") }
	signs := 0
	for _, t := range list {
		if t.kind == sign || hasSlash(t) {
			signs++
		}
	}
	hasOne := slices.ContainsFunc(list, func(t token) bool { return t.kind == cards && len(t.text) == 1 })
	for i, t := range list {
		isWord := hasOne && len(t.text) > 1 && AreCards(t.text) && strings.TrimFunc(t.text, unicode.IsLetter) == "" && t.text != "JACK"
		if isWord || list.isOneNamed(i) || signs > 1 && hasSlash(t) {
			return t.raw
		}
	}
	return ""
}

// isParted reports whether a bracket or a comma parts a token from those before it, or commas part
// all others: "10, 2 A 7".
func (list tokens) isParted(i int) bool {
	t, before := list[i], list.at(i-1)
	isNext := t.kind == cards && before.kind == cards && before.line == t.line
	return i > 0 && t.raw[0] == '(' || isNext && strings.HasSuffix(before.raw, ",") != strings.HasSuffix(list[0].raw, ",")
}

// isOneNamed reports whether a token is a label that names no player before a card by itself.
func (list tokens) isOneNamed(i int) bool {
	one, next := list.at(i+1), list.at(i+2)
	_, size, ok := ParseCard(one.text)
	isOne := ok && size == len(one.text) && (next.line != one.line || next.kind == label || next.kind == sign)
	return list[i].kind == label && LabelEnd(list[i].text) == "" && isOne
}

// stray returns the first card of tokens beside a deal that are a court card, or two in a row.
func (list tokens) stray() string {
	for i, t := range list {
		next := list.at(i + 1)
		if t.kind == cards && (strings.Trim(t.text, "JQKT") == "" || next.kind == cards && next.line == t.line) {
			return t.raw
		}
	}
	return ""
}

// firstCard returns the first word of a text that is cards, "" without one.
func firstCard(text string) string {
	list := tokens(nil).words(text, 0)
	i := slices.IndexFunc(list, func(t token) bool { return t.kind == cards || t.kind == whole })
	return list.at(i).raw
}

// goesOn matches words of a sentence that no number or A before them belongs to, as in "5 times" and
// "A wins".
var goesOn = regexp.MustCompile(`(?i)^(?:lol|wow|haha|please|who|what|which|how|why|when|does|for|chi|che|come|perché|quanto|quante|ma|con|per)$`)

// mayBeWord reports whether a card may belong to the plain word behind it on its line.
func (t token) mayBeWord(after token) bool {
	return after.kind == plain && !t.parts && !goesOn.MatchString(after.text) && strings.Trim(t.text, "10A23456789") == ""
}

// atEdges returns the first or last word of a run that may not belong to it: one of the sentence
// behind it, a dash, or that of a line with other words, since a run of several lines has whole ones.
func atEdges(before, first, last, after token) string {
	begins, ends := before.line < first.line, after.kind == none || after.line > last.line
	switch lines := first.line < last.line; {
	case lines && !begins, first.raw == "-" && before.kind != none:
		return first.raw
	case !ends && (lines && !last.parts || last.raw == "-" || last.mayBeWord(after)):
		return last.raw
	case after.kind == label && !ends && AreCards(after.text): // "J Q:"
		return after.raw
	}
	return ""
}

// unmarked returns a part of a message without markdown, and without punctuation and brackets around
// it.
func unmarked(part string) string {
	part = strings.ReplaceAll(part, "*", " ")
	part = strings.TrimRight(strings.Trim(part, " \n(\"“„«‘'"), " .,:!?)\"”“»’'")
	return strings.TrimSuffix(strings.TrimPrefix(part, "||"), "||")
}
