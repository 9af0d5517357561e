package deal

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// People paste deals as the programs that play them have them: lists of any language,
// perhaps as the arguments of a call or assigned to names. Of a text that is nothing else,
// only the lists remain, in brackets as JSON has them, or as hands with slashes between.

// literal is a list, an object, a string or a bare word in a program.
type literal struct {
	Place
	kind literalKind
	// open is the place of the bracket of a list. Before it, from Start, is what makes it a
	// list in the language: a call, a type, "new", "%w".
	open  int
	items []literal
	// comma is the place of a comma after the last item, 0 if there is none.
	comma int
	// spaced reports that blanks separate items.
	spaced bool
}

type literalKind int

const (
	stringLiteral literalKind = iota
	numberLiteral             // or true, false, null
	wordLiteral
	listLiteral
	objectLiteral
)

// unwrapLiterals rewrites a text that has only literals: `[]string{"2", "A"}` becomes a JSON
// list, and `%w[2 A], %w[3]` two hands. It leaves other texts as they are.
func unwrapLiterals(clean []byte) {
	if !bytes.ContainsAny(clean, "({=%!&") || !bytes.ContainsAny(clean, `([{"'`) || isMembers(string(clean)) {
		return
	}
	p := literalParser{text: bytes.Clone(clean)}
	if m := named.FindSubmatchIndex(p.text); m != nil {
		blank(p.text, 0, m[3])
		blank(p.text, m[4], m[5])
	}
	if !p.parse() {
		return
	}
	words := p.has(func(l literal) bool { return l.kind == wordLiteral || l.spaced })
	switch {
	case words && p.has(func(l literal) bool { return l.kind == stringLiteral || l.kind == objectLiteral }):
		return
	case words && !p.asHands():
		return
	case !words:
		p.asJSON()
	}
	p.blankNames()
	blank(p.text, len(bytes.TrimRight(p.text, " \t\n,;")), len(clean))
	copy(clean, p.text)
}

// literalParser parses a text, and rewrites it.
type literalParser struct {
	text   []byte
	at     int
	values []literal
	names  []assigned // of the values
}

// assigned is a name before a value, with the sign after it. It is empty if there is none.
type assigned struct {
	Place
	sign int
}

// The patterns begin where the parser is. They have limits, so that no text takes long.
var (
	// listBegins matches what may begin a list: the sign of a list of words, or the name of
	// a function, a macro or a type.
	listBegins = regexp.MustCompile(`^(?:(?:return|await|new)\s{1,9}){0,3}&?(?:%[wWiI]` +
		`|(?:\[(?:\d{0,5}|\.{3})\]){1,4}\*?[\pL_][\pL\pN_.]{2,60}` +
		`|[\pL_][\pL\pN_.:]{0,60}(?:<[\pL\pN_.:<>, ]{0,60}>)?(?:\[\]){0,4}!?)?[ ]?[\[({]`)
	// wordLists matches what makes a list of words, without quotation marks.
	wordLists = regexp.MustCompile(`^(?:%[wWiI]|qw)$`)
	// typed matches a name that cannot be cards.
	typed = regexp.MustCompile(`[a-z]{3}`)
	// names matches a name and the sign between it and its value, with the type after a colon
	// if there is one.
	names = regexp.MustCompile(`^[\pL_$@][\pL\pN_.<>\[\]&$@* ]{0,60}?[ \t]*` +
		`(:[ \t]*[\pL.<>\[\]&]{0,30}[a-z]{3}[\pL.<>\[\]&]{0,30}[ \t]*=|:?=|:)\s*`)
	// named matches a call or an object of names without quotation marks.
	named = regexp.MustCompile(`(?s)^(\s*(?:[\pL_][\pL\pN_.]{0,60}\(|\{))\s*[\pL_][\pL\pN_]{0,31}\s*[:=].*([)}])[\s;]*$`)
	// jsonWord matches a value of JSON that is neither a string nor in brackets.
	jsonWord = regexp.MustCompile(`^(?:-?(?:0|[1-9]\d*)|true|false|null)$`)
)

// separators stand between the literals of a text.
const separators = " \t\n,;/|"

// parse parses the whole text. It reports false if that has anything but literals, of which
// one at least is a list, or a string with a name.
func (p *literalParser) parse() bool {
	for p.skip(separators); p.at < len(p.text); p.skip(separators) {
		if n := p.vs(); n > 0 && len(p.values) > 0 {
			p.at += n
			continue
		}
		p.names = append(p.names, p.name())
		v, ok := p.value(1)
		if !ok {
			return false
		}
		p.values = append(p.values, v)
	}
	return p.has(func(l literal) bool { return l.kind >= listLiteral }) || len(p.names) == 1 && p.names[0].End > 0
}

// vs returns the length of "vs" where the parser is, 0 for anything else.
func (p *literalParser) vs() int {
	next := p.text[p.at:min(p.at+len("vs. "), len(p.text))]
	if n := bytes.IndexAny(next, " \n"); n > 0 && IsVs(string(next[:n])) {
		return n
	}
	return 0
}

// skip moves past characters.
func (p *literalParser) skip(characters string) {
	for p.at < len(p.text) && strings.IndexByte(characters, p.text[p.at]) >= 0 {
		p.at++
	}
}

// next returns the next character after blanks, 0 at the end.
func (p *literalParser) next() byte {
	p.skip(" \t\n")
	if p.at == len(p.text) {
		return 0
	}
	return p.text[p.at]
}

// name parses a name before a value, if there is one.
func (p *literalParser) name() assigned {
	m := names.FindSubmatchIndex(p.text[p.at:])
	if len(m) == 0 {
		return assigned{}
	}
	name := assigned{Place{p.at, p.at + m[3]}, p.at + m[2]}
	if name.End < len(p.text) && strings.IndexByte(":=>", p.text[name.End]) >= 0 { // "::" or "=="
		return assigned{}
	}
	p.at += m[1]
	return name
}

// value parses a literal, which is nested in depth-1 lists. Words are only in lists.
func (p *literalParser) value(depth int) (literal, bool) {
	c := p.next()
	begins := listBegins.FindIndex(p.text[p.at:])
	switch {
	case depth > 2*maxDepth || c == 0:
		return literal{}, false
	case c == '"' || c == '\'':
		return p.quoted()
	case begins != nil:
		start := p.at
		p.at += begins[1]
		return p.list(start, depth)
	}
	word := p.text[p.at:]
	if n := bytes.IndexAny(word, separators+`:=()[]{}"'`); n >= 0 {
		word = word[:n]
	}
	one := literal{Place: Place{p.at, p.at + len(word)}, kind: wordLiteral}
	if jsonWord.Match(word) {
		one.kind = numberLiteral
	}
	p.at = one.End
	return one, depth > 1 && len(word) > 0
}

// quoted parses a string.
func (p *literalParser) quoted() (literal, bool) {
	for i := p.at + 1; i < len(p.text); i++ {
		switch p.text[i] {
		case '\\':
			i++
		case p.text[p.at]:
			one := literal{Place: Place{p.at, i + 1}, kind: stringLiteral}
			p.at = i + 1
			return one, true
		}
	}
	return literal{}, false
}

// closing returns the bracket that closes another.
func closing(open byte) byte {
	if open == '(' {
		return ')'
	}
	return open + 2
}

// list parses the items of a list or object, and its closing bracket.
func (p *literalParser) list(start, depth int) (literal, bool) {
	l := literal{Place: Place{Start: start}, kind: listLiteral, open: p.at - 1}
	closes := closing(p.text[l.open])
	for c := p.next(); c != closes; c = p.next() {
		l.spaced = l.spaced || len(l.items) > 0 && l.comma == 0
		item, ok := p.value(depth + 1)
		if !ok {
			return l, false
		}
		if p.next() == ':' && closes == '}' && item.kind == stringLiteral { // the name of a member
			p.at++
			l.kind = objectLiteral
			if item, ok = p.value(depth + 1); !ok {
				return l, false
			}
		}
		l.items, l.comma = append(l.items, item), 0
		if p.next() == ',' {
			l.comma = p.at
			p.at++
		}
	}
	p.at++
	l.End = p.at
	return l, l.kind == objectLiteral || p.isList(l)
}

// isList reports whether a list has only lists, or only cards, and is meant as a list: cards
// without quotation marks may be in brackets for another reason.
func (p *literalParser) isList(l literal) bool {
	lists, bare := 0, 0
	for _, item := range l.items {
		switch {
		case item.kind >= listLiteral:
			lists++
		case item.kind != stringLiteral:
			bare++
		}
	}
	if lists > 0 && lists < len(l.items) || l.spaced && bare < len(l.items) {
		return false
	}
	prefix := string(p.text[l.Start:l.open])
	return isPrefix(prefix, bare > 0) && (prefix != "" || bare != 1 || len(l.items) > 1 || p.text[l.open] == '[')
}

// isPrefix reports whether a text may stand before the bracket of a list. Before bare words
// it must not be cards.
func isPrefix(text string, bare bool) bool {
	prefix := strings.TrimSpace(text)
	switch {
	case prefix == "", isKeyword(prefix):
		return true
	case strings.HasSuffix(text, " ") && !strings.ContainsAny(prefix[len(prefix)-1:], ">]"):
		return false
	}
	return !bare || wordLists.MatchString(prefix) || typed.MatchString(prefix) && strings.ContainsAny(prefix, ".!]>")
}

// isKeyword reports whether what stands before a list are words of the language alone, or a
// type after "new".
func isKeyword(prefix string) bool {
	words := strings.Fields(prefix)
	return len(words) > 0 && (words[0] == "new" || words[len(words)-1] == "return" || words[len(words)-1] == "await")
}

// all returns the literals in the order of the text, each before its items.
func (p *literalParser) all() []literal {
	var all []literal
	var add func(list []literal)
	add = func(list []literal) {
		for _, l := range list {
			all = append(all, l)
			add(l.items)
		}
	}
	add(p.values)
	return all
}

// has reports whether a literal of the text has a property.
func (p *literalParser) has(property func(literal) bool) bool {
	return slices.ContainsFunc(p.all(), property)
}

// asJSON makes all lists lists of JSON.
func (p *literalParser) asJSON() {
	for _, v := range p.values {
		p.toJSON(v, len(p.values) == 1)
	}
}

// toJSON makes a literal one of JSON. The parentheses around a single list are left out, and
// those around a single string if sole reports that the text has nothing else.
func (p *literalParser) toJSON(l literal, sole bool) {
	if l.kind < listLiteral {
		return
	}
	blank(p.text, l.Start, l.open)
	if l.comma > 0 {
		p.text[l.comma] = ' '
	}
	around := p.text[l.open] == '(' && len(l.items) == 1 && (l.items[0].kind >= listLiteral || sole && l.comma == 0)
	switch {
	case around:
		p.text[l.open], p.text[l.End-1] = ' ', ' '
	case l.kind == listLiteral:
		p.text[l.open], p.text[l.End-1] = '[', ']'
	}
	for _, item := range l.items {
		p.toJSON(item, sole && around)
	}
}

// asHands makes the lists hands with slashes between them. It reports false if these are
// not the hands of one deal, or only one without anything before its bracket.
func (p *literalParser) asHands() bool {
	for _, v := range p.values {
		if nested := v.depth(); nested > 2 || nested > 1 && len(p.values) > 1 {
			return false
		}
	}
	hands := slices.DeleteFunc(p.all(), func(l literal) bool {
		return l.kind != listLiteral || slices.ContainsFunc(l.items, func(item literal) bool { return item.kind == listLiteral })
	})
	if len(hands) == 1 && hands[0].Start == hands[0].open {
		return false
	}
	for _, l := range p.all() {
		if l.kind == listLiteral {
			blank(p.text, l.Start, l.open+1)
			blank(p.text, l.End-1, l.End)
		}
	}
	for i, h := range hands {
		copy(p.text[h.Start:], bytes.ReplaceAll(p.text[h.Start:h.End], []byte{'\n'}, []byte{' '}))
		if i > 0 {
			p.separate(Place{hands[i-1].End, h.Start})
		}
	}
	return true
}

// depth returns how deep lists are nested, without those of one item.
func (l literal) depth() int {
	deepest := 0
	for _, item := range l.items {
		deepest = max(deepest, item.depth())
	}
	if l.kind == listLiteral && (deepest == 0 || len(l.items) > 1) {
		deepest++
	}
	return deepest
}

// separate puts a slash between two hands if no sign or name is there.
func (p *literalParser) separate(between Place) {
	text := p.text[between.Start:between.End]
	if bytes.ContainsAny(text, "/|;:=vV") {
		return
	}
	blank(text, 0, len(text))
	if len(text) == 0 {
		between.Start--
	}
	p.text[between.Start] = '/'
}

// blankNames blanks the name of a single value, or of the first. The names of others remain
// as labels, without types before them.
func (p *literalParser) blankNames() {
	several := len(p.names) > 1 && p.names[1].End > 0
	for i, name := range p.names {
		if i > 0 && name.End > 0 { // a label follows a sign
			before := p.text[p.values[i-1].End:name.Start]
			copy(before, bytes.ReplaceAll(before, []byte{','}, []byte{';'}))
		}
		switch {
		case name.End == 0:
		case !several:
			blank(p.text, name.Start, name.End)
		case p.text[name.End-1] == '=':
			word := bytes.TrimRight(p.text[name.Start:name.sign], " \t[]")
			blank(p.text, name.Start, name.Start+bytes.LastIndexAny(word, " $@&*")+1)
			blank(p.text, name.Start+len(word), name.End-1)
		}
	}
}
