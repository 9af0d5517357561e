package deal

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"nonna/engine/card"
	"nonna/engine/game"
)

// Cards must not get lost from a deal among other words. So a run of cards is read only if what
// touches it is a plain word.

// token is a word of a message.
type token struct {
	Place
	// text is the word without the punctuation, brackets and markdown around it.
	raw, text string
	// first and last report that it is at the beginning and the end of its line.
	first, last bool
	kind        tokenKind
	// parts reports that what follows is parted from it: by the end of a sentence or a colon.
	parts bool
}

type tokenKind uint8

const (
	plain tokenKind = iota
	// cards are nothing but cards, perhaps with signs between or beside them.
	cards
	// sign stands between two hands.
	sign
	// join may stand between two hands, and between parts of a sentence.
	join
	// label is before a hand.
	label
	// near might be a card, or be meant as one.
	near
)

// around is the punctuation and markdown around words.
const around = ".,:!?()\"'“”„‘’«»*_~`|"

// tokens returns the words of a text.
func tokens(text string) []token {
	var list []token
	at := 0
	for line := range strings.Lines(text) {
		from := len(list)
		for _, w := range strings.Fields(line) {
			start := at + strings.Index(text[at:], w)
			at = start + len(w)
			if i := strings.IndexByte(w, ':'); i > 0 && i+1 < len(w) && w[i+1] != '/' && strings.IndexFunc(w[:i], func(c rune) bool { return !unicode.IsLetter(c) }) < 0 {
				list = append(list, newToken(w[:i+1], start, len(list) == from)) // "deal:2" is about a 2
				w, start = w[i+1:], start+i+1
			}
			list = append(list, newToken(w, start, len(list) == from))
		}
		if len(list) > from {
			list[len(list)-1].last = true
		}
	}
	return list
}

// newToken returns the token of a word.
func newToken(w string, start int, first bool) token {
	t := token{Place: Place{start, start + len(w)}, raw: w, text: strings.Trim(w, around), first: first}
	t.kind = kindOf(w, t.text)
	t.parts = strings.ContainsAny(w[len(w)-1:], ".!?:") || strings.HasSuffix(w, ")") && w[0] != '('
	return t
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
	case areRunCards(bare):
		return cards
	case bare == "" && strings.Trim(w, "_") == "":
		return near
	case isPlain(w, bare):
		return plain
	}
	return near
}

// areRunCards reports whether a word has only cards, perhaps with signs, and is not a word of a
// sentence. A 1 is a card of the Italian deck by itself or beside dashes: "11" may be any number.
func areRunCards(w string) bool {
	ones := w == "1" || strings.ContainsAny(strings.Trim(w, ",;/|"), "-/|;")
	w = strings.Trim(w, ",;/|")
	lower := true
	for rest := w; rest != ""; {
		c, size, ok := ParseCard(rest)
		if !ok && strings.IndexByte(",/|;", rest[0]) < 0 || c.Rank == card.One && !ones && w != "1" {
			return false
		}
		lower = lower && rest[0] >= 'a' && rest[0] <= 'z'
		rest = rest[size:]
	}
	return w != "" && !lower
}

// isPlain reports whether a word cannot be meant as a card: it has two letters or more and
// nothing else, or no letter or digit at all, as an emoji, or is a mention or a link.
func isPlain(w, bare string) bool {
	if len(w) > 1 && strings.IndexByte(":;", w[0]) >= 0 { // a face
		return true
	}
	if strings.HasPrefix(w, "<") && strings.HasSuffix(w, ">") || strings.Contains(w, "://") {
		return true
	}
	word := strings.NewReplacer("'", "", "’", "", "-", "").Replace(bare)
	symbols := strings.IndexFunc(word, func(c rune) bool { return !unicode.IsSymbol(c) && c != '\uFE0F' && c != '\u200D' }) < 0
	if word != "" && symbols && !strings.ContainsAny(word, "+=~^$<>|") && !strings.ContainsFunc(word, func(c rune) bool { return !isEmoji(c) }) {
		return true
	}
	if utf8.RuneCountInString(word) < 2 || strings.ContainsFunc(word, func(c rune) bool { return !unicode.IsLetter(c) }) || AreCards(word) && (len(word) < 4 || word != strings.ToLower(word)) || isShort(word) {
		return utf8.RuneCountInString(word) == 1 && strings.Contains("oèiIyà", word)
	}
	lower := strings.ToLower(word)
	return !slices.ContainsFunc(cardNames, func(name string) bool {
		return lower == name
	}) && !IsNearName(lower)
}

// isShort reports whether a word of two letters begins with a rank in capitals: JX.
func isShort(w string) bool {
	return len(w) == 2 && strings.IndexByte("TJQKA", w[0]) >= 0 && (w[1] < 'a' || w[1] > 'z')
}

// isEmoji reports whether a character is a picture, and no card or suit.
func isEmoji(c rune) bool {
	_, isSuit := suitSymbol(string(c))
	_, isCard := playingCard(c)
	return isSuit == 0 && !isCard && c != '🔟' && c != '🃏' && c > 0x2000
}

// cardNames are the names of cards in the languages that people play in.
var cardNames = strings.Fields("ace aces asso assi re two three four five six seven eight nine ten due tre quattro cinque sei sette otto nove dieci")

// IsNearName reports whether a word in lower case may be meant as the name of a card: a letter is
// missing, too many, another or in another place.
func IsNearName(w string) bool {
	return slices.ContainsFunc(faceNames, func(name string) bool { return isOneAway(w, name) || areSameLetters(w, name) }) ||
		len(w) == 3 && isOneAway(w, "ace") && w != "are" && w != "age" && w != "ice"
}

// areSameLetters reports whether two words have the same letters.
func areSameLetters(a, b string) bool {
	return len(a) == len(b) && slices.Equal(slices.Sorted(slices.Values([]byte(a))), slices.Sorted(slices.Values([]byte(b))))
}

// faceNames are those that a word may be a letter away from: shorter ones are near to many words.
var faceNames = strings.Fields("jack jacks queen queens king kings joker jokers fante fanti donna donne regina regine cavallo cavalli jolly matta matto")

// isOneAway reports whether two words are equal, or one letter more, less or other makes them so.
func isOneAway(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	i := 0
	for i < len(a) && a[i] == b[i] {
		i++
	}
	return a == b || len(a) == len(b) && a[i+1:] == b[i+1:] || len(a)+1 == len(b) && a[i:] == b[i+1:]
}

// readRuns reads the runs of cards in a text: with a sign between them, in several lines, with
// labels, or two joined by a word.
func (s *search) readRuns(text string) {
	list := tokens(text)
	for i := 0; i < len(list); {
		end := runEnd(list, i)
		if end == i {
			i++
			continue
		}
		s.readRun(text, list, i, end)
		i = end
	}
}

// runEnd returns the end of the run that begins at a token, which is start if there is none.
func runEnd(list []token, start int) int {
	end, count := start, 0
	for at := start; at < len(list); at++ {
		t := list[at]
		isRun := t.kind == cards || t.kind == sign || t.kind == label && at+1 < len(list) && (list[at+1].kind == cards || list[at+1].kind == label || isPlayer(list[at+1]))
		isRun = isRun || isPlayer(t) && at+1 < len(list) && list[at+1].kind == label
		isRun = isRun || t.kind == join && count > 1 && at+2 < len(list) && list[at+1].kind == cards && list[at+2].kind == cards
		if !isRun || at > start && (strings.HasPrefix(t.raw, "(") || isTwoHands(t)) {
			break
		}
		if isTwoHands(t) {
			return at + 1
		}
		if t.kind == cards {
			count++
		}
		if end = at + 1; t.parts && t.kind == cards {
			break
		}
	}
	if count == 0 {
		return start
	}
	for end > start && (list[end-1].kind == label || isPlayer(list[end-1])) {
		end--
	}
	return end
}

// isTwoHands reports whether a word is two hands with a sign between them: "---AJ/----K".
func isTwoHands(t token) bool {
	return t.kind == cards && strings.ContainsAny(strings.Trim(t.text, "/|;,"), "/|;")
}

// isPlayer reports whether a token begins a label of two words: "Player A:".
func isPlayer(t token) bool {
	return slices.Contains([]string{"player", "hand", "giocatore", "mano"}, strings.ToLower(t.text))
}

// readRun reads a run, if it has two hands of two cards or more, and nothing beside it might
// belong to it.
func (s *search) readRun(text string, list []token, start, end int) {
	for start < end && list[start].kind == label && !slices.ContainsFunc(list[start+1:end], func(t token) bool { return t.kind == label }) {
		start++ // "my deal:" is no label of a hand
	}
	run := list[start:end]
	count, signs, lines, joins, labels := 0, 0, 0, -1, 0
	for i, t := range run {
		switch t.kind {
		case cards:
			count += countCards(t.text)
			if strings.ContainsAny(strings.Trim(t.text, ";,"), "/|;") {
				signs++
			}
		case sign:
			signs++
		case label:
			labels++
		case join:
			joins = i
		}
		if i > 0 && t.first {
			lines++
		}
	}
	if signs == 0 && lines == 0 && joins < 0 && labels < 2 || count < 2 {
		return
	}
	word := beside(list, start, end, lines > 0)
	for i := range run[1:] {
		if strings.HasSuffix(run[i].raw, ",") && !strings.HasSuffix(run[0].raw, ",") {
			word = run[i+1].raw
		}
	}
	var doubt error
	if word != "" {
		doubt = s.refuse(BesideDeal, game.Args{"word": Quoted(word)})
	}
	part := text[run[0].Start:run[len(run)-1].End]
	if joins >= 0 {
		if signs > 0 || lines > 0 {
			s.err = s.refuse(BesideDeal, game.Args{"word": Quoted(run[joins].raw)})
			return
		}
		part = text[run[0].Start:run[joins].Start] + "/" + text[run[joins].End:run[len(run)-1].End]
	}
	part = unmarked(part)
	switch small := isSmall(clean(part)); {
	case doubt == nil && !small:
		if n := len(s.found); s.try(part, false, false) && len(s.found) > n {
			s.found[n].text = text[run[0].Start:run[len(run)-1].End]
		}
	case doubt != nil && !small && s.err == nil:
		if _, err := s.read(part, false); err == nil || isMeant(err) {
			s.err = doubt
		}
	case doubt != nil && count > 2:
		s.doubt = doubt
	}
}

// unmarked returns a part of a message without punctuation and brackets around it, and without
// markdown whose other half is outside.
func unmarked(part string) string {
	part = strings.Trim(part, " \n")
	part = strings.TrimRight(part, ".,:!?")
	part = strings.TrimRight(strings.TrimLeft(part, "(\"“„«‘'"), ")\"”“»’'")
	part = strings.TrimRight(part, ".,:!?")
	part = strings.TrimSuffix(strings.TrimPrefix(part, "||"), "||")
	for _, mark := range []string{"**", "~~", "*"} {
		if n := strings.Count(part, mark); n%2 == 1 {
			part = strings.TrimSuffix(strings.TrimPrefix(part, mark), mark)
		}
	}
	return part
}

// countCards counts the cards in a word.
func countCards(w string) int {
	n := 0
	for w != "" {
		_, size, ok := ParseCard(w)
		if ok {
			n++
		}
		w = w[size:]
	}
	return n
}

// isSmall reports whether a part of a message does not have two hands of two cards at least:
// "24/7" is not a deal.
func isSmall(r *Reader) bool {
	hands, by := r.Hands()
	if by == Whole && len(hands) == 1 {
		hands = nil
	}
	return len(hands) < 2 || slices.ContainsFunc(hands, func(h Hand) bool {
		n := 0
		for _, w := range h.Words {
			n += countCards(w.Text)
		}
		return n < 2
	})
}

// beside returns a word beside a run that might belong to it, "" if there is none. A run of
// several lines has whole lines.
func beside(list []token, start, end int, lines bool) string {
	if lines && !list[start].first && list[start-1].kind != label {
		return list[start].text
	}
	if lines && !list[end-1].last && !list[end-1].parts {
		return list[end-1].text
	}
	packed := isTwoHands(list[start])
	if list[end-1].raw == "-" && !list[end-1].last || list[start].raw == "-" && start > 0 && !list[start].first && !list[start-1].parts {
		return "-"
	}
	for _, step := range []int{-1, 1} {
		i := end
		if step < 0 {
			i = start - 1
		}
		if i < 0 || i >= len(list) || step > 0 && list[end-1].parts || step < 0 && list[i].parts && list[i].kind != near {
			continue
		}
		t, word := list[i], list[i].raw
		switch {
		case t.kind == join && i+step >= 0 && i+step < len(list) && list[i+step].kind == plain && word != `\`:
		case strings.HasPrefix(word, "(") && !strings.HasSuffix(word, ")") && step > 0, strings.HasSuffix(word, ")") && !strings.HasPrefix(word, "(") && step < 0: // "(5 times)"
		case len(t.text) > 2 && word == "("+t.text+")" && strings.Trim(t.text, "0123456789") == "": // a year
		case packed && (t.text == strings.ToLower(t.text) && AreCards(t.text) && strings.Trim(t.text, "0123456789") != ""):
		case t.kind != plain && t.kind != label:
			return word
		}
	}
	return ""
}
