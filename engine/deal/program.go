package deal

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// The grammar knows no programs: beside a list stands no word. Of a program, such as a test of a
// game, all but its hands is blanked. These are the first of
//
//   - the lists, or strings of cards, that names of players are given: "player_a = [", ":player-b ["
//   - the only two lists or strings of cards, or several with nothing but commas between them
//   - the only string with a sign between hands
//   - the arguments of the only call
//
// What may touch a hand is a law, since nobody can list what must not: between a name and its list
// stand only types, makers of lists, and signs; behind a list a comma, a bracket, or something new;
// and where a program names the hands, it names them one behind the other in their order, with
// nothing but commas and signs of variables around. Else there are no hands.

// program returns a text with blanks in place of all but its hands, and whether these can be told;
// more reports that there are words besides, which are no names or makers of the hands.
func program(text string) (hands string, more, ok bool) {
	if strings.ContainsAny(text, "#-/") {
		text = comment.ReplaceAllStringFunc(text, blanksFor)
	}
	text = harmless.ReplaceAllStringFunc(text, blanksFor) + "\n"
	text = wrapped.ReplaceAllStringFunc(text, func(s string) string { // keeps the string in its place
		m := wrapped.FindStringSubmatchIndex(s)
		return blanksFor(s[:m[2]]) + s[m[2]:m[3]] + blanksFor(s[m[3]:])
	})
	all, ok := listsIn(text)
	chosen := chooseHands(all, text)
	if at := call.FindStringSubmatchIndex(text); chosen == nil && len(all) < 2 && at != nil {
		chosen = []codeList{{Place: Place{at[2], at[3]}, items: text[at[2]:at[3]]}}
	}
	b, rest := []byte(blanksFor(text)), []byte(text)
	for _, l := range chosen {
		copy(b[l.Start-len(l.label):], l.label)
		copy(b[l.Start:], l.items)
		copy(rest[l.Start:l.End], strings.Repeat("x", l.End-l.Start))
	}
	isOther := func(w string) bool {
		isName := func(l codeList) bool { return strings.Contains(l.name, w) }
		return strings.Trim(w, "x") != "" && !isMaker.MatchString(w) && !slices.ContainsFunc(chosen, isName)
	}
	more = slices.ContainsFunc(strings.FieldsFunc(string(rest), func(c rune) bool { return !unicode.IsLetter(c) }), isOther)
	return string(b), more, ok && chosen != nil
}

func blanksFor(s string) string { return strings.Repeat(" ", len(s)) }

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
	// isNested reports that a bracket ends before it.
	isNested bool
	// isText reports that it is a string with a sign between hands, and inMore that it is an item
	// of the list that the name is given.
	isText, inMore bool
}

const (
	// maker matches the types and functions that make a list of its items.
	maker = `(?:as|new|const|constexpr|mut|static|final|std|java|util|u8|char|type|text|any|of|from|to|c|qw?|w|begin|words|parse\w{0,9}|(?:new|make)_?hand|create|tarray|player|` +
		`(?:as|linked|mutable|immutable|array|byte)?(?:list|arrays?|vec|vector|seq|sequence|deque|queue|stack|tuple|slice|str|strings?|string_view|cards|deck|hand)(?:of|from)?)`
	// between matches what may stand between a name and its list.
	between = `(?:[\s:=<>&*@%#'"~.!?_$|\[({-]|\[\d*\]|\]|\(\)|\((?:of \w+|(?:const\s+)?char[\s*]*(?:\[\])?)\)|\)\s*\{|[,;]\s*\d+\s*[\]>]|\b` + maker + `\b)*`
	// stringLiteral matches a string. A single quote may also stand before a list, as in Lisp.
	stringLiteral = `"(?:[^"\\\n]|\\.)*"|'[^'"()\[\]{}\\\n]*'`
)

var (
	// lists matches lists that have no other in them, also those of Raku and YAML, and strings.
	lists = regexp.MustCompile(`[\[({][^\[\](){}]*[\])}]|<[^<>="'\n]+>|` + stringLiteral + `|(?:\n[ \t]*- +[^\s-]\S*[ \t]*)+\n`)
	// yaml matches a list of YAML, with a line for each card.
	yaml = regexp.MustCompile(`:[ \t]*\n[ \t]*- +\S+[ \t]*\n[ \t]*- `)
	// comment matches one up to the end of its line.
	comment = regexp.MustCompile(`(?m)(?:^|[ \t])(?://|--|#) .*$`)
	// harmless matches functions that leave cards and their order as they are, and wrapped a string
	// with a function around it that makes a card or another kind of string.
	harmless = regexp.MustCompile(`\.(?:split|chars|iter|into_iter|into|to_string|to_owned|to_vec|toList|collect|cloned?|copy)(?:::<[^<>\n]*>+)?\([^()\n]{0,9}\)|NULL`)
	wrapped  = regexp.MustCompile(`(?i)(?:\bnew\s+)?\b(?:string::from|\w{0,12}card(?:(?:\.|::)\w{1,9})?)\s?\(\s*("[^"\n]{1,12}"|'[^'\n]{1,12}')\s*\)`)
	// player matches the name of a player, given any name that an operator gives something to, and
	// signs what makers and commas leave.
	player = regexp.MustCompile(`(?i)(?:^|[^\pL\pN])((?:(` + playerWord + `|cards)(?:[ _-]|s?\[["']?)?)?([a-rt-z]|\d{1,2}|` + numerals + `)(?:_?(?:deal|cards|hand|deck))?)\b(` + between + `)$`)
	given  = regexp.MustCompile(`(?i)([\pL_][\pL\pN_]*)["']?\s*(?::[^:=\n]*=|:=|=>|<-|[:=])` + between + `$`)
	signs  = regexp.MustCompile(`(?i)^[\s,;/|)\]}]*` + between + `$`)
	// outcome matches names of what a game comes to, and results others that are no hands of players.
	outcome = regexp.MustCompile(`(?i)expect|result|want|got|outcome|output|actual|answer|size|count|score`)
	results = regexp.MustCompile(outcome.String() + `|face|court|number|value|rank|suit|pile|table|left|right|before|after|start|end|win|lose`)
	// function matches one whose arguments follow, before the makers of the first, also in Lisp and
	// ML: "f(", "f (List.of", "(f '".
	function = regexp.MustCompile(`(?i)([\pL_][\pL\pN_]*)(` + between + `)$`)
	applied  = regexp.MustCompile(`\(\s*([\pL_][\pL\pN_.?*-]*)(?:\s+(?:\d+|"[^"\n]*"))?\s+['#@]*$`)
	callee   = regexp.MustCompile(`([\pL_][\pL\pN_]*)!?(?:<[^<>]*>)?$`)
	isMaker  = regexp.MustCompile(`(?i)^` + maker + `$`)
	closers  = regexp.MustCompile(`^(?:\s*[\])}])*`)
	// noGame matches functions of two lists that play no game.
	noGame = regexp.MustCompile(`(?i)zip|dict|concat|merge|union|append|interleave|replace|assert|equal|^eq$|same|diff|join|add|extend|cons|^not|revers|last`)
	// statement matches what stands between two games, and not between the hands of one.
	statement = regexp.MustCompile(`\b(?:def\s+(?:\w+\s*\(|")|(?:func?|fun|fn|tests?|test_\w+|it|describe|assert\w*|expect|should|check)\b)`)
	// follows matches what may stand behind a list: the rest of its line has no operator, and neither
	// begins the next.
	follows = regexp.MustCompile(`^[ \t]*(?:\z|[,;)\]}]|\.\s|//|#|--|(?:\n\s*)+(?:\z|--|[^-+.<|&*%~?\s])|[\pL"'(\[{$@&<:=|-])`)
	notNext = regexp.MustCompile(`^[ \t]*(?:\[[^"'\]]*\]|- |-\s*[\["'(]|(?:if|unless|or)\b|@ |<>|==|!=)|^\[`)
	// isValue and valueEnds match what stands before and behind a string that is given to a function or name.
	isValue   = regexp.MustCompile(`[(,=]\s*$`)
	valueEnds = regexp.MustCompile(`^\s*(?:[),;]|\n|\z)`)
	// beforeB matches what may stand between the name of a hand and that of the next, and afterB what
	// must not stand behind a name.
	beforeB = regexp.MustCompile(`^(?:\[[@*]\])?(?:["'}\s,/&$@*\\;{(\[-]|\.\.\.)*(?:,\s*\d+\s*,\s*)?[&$@\\*]*(?:[-:]?\w+(?:\s*(?::|=>?)|\s)\s*|\w+\.)?["'&$@\\*{]*$`)
	afterB  = regexp.MustCompile(`^(?:\[[^@*]|\s*(?:[+*%~]|<>|\.\s*\w|-\s|\+\+)|\s+(?:if|unless)\b)`)
	// call matches the only call of a text, also as the argument of another.
	call = regexp.MustCompile(`^\s*(?:[^\s()=]{1,60}[ ])?(?:\pL\w{0,60}\s*=\s*)?(?:[\pL_][\pL\pN_.:!]{0,60}\(){1,4}([^()]*)\)+[;.]?\s*$`)
	// notItem matches what is no item of a list: the maker of a list in Lisp, signs before strings.
	notItem = regexp.MustCompile(`^\s*list\b|<<|>>|@|^\||\|$`)
	// yamlDash matches what is before an item of a list of YAML, and at least its line and dash.
	yamlDash = regexp.MustCompile(`\n[ \t]*-`)
	// oneString matches the only string of several cards in brackets.
	oneString = regexp.MustCompile(`^\s*(?:"[^"]*[ ,][^"]*"|'[^']*[ ,][^']*')\s*$`)
	// repeated matches a list of one item that is repeated: vec!["2"; 3].
	repeated = regexp.MustCompile(`["'];\s*\d+\s*\]$`)
)

// maxLists is the most lists that are looked at: a text with more is no test of a game.
const maxLists = 300

// listsIn returns the lists and strings of cards in a program, and those given to players. It
// reports whether none of them is a part of more.
func listsIn(text string) (all []codeList, ok bool) {
	end, depth := 0, 0
	found := lists.FindAllStringIndex(text, maxLists)
	for _, at := range found {
		places := [][]int{{0, at[1] - at[0]}}
		f := callee.FindStringSubmatch(near(text, end, at[0]))
		isCall := text[at[0]] == '(' && f != nil && !isMaker.MatchString(f[1])
		if isCall || strings.IndexByte("({", text[at[0]]) >= 0 && strings.ContainsAny(text[at[0]:at[1]], ":=") {
			places = lists.FindAllStringIndex(text[at[0]+1:at[1]-1], maxLists) // of the call, or object
			at[0]++
		}
		for _, p := range places {
			l, ok := newList(text, Place{at[0] + p[0], at[0] + p[1]}, end)
			if !ok {
				continue
			}
			isArgument := l.name == "" && !l.isText && len(places) == 1 && isOnlyArgument(near(text, end, l.Start), behind(text, l.End))
			if isArgument && l.isNumbers() {
				continue // as a result: eq([13, 1])
			}
			if isArgument || l.inMore || l.name != "" && strings.HasPrefix(strings.TrimLeft(behind(text, l.End), " \t"), "|") || !follows.MatchString(behind(text, l.End)) || notNext.MatchString(behind(text, l.End)) || repeated.MatchString(text[l.Start:l.End]) {
				return all, false
			}
			skipped := text[end:l.Start]
			l.isNested = strings.Count(skipped, "(") != strings.Count(skipped, ")") && len(all) > 0 || strings.IndexAny(strings.TrimLeft(skipped, " ,\n"), "]}") == 0
			depth += countAny(skipped, "[{") - countAny(skipped, "]}")
			l.depth = depth
			all, end = append(all, l), l.End
		}
	}
	return all, len(found) < maxLists
}

// isOnlyArgument reports whether a list between two texts is all that a function gets which makes no list.
func isOnlyArgument(before, after string) bool {
	closed := countAny(closers.FindString(after), ")")
	if closed == 0 {
		return false
	}
	if f := applied.FindStringSubmatch(before); f != nil && !isMaker.MatchString(f[1]) {
		return true
	}
	f := function.FindStringSubmatch(before)
	opened := 0
	if f != nil {
		opened = countAny(f[2], "(") - countAny(f[2], ")")
	}
	return opened > 0 && closed >= opened && !isMaker.MatchString(f[1])
}

// countAny returns how many of the signs a text has.
func countAny(text, signs string) (n int) {
	for i := range len(text) {
		if strings.IndexByte(signs, text[i]) >= 0 {
			n++
		}
	}
	return n
}

// near returns the end of text[start:end]: no name of a list is longer.
func near(text string, start, end int) string { return text[max(start, end-120):end] }

// behind returns the beginning of text[at:].
func behind(text string, at int) string { return text[at:min(len(text), at+60)] }

// newList returns the list at a place, and whether it has cards. The list before it ends at end.
func newList(text string, at Place, end int) (l codeList, ok bool) {
	before := near(text, end, at.Start)
	l = codeList{Place: at, items: items(text[at.Start:at.End]), beside: len(before) == at.Start-end && signs.MatchString(before)}
	isPlayer := false
	if m := player.FindStringSubmatchIndex(before); m != nil && (m[4] >= 0 || strings.ContainsAny(before[m[8]:m[9]], ":=-")) {
		l.name, l.named, isPlayer = before[m[2]:m[3]], at.Start-len(before)+m[2], m[4] >= 0
		l.label = before[m[6]:m[7]] + ":"
		if rank := labelRank(before[m[6]:m[7]]); rank < letterRank {
			l.label = strconv.Itoa(rank) + ":"
		}
		gap := before[m[8]:m[9]]
		head := strings.TrimRight(text[:l.named], " \t")
		l.inMore = !isPlayer && strings.HasSuffix(head, "=") || countAny(closers.FindString(behind(text, at.End)), ")]}") < countAny(gap, "([{")-countAny(gap, ")]}")
	} else if m := given.FindStringSubmatchIndex(before); m != nil {
		l.name, l.named = before[m[2]:m[3]], at.Start-len(before)+m[2]
	}
	if f := callee.FindStringSubmatch(before); f != nil && strings.Trim(text[at.Start:at.End], "[0123456789]") == "" && !isMaker.MatchString(f[1]) { // hands[0]
		return l, false
	}
	words := strings.FieldsFunc(l.items, func(c rune) bool { return strings.ContainsRune(blanks+`[]/;"'|`, c) })
	isCard := func(w string) bool { return AreCards(w) || IsCardName(strings.ToLower(w)) }
	isOther := func(w string) bool { return !isCard(w) }
	areCards := len(words) > 0 && !slices.ContainsFunc(words, isOther)
	if strings.IndexByte(`"'`, text[at.Start]) >= 0 {
		l.isText = strings.ContainsAny(l.items, "/|") && isValue.MatchString(before) && valueEnds.MatchString(behind(text, at.End))
		return l, areCards && (l.label != "" || len(l.items) > 3 && strings.Trim(l.items, `0123456789 "',`) != "")
	}
	isLabelled := l.label != "" && len(words) > 0 && l.isNumbers()
	return l, areCards || isLabelled || strings.ContainsAny(l.items, quotes) && (isPlayer || l.label != "" && slices.ContainsFunc(words, isCard))
}

// isNumbers reports whether a list has numbers alone, as results do.
func (l codeList) isNumbers() bool { return strings.Trim(l.items, "[]0123456789, ") == "" }

// items returns what the grammar reads in place of a list or string, of the same length.
func items(code string) string {
	inside := code[1 : len(code)-1]
	switch {
	case code[0] == '\n': // of YAML
		inside = yamlDash.ReplaceAllStringFunc(code, blanksFor)
		return blanksFor(inside[:1]) + "[" + inside[2:len(inside)-1] + "]"
	case code[0] == '"' || code[0] == '\'':
		return code
	case code[0] == '(' && oneString.MatchString(inside): // deck("2 A 7")
		return " " + inside + " "
	}
	return "[" + notItem.ReplaceAllStringFunc(inside, blanksFor) + "]"
}

// chooseHands returns the lists that are hands, nil if that is not clear.
func chooseHands(all []codeList, text string) []codeList {
	isOther := func(l codeList) bool { return l.label == "" }
	players := slices.DeleteFunc(slices.Clone(all), isOther)
	isInitial := func(l codeList) bool { return len(l.name) == 1 && l.name > "d" } // x and y are any names
	switch {
	case len(players) == 1 && len(all) > 1:
		return nil
	case len(players) > 1 && !slices.ContainsFunc(players, isInitial):
		return inOrder(players, all, text)
	case len(all) == 1 && all[0].isText:
		all[0].items = " " + all[0].items[1:len(all[0].items)-1] + " "
		return all
	}
	isApart := func(l codeList) bool { return !l.beside || l.depth != all[0].depth || l.isNested }
	switch {
	case len(all) < 2:
		return nil
	case !slices.ContainsFunc(all[1:], isApart):
		gap := text[all[0].End:all[1].Start]
		before := near(text, 0, all[0].Start)
		f := function.FindStringSubmatch(before)
		isResult := strings.HasSuffix(strings.TrimRight(before, " (["), "==") || strings.HasSuffix(strings.TrimRight(before, " (["), "=>")
		if f != nil && noGame.MatchString(f[1]) || strings.Contains(gap, "==") || strings.Contains(gap, "!=") || isResult || results.MatchString(all[0].name) {
			return nil
		}
		return all
	case len(all) == 2 && all[0].name != "" && all[1].name != "" && (all[0].label == "") == (all[1].label == "") && !results.MatchString(all[0].name+" "+all[1].name) && isNamedInOrder(all, text):
		for i := range all {
			all[i].label = ""
		}
		return all
	}
	return nil
}

// inOrder returns the hands of players in their order, nil if another list may be a hand too, if a
// hand of one game may stand beside one of another, or if the program changes them.
func inOrder(players, all []codeList, text string) []codeList {
	for _, l := range all {
		if isResult := l.isNumbers() && (l.name == "" || outcome.MatchString(l.name)); l.label == "" && !isResult {
			return nil
		}
	}
	rank := func(l codeList) int { return labelRank(l.label[:len(l.label)-1]) }
	sorted := slices.SortedStableFunc(slices.Values(players), func(a, b codeList) int { return cmp.Compare(rank(a), rank(b)) })
	if first := rank(sorted[0]); first > 1 && first != letterRank+'A' && len(sorted) < 5 {
		return nil
	}
	for i, l := range players[1:] { // of another game
		gap := text[players[i].End:max(l.named, players[i].End)]
		if statement.MatchString(gap) || rank(l) <= rank(players[i]) && strings.Count(gap, "\n") > 1 {
			return nil
		}
	}
	if !isNamedInOrder(sorted, text) {
		return nil
	}
	return sorted
}

// isNamedInOrder reports whether a program names two hands only one behind the other, with nothing
// done to them.
func isNamedInOrder(hands []codeList, text string) bool {
	names := regexp.MustCompile(`(?i)(?:^|[^\pL\pN_-]|[^\pL\pN_]-)(` + regexp.QuoteMeta(hands[0].name) + `|` + regexp.QuoteMeta(hands[1].name) + `)(?:[^\pL\pN_]|$)`)
	isA, last := false, 0 // whether the name before was that of the first hand, and where it ended
	for at := 0; ; {
		m := names.FindStringSubmatchIndex(text[at:])
		if m == nil {
			return !isA
		}
		start, end := at+m[2], at+m[3]
		at = end
		isOwn := func(l codeList) bool { return start >= l.named && start < l.End }
		if slices.ContainsFunc(hands, isOwn) || len(hands[0].name) == 1 && isInString(text, start) {
			continue
		}
		gap, same := text[last:start], strings.EqualFold(text[start:end], hands[0].name) == isA
		switch isLabel := len(strings.Trim(gap, " :=>$&@*\"'{")) == 0; {
		case last > 0 && same && isLabel: // playerA: playerA
		case same && isA, !isA && !strings.EqualFold(text[start:end], hands[0].name), isA && !beforeB.MatchString(gap), afterB.MatchString(behind(text, end)):
			return false
		default:
			isA = !isA
		}
		last = end
	}
}

// isInString reports whether a place of a line is between quotation marks.
func isInString(text string, at int) bool {
	line := text[strings.LastIndexByte(text[:at], '\n')+1 : at]
	return strings.Count(line, `"`)%2 == 1 || strings.Count(line, "'")%2 == 1
}
