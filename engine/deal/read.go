package deal

import (
	"encoding/json"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/game"
	"nonna/engine/lazy"
)

// Open reads a text. It checks what holds for all notations: the size, the encoding, characters
// that cannot be seen, brackets, labels. A text between quotation marks, or one that is the member
// "deal" of an object, is read as a text by itself.
func Open(text string) *Reader {
	r := clean(text)
	tokens := scan(r.Clean)
	if inner, ok := textIn(tokens); ok && !r.Failed() {
		changes := changing().MatchString(withoutStrings(r.Clean)) // another member may
		r = clean(inner)
		r.Inner = true
		if tokens = scan(r.Clean); len(tokens) > 0 && tokens[0].text == "{" || changes {
			r.refuseCode()
		}
	}
	if r.Failed() {
		return r
	}
	r.split(tokens)
	isProgram := r.Failed() && strings.ContainsAny(r.Clean, ")]}>"+quotes) || strings.Contains(r.Clean, "- ") && yaml().MatchString(r.Clean)
	if !isProgram {
		return r
	}
	if hands, ok := program(r.Clean); ok {
		r = &Reader{Text: r.Text, Clean: hands, program: true}
		r.split(scan(hands))
	}
	return r
}

// 1. clean is in another file, since it knows chats, and no deals.

// 2. scan

// token is a part of a text.
type token struct {
	Place
	kind tokenKind
	// text is that of a word, string, label, sign or bracket.
	text string
}

type tokenKind uint8

const (
	aWord tokenKind = iota
	aString
	aLabel
	// aSign is between two hands, and a comma between two cards, or hands.
	aSign
	aComma
	aLine
	opens
	closes
)

// splits reports whether a token may begin another hand.
func (t token) splits() bool { return t.kind == aSign || t.kind == aLabel }

// scanner makes tokens of a text.
type scanner struct {
	text string
	at   int
	// labels and strings report whether the text has the signs of any.
	labels, strings bool
	// unclosed are quotation marks that have no other after them, so that no text takes long.
	unclosed string
}

// maxSplits is the most signs and labels of a text: more hands than any game has are not read.
const maxSplits = 2 * game.MaxPlayers

// scan returns the tokens of a text, up to one sign or label more than [maxSplits]. A label may be
// any word where one begins: at the beginning of the text, a line, or a list, behind a comma or sign.
func scan(text string) []token {
	s := scanner{text: text, labels: strings.ContainsAny(text, ":="), strings: strings.ContainsAny(text, quotes)}
	tokens := make([]token, 0, min(8+len(text)/2, 128))
	begins, splits := true, 0
	for s.at < len(text) && splits <= maxSplits {
		if c := text[s.at]; c == ' ' || c == '\t' {
			s.at++
			continue
		}
		t, size := s.next(begins)
		t.Place = Place{s.at, s.at + size}
		tokens, s.at = append(tokens, t), s.at+size
		begins = t.kind == aSign || t.kind == aComma || t.kind == aLine || t.kind == opens
		if t.splits() {
			splits++
		}
	}
	return tokens
}

// next returns the token that begins here, and its bytes.
func (s *scanner) next(begins bool) (t token, size int) {
	rest := s.text[s.at:]
	switch c := rest[0]; {
	case c == '\n':
		return token{kind: aLine}, 1
	case c == ',':
		return token{kind: aComma}, 1
	case strings.IndexByte("/|;", c) >= 0:
		return token{kind: aSign, text: rest[:1]}, 1
	case strings.IndexByte("([{", c) >= 0:
		return token{kind: opens, text: rest[:1]}, 1
	case strings.IndexByte(")]}", c) >= 0:
		return token{kind: closes, text: rest[:1]}, 1
	}
	if s.labels {
		if t.text, size = label(rest, begins); size > 0 {
			t.kind = aLabel
			return t, size
		}
	}
	if s.strings {
		if t.text, size = s.quoted(rest); size > 0 {
			t.kind = aString
			return t, size
		}
	}
	t.text = rest[:wordEnd(rest)]
	if s.at > 0 && unicode.IsSpace(rune(s.text[s.at-1])) && IsVersus(t.text) {
		t.kind = aSign
	}
	return t, len(t.text)
}

// IsVersus reports whether a word stands between two hands, as "vs" does. A capital V does not: it
// is the jack where he is called valet.
func IsVersus(w string) bool {
	if c := w[0] | 0x20; c != 'v' && c != 'c' || w == "V" || w == "V." {
		return false
	}
	return slices.Contains([]string{"vs", "vs.", "v", "v.", "versus", "contro"}, strings.ToLower(w))
}

// wordEnd returns the end of the word at the beginning of a text: of a character at least.
func wordEnd(rest string) int {
	for i, c := range rest {
		switch c {
		case ' ', '\t', '\n', ',', '/', '|', ';', '(', ')', '[', ']', '{', '}', '"':
			if i == 0 {
				return utf8.RuneLen(c)
			}
			return i
		}
	}
	return len(rest)
}

// playerWord is what may stand before the number or letter of a player in a label, and remark what
// may stand behind it: "P1 (11 face):", "P2 (Anna):", but nothing that may change the hand.
const (
	playerWord = `player|hand|pile|deck|p|giocatore|mano|mazzo`
	remark     = `(?:[ \t]*\((?:\d+ [^()\n:]{1,30}|me|bot|you|him|her|us|them|dealer|io|tu|lui|lei|[A-Z]\pL{2,15})\))?`
)

var (
	// changed matches the remark of a label that says that the cards are in another order.
	changed = lazy.Regexp(`(?i)\(.*(?:revers|rovesc|order|bottom|last|top|swap|scambi|invert|contrario|fondo|ultim)`)
	// anyLabel matches a label where one may be any word, between quotation marks or not: a string
	// with a backslash has such a mark in a card.
	anyLabel = lazy.Regexp(`^[*_~]{0,3}(?:([\pL_][\pL\pN_'.-]{0,31}|\d{1,3})|"([^"\\\n]*)"|'([^'\\\n]*)')[*_~]{0,3}` + remark + `[ \t]*(?::=|=>|[:=])[*_~]{0,3}`)
	// playerLabel matches a label among words: "Player A:", "P1:", "B:", "2:", "Player One:", "Tom:".
	playerLabel = lazy.Regexp(`^[*_~]{0,3}(?:((?:(?i:` + playerWord + `)[ _]?)?(?:\pL|\d{1,3}))[*_~]{0,3}` + remark + `[ \t]*[:=]|` +
		`((?:(?i:player|hand|giocatore|mano) )?\pL[\pL\pN_-]{1,31})[*_~]{0,3}:[*_~]{0,3}(?:[ \t\n]|$))[*_~]{0,3}`)
)

// maxLabel is the most bytes of a label.
const maxLabel = 120

// label returns the label at the beginning of a text, and its bytes; 0 without a label.
func label(rest string, begins bool) (text string, size int) {
	rest = rest[:min(len(rest), maxLabel)]
	if i := strings.IndexAny(rest, ":=\n"); i < 1 || rest[i] == '\n' {
		return "", 0
	}
	var m []string
	if begins {
		m = anyLabel().FindStringSubmatch(rest)
	}
	if m == nil {
		m = playerLabel().FindStringSubmatch(rest)
		if len(m) == 0 || AreCards(m[2]) {
			return "", 0
		}
	}
	next := rest[len(m[0]):] // other signs make it a part of a program
	if changed().MatchString(m[0]) || strings.HasPrefix(next, ":") || strings.HasPrefix(next, "=") {
		return "", 0
	}
	return strings.Join(m[1:], ""), len(m[0])
}

// quotes are the signs around a string.
const quotes = `"'`

// quoted returns the string at the beginning of a text, and its bytes; 0 without a string.
func (s *scanner) quoted(rest string) (text string, size int) {
	if strings.IndexByte(quotes, rest[0]) < 0 || strings.IndexByte(s.unclosed, rest[0]) >= 0 {
		return "", 0
	}
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case rest[0]:
			inside := rest[1:i]
			if strings.Contains(inside, `\`) {
				_ = json.Unmarshal([]byte(`"`+inside+`"`), &inside) // or it remains as it is
			}
			return inside, i + 1
		}
	}
	s.unclosed += rest[:1]
	return "", 0
}

// textIn returns the text that is all of the tokens: a string alone, or the only member of an object
// that may be a deal, if that is one.
func textIn(tokens []token) (string, bool) {
	if tokens = trimLines(tokens); len(tokens) == 1 && tokens[0].kind == aString {
		return tokens[0].text, true
	}
	isDeal := func(t token) bool {
		return t.kind == aLabel && slices.Contains(strings.Split(dealNames, "|"), strings.ToLower(t.text))
	}
	i := slices.IndexFunc(tokens, isDeal)
	if i < 0 || tokens[0].kind != opens || tokens[len(tokens)-1].kind != closes || tokens[i+1].kind != aString || slices.ContainsFunc(tokens[i+1:], isDeal) {
		return "", false
	}
	return tokens[i+1].text, true
}

// dealNames are what people call a deal, before it or as a member of an object.
const dealNames = `input|hands|piles|deal`

// trimLines returns tokens without the new lines at their ends.
func trimLines(tokens []token) []token {
	for len(tokens) > 0 && tokens[0].kind == aLine {
		tokens = tokens[1:]
	}
	for len(tokens) > 0 && tokens[len(tokens)-1].kind == aLine {
		tokens = tokens[:len(tokens)-1]
	}
	return tokens
}

// 3. split

// Hand is a part of a text that is one hand or pile.
type Hand struct {
	Place
	// Label stands before the hand; it may be "".
	Label string
	Words []Word
	// Listed reports that the hand is a list, whose items are its words.
	Listed bool
}

// IsList reports whether a hand is a list, or a string that programs write.
func (h Hand) IsList() bool { return h.Listed || len(h.Words) > 0 && h.Words[0].Quoted }

// Word is a word of a hand, or an item of a list.
type Word struct {
	Place
	Text string
	// Quoted reports that it is a string.
	Quoted bool
}

// add appends words to a hand.
func (h *Hand) add(words ...Word) {
	if h.Words == nil {
		h.Start, h.Words = words[0].Start, make([]Word, 0, 32)
	}
	h.Words, h.End = append(h.Words, words...), words[len(words)-1].End
}

// Split is what hands are split by.
type Split int

// The ways to split, the strongest last.
const (
	Whole Split = iota
	ByLists
	ByLines
	BySigns
	ByLabels
)

// Hands returns the hands of the text, in its order, and what separates them: all words are
// one hand if nothing does. A text with problems has no hands.
func (r *Reader) Hands() ([]Hand, Split) { return r.hands, r.by }

// split sets the hands of tokens, if there are no problems.
func (r *Reader) split(tokens []token) {
	splits := 0
	for _, t := range tokens {
		if t.splits() {
			splits++
		}
	}
	switch last := len(tokens) - 1; {
	case splits > maxSplits:
		hands := splits + strings.Count(r.Clean[tokens[last].End:], r.Clean[tokens[last].End-1:tokens[last].End])
		r.Problem(tokens[last].Start, tokens[last].Start, TooManyHands, game.Args{"hands": hands, "most": game.MaxPlayers})
	case slices.ContainsFunc(tokens, func(t token) bool { return t.kind == opens }):
		r.hands, r.by = r.inLists(tokens)
	default:
		r.hands, r.by = r.inText(trimLines(tokens))
	}
	if r.Failed() {
		r.hands, r.by = nil, Whole
	}
}

// refuseCode notes that a text is a program, which says more than any other problem.
func (r *Reader) refuseCode() ([]Hand, Split) {
	r.problems, r.said, r.more = nil, nil, 0
	r.Meant = true
	r.NoPlace(PastedCode, nil)
	return nil, Whole
}

// inText returns the hands of a text without lists, by what is strongest.
func (r *Reader) inText(tokens []token) ([]Hand, Split) {
	is := func(kind tokenKind) func(token) bool { return func(t token) bool { return t.kind == kind } }
	isLong := func(t token) bool { return t.kind == aString && len(t.text) > 1 }
	first := slices.IndexFunc(tokens, is(aLabel))
	switch {
	case slices.ContainsFunc(tokens, isLong) && slices.ContainsFunc(tokens, is(aWord)): // words beside strings
		return r.refuseCode()
	case first > 0 || first == 0 && !slices.ContainsFunc(tokens[1:], is(aLabel)):
		r.Problem(tokens[first].Start, tokens[first].End, StraySign, game.Args{"sign": Quoted(tokens[first].text + ":")})
		return nil, Whole
	}
	by := Whole
	for _, t := range tokens {
		by = max(by, t.by())
	}
	hands := r.handsIn(tokens, by)
	if by == ByLines {
		r.checkColons(hands)
	}
	return hands, by
}

// handsIn returns the hands of tokens. Lines end no empty hand. It notes brackets that close nothing,
// and signs between labelled hands with no label behind.
func (r *Reader) handsIn(tokens []token, by Split) (hands []Hand) {
	start := 0
	for i, t := range tokens {
		isEnd := t.kind == aSign || t.kind == aLine && slices.ContainsFunc(tokens[start:i], isCards) || t.kind != aLine && i > 0
		if by > Whole && t.by() == by && isEnd {
			hands, start = append(hands, handIn(tokens[start:i], t.Start)), i
		}
		if t.kind == closes || t.kind == aSign && by == ByLabels && i+1 < len(tokens) && !startsLabel(tokens[i+1:]) {
			r.Problem(t.Start, t.End, StraySign, game.Args{"sign": Quoted(t.text)})
		}
	}
	return append(hands, handIn(tokens[start:], len(strings.TrimRight(r.Clean, " \t\n"))))
}

// checkColons notes lines that are labels of players alone.
func (r *Reader) checkColons(lines []Hand) {
	for _, h := range lines {
		if text := r.Clean[h.Start:h.End]; len(text) > 1 && LabelEnd(text) != "" && !AreCards(text) {
			r.Problem(h.Start, h.End, NoColon, game.Args{"label": Quoted(text)})
		}
	}
}

// by returns how a token splits hands.
func (t token) by() Split {
	switch {
	case t.kind == aLabel:
		return ByLabels
	case t.kind == aSign:
		return BySigns
	case t.kind == aLine:
		return ByLines
	case t.kind == aString && strings.ContainsAny(strings.TrimSpace(t.text), " ,"):
		return ByLists
	}
	return Whole
}

// isCards reports whether a token is words of a hand.
func isCards(t token) bool { return t.kind == aWord || t.kind == aString }

// handIn returns the hand of tokens, whose first may be the sign or line before it. It is at a place if
// it has no words.
func handIn(tokens []token, at int) (h Hand) {
	for _, t := range tokens {
		switch t.kind {
		case aLabel:
			h.Label = t.text
		case aString:
			h.add(t.words()...)
		case aWord:
			h.add(Word{Place: t.Place, Text: t.text})
		}
	}
	if len(h.Words) == 0 {
		h.Place = Place{at, at}
	}
	return h
}

// startsLabel reports whether the first token but for new lines is a label.
func startsLabel(tokens []token) bool {
	tokens = trimLines(tokens)
	return len(tokens) == 0 || tokens[0].kind == aLabel
}

// words returns the words of a string, at its place.
func (t token) words() []Word {
	words := Fields(t.text, blanks)
	if words == nil {
		words = []Word{{}}
	}
	for i := range words {
		words[i].Place, words[i].Quoted = t.Place, true
	}
	return words
}

// maxDepth is how deep brackets may nest: no form of a deal needs more than three.
const maxDepth = 6

// inLists returns the hands of a text with lists: those that have no other in them. Beside them are
// only signs, and in what remains of a program labels.
func (r *Reader) inLists(tokens []token) ([]Hand, Split) {
	lists := r.innermost(tokens)
	if r.Failed() || len(lists) == 1 && r.isInBrackets(tokens, lists[0]) {
		return r.hands, r.by
	}
	var hands []Hand
	by, at := ByLists, 0
	for _, l := range lists {
		label := r.beside(tokens[at:l.Start])
		if label != "" {
			by = ByLabels
		}
		hands, at = append(hands, r.listHand(tokens[l.Start:l.End], label)), l.End
	}
	if r.beside(tokens[at:]); len(hands) == 1 && by == ByLists {
		by = Whole
	}
	return hands, by
}

// isInBrackets reports whether a text is all in one bracket with signs, or strings of cards, in it,
// which are then its hands.
func (r *Reader) isInBrackets(tokens []token, all Place) bool {
	inside := tokens[all.Start+1 : all.End-1]
	isHand := func(t token) bool {
		return t.kind == aSign && t.text != ";" || t.kind == aString && strings.ContainsAny(strings.TrimSpace(t.text), " ,")
	}
	if all.End-all.Start < len(trimLines(tokens)) || !slices.ContainsFunc(inside, isHand) {
		return false
	}
	r.hands, r.by = r.inText(trimLines(inside))
	return true
}

// beside returns the label among the tokens beside a list, "" for none. It notes what is not a sign, or
// in a program a label.
func (r *Reader) beside(tokens []token) (label string) {
	for _, t := range tokens {
		switch {
		case r.Failed():
			return ""
		case t.kind == aLabel && r.program:
			label = t.text
		case t.kind == aWord || t.kind == aString || t.kind == aLabel:
			r.refuseCode()
		}
	}
	return label
}

// listHand returns the hand of a list, whose brackets are the first and last token.
func (r *Reader) listHand(tokens []token, label string) Hand {
	h := Hand{Place: Place{tokens[0].Start, tokens[len(tokens)-1].End}, Label: label, Listed: true}
	for _, t := range tokens[1 : len(tokens)-1] {
		switch {
		case t.kind == aLabel:
			r.refuseCode()
		case t.kind == aSign && t.text != ";":
			r.Problem(t.Start, t.End, StraySign, game.Args{"sign": Quoted(t.text)})
		case t.kind == aWord || t.kind == aString:
			h.Words = append(h.Words, Word{t.Place, t.text, t.kind == aString})
		}
	}
	return h
}

// innermost returns the lists that have no other in them, as places among the tokens. It notes
// brackets that are not closed, lists that are too deep, and those that are not equally deep.
func (r *Reader) innermost(tokens []token) (lists []Place) {
	var open []int
	last, depth := -1, 0 // the bracket that was opened last, unless its list is closed
	for i, t := range tokens {
		switch t.kind {
		case opens:
			if open, last = append(open, i), i; len(open) > maxDepth {
				r.refuseCode()
				return nil
			}
		case closes:
			if len(open) == 0 || t.text != closing(tokens[open[len(open)-1]].text) {
				r.Problem(t.Start, t.End, BrokenJSON, nil)
				return nil
			}
			if open[len(open)-1] == last {
				isBracket := func(t token) bool { return t.kind == opens || t.kind == closes }
				if n := len(lists); n > 0 && (depth != len(open) || slices.ContainsFunc(tokens[lists[n-1].End:last], isBracket) && !r.program) {
					r.refuseCode()
				}
				lists, depth, last = append(lists, Place{last, i + 1}), len(open), -1
			}
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t := tokens[open[len(open)-1]]
		r.Problem(t.Start, t.End, BrokenJSON, nil)
	}
	return lists
}

// closing returns the bracket that closes a list.
func closing(bracket string) string { return string(")]}"[strings.Index("([{", bracket)]) }
