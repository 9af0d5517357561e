package deal

import (
	"slices"
	"strconv"
	"strings"

	"nonna/engine/lazy"
)

// codeList is a list in a program, or a string.
type codeList struct {
	Place
	// items is what the grammar reads in its place.
	items string
	// name is what the list is given to, and label that of its player; "" for none.
	name, label string
	// named is where the name begins.
	named int
	// beside reports that nothing but a comma and makers are between the list and the one before it,
	// and depth is how many brackets it is in.
	beside bool
	depth  int
	// isPlayers reports that the name says that it is a player's, isString that the list is a
	// string, isText that it is one with a sign between hands, and inMore that it is an item of the
	// list that the name is given.
	isPlayers, isString, isText, inMore bool
}

const (
	// maker matches the types and functions that make a list of its items.
	maker = `(?:as|new|const|constexpr|mut|static|final|std|java|util|u8|char|type|text|any|of|from|to|c|qw?|w|begin|words|parse\w{0,9}|(?:new|make)_?hand|create|tarray|player|` +
		`(?:as|linked|mutable|immutable|array|byte)?(?:list|arrays?|vec|vector|seq|sequence|deque|queue|stack|tuple|slice|str|strings?|string_view|cards|deck|hand)(?:of|from)?)`
	// between matches what may stand between a name and its list.
	between = `(?:[\s:=<>&*@%#'"~.!?_$|\[({-]|\[\d*\]|\]|\(\)|\((?:of \w+|(?:const\s+)?char[\s*]*(?:\[\])?)\)|\)\s*\{|[,;]\s*\d+\s*[\]>]|\b` + maker + `\b)*`
	// outcomes matches a part of a name of what a game comes to.
	outcomes = `(?i)expect|result|want|got|outcome|output|actual|answer|size|count|score`
	// stringLiteral matches a string. A single quote may also stand before a list, as in Lisp.
	stringLiteral = `"(?:[^"\\\n]|\\.)*"|'[^'"()\[\]{}\\\n]*'`
)

var (
	// lists matches lists that have no other in them, also those of Raku, YAML and lines, and strings.
	lists = lazy.Regexp(`[\[({][^\[\](){}]*[\])}]|<[^<>="']+>|` + stringLiteral + `|(?:\n[ \t]*- +[^\s-]\S*[ \t]*)+\n|[:=][ \t]+(?:(?:[2-9TJQKA]|10)[ \t,]+)+(?:[2-9TJQKA]|10)[ \t]*\n`)
	// yaml matches a list of YAML, with a line for each card.
	yaml = lazy.Regexp(`:[ \t]*\n[ \t]*- +\S+[ \t]*\n[ \t]*- `)
	// comment matches one up to the end of its line.
	comment = lazy.Regexp(`(?m)(?:^|[ \t])(?://|--|#) .*$`)
	// harmless matches functions that leave cards and their order as they are, and wrapped a string
	// with a function around it that makes a card or another kind of string.
	harmless = lazy.Regexp(`\.(?:split|chars|iter|into_iter|into|to_string|to_owned|to_vec|toList|collect|cloned?|copy)(?:::<[^<>\n]*>+)?\([^()\n]{0,9}\)|NULL|\b(?i:\w{0,20}(?:size|len|length|count|elements)(?:of)?)\s*\(\s*[\w\[\]]+\s*\)(?:\s*/\s*sizeof\s*\(?[\w\[\]*]+\)?)?`)
	wrapped  = lazy.Regexp(`(?i)(?:\bnew\s+)?\b(?:string::from|\w{0,12}card(?:(?:\.|::)\w{1,9})?)\s?\(\s*("[^"\n]{1,12}"|'[^'\n]{1,12}')\s*\)`)
	// player matches the name of a player, given any name that an operator gives something to, and
	// signs what makers and commas leave.
	player = lazy.Regexp(`(?i)(?:^|[^\pL\pN])((?:(` + playerWord + `|cards)(?:[ _-]|s?\[["']?)?)?([a-rt-z]|\d{1,2}|` + numerals + `)(?:_?(?:deal|cards|hand|deck))?)\b(` + between + `)$`)
	given  = lazy.Regexp(`(?i)([\pL_][\pL\pN_]*)["']?\s*(?::[^:=\n]*=|:=|=>|<-|[:=])` + between + `$`)
	signs  = lazy.Regexp(`(?i)^[\s,;/|)\]}]*` + between + `$`)
	// outcome matches names of what a game comes to, and results others that are no hands of players.
	outcome = lazy.Regexp(outcomes)
	results = lazy.Regexp(outcomes + `|face|court|number|value|rank|suit|pile|table|left|right|before|after|start|end|win|lose|\bold\b|\bnew\b`)
	// function matches one whose arguments follow, before the makers of the first: "f(", "f (List.of".
	function = lazy.Regexp(`(?i)([\pL_][\pL\pN_]*)(` + between + `)$`)
	callee   = lazy.Regexp(`([\pL_][\pL\pN_]*)!?(?:<[^<>]*>)?$`)
	isMaker  = lazy.Regexp(`(?i)^` + maker + `$`)
	closers  = lazy.Regexp(`^(?:\s*[\])}])*`)
	// noGame matches functions of two lists that play no game.
	noGame = lazy.Regexp(`(?i)zip|dict|concat|merge|union|append|interleave|replace|assert|equal|^eq$|same|diff|join|add|extend|cons|^not|revers|last|sort|compar|lowest|highest`)
	// statement matches what stands between two games, and not between the hands of one.
	statement = lazy.Regexp(`\b(?:def\s+(?:\w+\s*\(|")|(?:func?|fun|fn|tests?|test_\w+|it|describe|assert\w*|expect|should|check)\b)`)
	// follows matches what may stand behind a list: the rest of its line has no operator, and neither
	// begins the next.
	follows = lazy.Regexp(`^[ \t]*(?:\z|[,;)\]}]|\.\s|//|#|--|(?:\n\s*)+(?:\z|--|\|>|[^-+.<|&*%~?\s])|[\pL"'(\[{$@&<:=|-])`)
	notNext = lazy.Regexp(`^[ \t]*(?:- |-\s*[\["'(]|(?:if|unless|or)\b|@ |<>|==|!=)|^\[`)
	// isValue and valueEnds match what stands before and behind a string that is given to a function or name.
	isValue   = lazy.Regexp(`[(,=]\s*$`)
	valueEnds = lazy.Regexp(`^\s*(?:[),;]|\n|\z)`)
	// beforeB matches what may stand between the name of a hand and that of the next, and afterB what
	// must not stand behind a name.
	beforeB = lazy.Regexp(`^(?:\[[@*]\])?(?:["'}\s,/&$@*\\;{(\[-]|\.\.\.)*(?:,\s*\d+\s*,\s*)?[&$@\\*]*(?:[-:]?\w+(?:\s*(?::|=>?)|\s)\s*|\w+\.)?["'&$@\\*{]*$`)
	afterB  = lazy.Regexp(`^(?:\[[^@*]|\.\w|\s*(?:[+*%~]|<>|-\s|\+\+)|\s+(?:if|unless)\b)`)
	// call matches the only call of a text, also as the argument of another.
	call = lazy.Regexp(`^\s*(?:[^\s()=]{1,60}[ ])?(?:\pL\w{0,60}\s*=\s*)?(?:[\pL_][\pL\pN_.:!]{0,60}\(){1,4}([^()]*)\)+[;.]?\s*$`)
	// notItem matches what is no item of a list: the maker of a list in Lisp, signs before strings.
	notItem = lazy.Regexp(`^\s*list\b|[<>@]|^\||\|$`)
	// yamlDash matches what is before an item of a list of YAML, and at least its line and dash.
	yamlDash = lazy.Regexp(`\n[ \t]*-`)
	// oneString matches the only string of several cards in brackets.
	oneString = lazy.Regexp(`^\s*(?:"[^"]*[ ,][^"]*"|'[^']*[ ,][^']*')\s*$`)
	// repeated matches a list of one item that is repeated: vec!["2"; 3].
	repeated = lazy.Regexp(`["'];\s*\d+\s*\]$`)
)

// maxLists is the most lists that are looked at: a text with more is no test of a game.
const maxLists = 300

// code is a program whose lists are looked for.
type code struct {
	text string
	// lists are those so far, end is where the last of them ends, and depth how many brackets it is in.
	lists []codeList
	end   int
	depth int
}

// listsIn returns the lists and strings of cards in a program, and those given to players. It
// reports whether none of them is a part of more.
func listsIn(text string) ([]codeList, bool) {
	c := code{text: text}
	found := lists().FindAllStringIndex(text, maxLists)
	for _, at := range found {
		f := callee().FindStringSubmatch(c.before(at[0]))
		isCall := text[at[0]] == '(' && len(f) > 0 && !isMaker().MatchString(f[1])
		isObject := strings.IndexByte("({", text[at[0]]) >= 0 && strings.ContainsAny(text[at[0]:at[1]], ":=")
		start, parts := at[0], [][]int{{0, at[1] - at[0]}}
		if isCall || isObject { // the lists in it
			start++
			parts = lists().FindAllStringIndex(text[start:at[1]-1], maxLists)
		}
		for _, part := range parts {
			if !c.add(Place{start + part[0], start + part[1]}) {
				return c.lists, false
			}
		}
	}
	return c.lists, len(found) < maxLists
}

// add adds the list at a place if it has cards. It reports whether the list is no part of more.
func (c *code) add(at Place) bool {
	l, behind := c.newList(at), c.behind(at.End)
	if !c.isHand(&l) {
		return true
	}
	isPiped := l.name != "" && strings.HasPrefix(strings.TrimLeft(behind, " \t\n"), "|")
	if isPiped || l.inMore || !follows().MatchString(behind) || notNext().MatchString(behind) || repeated().MatchString(c.text[at.Start:at.End]) {
		return false
	}
	skipped := c.text[c.end:at.Start]
	if len(c.lists) > 0 && strings.Count(skipped, "(") != strings.Count(skipped, ")") || strings.IndexAny(strings.TrimLeft(skipped, " ,\n"), "]}") == 0 {
		l.beside = false // a bracket ends before it
	}
	c.depth += countAny(skipped, "[{") - countAny(skipped, "]}")
	l.depth = c.depth
	c.lists, c.end = append(c.lists, l), at.End
	return true
}

// before returns what is before a place, up to the last list: no name of a list is longer.
func (c *code) before(at int) string { return c.text[max(c.end, at-120):at] }

// behind returns what begins at a place.
func (c *code) behind(at int) string { return c.text[at:min(len(c.text), at+60)] }

// newList returns the list at a place, with its name.
func (c *code) newList(at Place) codeList {
	before := c.before(at.Start)
	l := codeList{Place: at, items: items(c.text[at.Start:at.End]), isString: strings.IndexByte(quotes, c.text[at.Start]) >= 0}
	l.beside = len(before) == at.Start-c.end && signs().MatchString(before)
	l.isText = l.isString && strings.ContainsAny(l.items, "/|") && isValue().MatchString(before) && valueEnds().MatchString(c.behind(at.End))
	start := at.Start - len(before)
	if m := given().FindStringSubmatchIndex(before); len(m) > 0 {
		l.name, l.named = before[m[2]:m[3]], start+m[2]
	}
	m := player().FindStringSubmatchIndex(before)
	if len(m) == 0 || m[4] < 0 && !strings.ContainsAny(before[m[8]:m[9]], ":=-") && !strings.HasSuffix(before[:m[2]], "-") {
		return l
	}
	l.name, l.named, l.isPlayers = before[m[2]:m[3]], start+m[2], m[4] >= 0
	l.label = before[m[6]:m[7]] + ":"
	if rank := labelRank(before[m[6]:m[7]]); rank < letterRank {
		l.label = strconv.Itoa(rank) + ":"
	}
	gap, isOperand := before[m[8]:m[9]], strings.HasSuffix(strings.TrimRight(c.text[:l.named], " \t"), "=")
	closed := countAny(closers().FindString(c.behind(at.End)), ")]}")
	l.inMore = !l.isPlayers && isOperand || closed < countAny(gap, "([{")-countAny(gap, ")]}")
	return l
}

// isHand reports whether a list may be a hand: it has nothing but cards, or strings beside some if a
// player's name is given it.
func (c *code) isHand(l *codeList) bool {
	words := strings.FieldsFunc(l.items, func(c rune) bool { return strings.ContainsRune(blanks+`[]/;"'|`, c) })
	areCards := len(words) > 0 && !slices.ContainsFunc(words, func(w string) bool { return !AreCards(w) })
	if c.isOther(l, words) {
		return false
	}
	switch hasStrings := strings.ContainsAny(l.items, quotes); {
	case l.isString:
		return areCards && (l.label != "" || len(l.items) > 3 && !l.isNumbers() || len(words) > 2)
	case areCards, l.label != "" && len(words) > 0 && l.isNumbers():
		return true
	case l.label != "" && hasStrings:
		return l.isPlayers || slices.ContainsFunc(words, AreCards)
	}
	return false
}

// isOther reports whether a list is the index of a name, "hands[0]", an argument by itself, "(a)", or
// a line that no player's name is given.
func (c *code) isOther(l *codeList, words []string) bool {
	f := callee().FindStringSubmatch(c.before(l.Start))
	isIndex := strings.Trim(l.items, "[0123456789]") == "" && len(f) > 0 && !isMaker().MatchString(f[1])
	isName := len(words) == 1 && len(words[0]) == 1 && words[0] > "Z" && !strings.ContainsAny(l.items, quotes) && l.label == ""
	return isIndex || isName || strings.IndexByte(":=", c.text[l.Start]) >= 0 && !l.isPlayers
}

// isNumbers reports whether a list has numbers alone, as results do.
func (l codeList) isNumbers() bool { return strings.Trim(l.items, `[]0123456789, "'`) == "" }

// countAny returns how many of the signs a text has.
func countAny(text, signs string) (n int) {
	for i := range len(text) {
		if strings.IndexByte(signs, text[i]) >= 0 {
			n++
		}
	}
	return n
}

// items returns what the grammar reads in place of a list or string, of the same length.
func items(code string) string {
	inside := code[1 : len(code)-1]
	switch {
	case code[0] == '\n': // of YAML
		inside = yamlDash().ReplaceAllStringFunc(code, blanksFor)
		return blanksFor(inside[:1]) + "[" + inside[2:len(inside)-1] + "]"
	case code[0] == '"' || code[0] == '\'':
		return code
	case code[0] == ':' || code[0] == '=': // a line
		return "[" + inside + "]"
	case code[0] == '(' && oneString().MatchString(inside): // deck("2 A 7")
		return " " + inside + " "
	}
	return "[" + notItem().ReplaceAllStringFunc(inside, blanksFor) + "]"
}
