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
// Between a name and its list stand only types, makers of lists, and signs. Where an operator or an
// unknown function touches a list of cards, or names an order, there are none.

// program returns a text with blanks in place of all but its hands, and whether these can be told;
// more reports that there are words besides, which are no names or makers of the hands.
func program(text string) (hands string, more, ok bool) {
	text = harmless.ReplaceAllStringFunc(text, blanksFor) + "\n"
	text = wrapped.ReplaceAllString(text, `             $1 `)
	all, ok := listsIn(text)
	chosen := chooseHands(all)
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
	return string(b), more, ok && chosen != nil && !changing.Match(rest) && !reordering.Match(rest) && !areSwapped(chosen, rest)
}

func blanksFor(s string) string { return strings.Repeat(" ", len(s)) }

// codeList is a list in a program, or a string.
type codeList struct {
	Place
	// items is what the grammar reads in its place.
	items string
	// name is what the list is given to, and label that of its player; "" for none.
	name, label string
	// beside reports that nothing but a comma and makers are between the list and the one before it,
	// and depth is how many brackets it is in.
	beside bool
	depth  int
	// isText reports that it is a string with a sign between hands, and inMore that it is an item
	// of the list that the name is given.
	isText, inMore bool
}

const (
	// maker matches the types and functions that make a list of its items.
	maker = `(?:as|new|const|constexpr|mut|static|final|std|java|util|u8|char|type|text|any|of|from|to|c|qw?|w|` +
		`(?:as|linked|mutable|immutable|array|byte)?(?:list|arrays?|vec|vector|seq|sequence|deque|queue|stack|tuple|slice|str|strings?|string_view|cards?|deck|hand)(?:of|from)?)`
	// between matches what may stand between a name and its list.
	between = `(?:[\s:=<>&*@%#'"~.!?_$\[({-]|\[\d*\]|\]|\(\)|\(of \w+\)|[,;]\s*\d+\s*[\]>]|\b` + maker + `\b)*`
)

var (
	// lists matches lists that have no other in them, also those of Raku and YAML, and strings.
	lists = regexp.MustCompile(`[\[({][^\[\](){}]*[\])}]|<[^<>="'\n]+>|` + stringLiteral + `|(?:\n[ \t]*- +[^\s-]\S*[ \t]*)+\n`)
	// harmless matches functions that leave cards and their order as they are.
	harmless = regexp.MustCompile(`\.(?:split|chars|iter|into_iter|into|to_string|to_owned|to_vec|toList|collect|cloned)(?:::<[^<>\n]*>+)?\([^()\n]{0,9}\)|NULL`)
	// wrapped matches a string with a function around it that makes another kind of string.
	wrapped = regexp.MustCompile(`String::from\(("[^"\n]*")\)`)
	// player matches the name of a player, given any name that an operator gives something to, and
	// signs what makers and commas leave.
	player = regexp.MustCompile(`(?i)(?:^|[^\pL\pN])((?:(` + playerWord + `|cards)[ _-]?)?([a-rt-z]|\d{1,2}|` + numerals + `)(?:_?(?:deal|cards|hand|deck))?)\b(` + between + `)$`)
	given  = regexp.MustCompile(`(?i)([\pL_][\pL\pN_]*)["']?\s*(?::[^:=\n]*=|:=|=>|<-|[:=])` + between + `$`)
	signs  = regexp.MustCompile(`(?i)^[\s,;/|)\]}]*` + between + `$`)
	// result matches the names of lists of numbers.
	result = regexp.MustCompile(`(?i)expect|result|want|outcome|output|actual|answer|size|count|score`)
	// yaml matches a list of YAML, with a line for each card.
	yaml = regexp.MustCompile(`(?m):[ \t]*\n[ \t]*- +\S+[ \t]*\n[ \t]*- `)
	// function matches one whose arguments follow.
	function = regexp.MustCompile(`([\pL_][\pL\pN_]*)!?(?:<[^<>]*>)?(\(?)$`)
	closers  = regexp.MustCompile(`^(?:\s*[\])}])*`)
	isMaker  = regexp.MustCompile(`(?i)^` + maker + `$`)
	// part and ofMore match what stands before and behind a list that is a part of more.
	part   = regexp.MustCompile(`[+*]\s*$`)
	ofMore = regexp.MustCompile(`^(?:[ \t]*(?:[+*%]|\|>|<>|@ |\s*\.[a-z])|\[)`)
	// isValue and valueEnds match what stands before and behind a string that is given to a function or name.
	isValue   = regexp.MustCompile(`[(,=]\s*$`)
	valueEnds = regexp.MustCompile(`^\s*(?:[),;]|\n|\z)`)
	// changing matches functions and operators that change the cards of a hand.
	changing = regexp.MustCompile(`(?i)(?:sort|shuffle|tail|rest|drop|take|slice)\w*[ ]?[(!\[]|\+=|[.:>](?:append|push|insert|pop|remove|extend|concat|add|shift|delete|sub)\w*[ (]`)
	// call matches the only call of a text, also as the argument of another.
	call = regexp.MustCompile(`^\s*(?:[^\s()=]{1,60}[ ])?(?:\pL\w{0,60}\s*=\s*)?(?:[\pL_][\pL\pN_.:!]{0,60}\(){1,4}([^()]*)\)+[;.]?\s*$`)
)

// stringLiteral matches a string. A single quote may also stand before a list, as in Lisp.
const stringLiteral = `"(?:[^"\\\n]|\\.)*"|'[^'"()\[\]{}\\\n]*'`

// reordering matches words that say that cards, or hands, are in another order than they are written.
var reordering = regexp.MustCompile(`(?i)\b(?:revers\w*|swap\w*|rotat\w*|invert\w*|backwards|upside down|bottom[ -](?:first|up|to top)|from (?:the )?bottom|(?:cards?|top|first) last|last first|` +
	`without (?:the|its|his|her|their) (?:first|last|top)|al contrario|rovesci\w*|scambi\w*|dal fondo|senza (?:la |l’|l')(?:prima|ultima))`)

// maxLists is the most lists that are looked at: no game has so many hands.
const maxLists = 300

// listsIn returns the lists and strings of cards in a program, and those given to players. It
// reports whether none of them is a part of more.
func listsIn(text string) (all []codeList, ok bool) {
	end, depth := 0, 0
	for _, at := range lists.FindAllStringIndex(text, maxLists) {
		places := [][]int{{0, at[1] - at[0]}}
		f := function.FindStringSubmatch(near(text, end, at[0]))
		isCall := text[at[0]] == '(' && f != nil && f[2] == "" && !isMaker.MatchString(f[1])
		if isCall || strings.IndexByte("({", text[at[0]]) >= 0 && strings.ContainsAny(text[at[0]:at[1]], ":=") {
			places = lists.FindAllStringIndex(text[at[0]+1:at[1]-1], maxLists) // of the call, or object
			at[0]++
		}
		for _, p := range places {
			l, ok := newList(text, Place{at[0] + p[0], at[0] + p[1]}, end)
			if !ok {
				continue
			}
			before := near(text, end, l.Start)
			f := function.FindStringSubmatch(before)
			isOnly := f != nil && f[2] == "(" && text[l.End] == ')' && len(places) == 1 // argument of a function
			if isOnly = isOnly && l.name == "" && !isMaker.MatchString(f[1]) && !l.isText; isOnly && l.isNumbers() {
				continue // as a result: eq([13, 1])
			}
			if isOnly || l.inMore || part.MatchString(before) || ofMore.MatchString(text[l.End:]) {
				return all, false
			}
			skipped := text[end:l.Start]
			depth += countAny(skipped, "[{") - countAny(skipped, "]}")
			l.depth = depth
			all, end = append(all, l), l.End
		}
	}
	return all, true
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
func near(text string, start, end int) string { return text[max(start, end-160):end] }

// newList returns the list at a place, and whether it has cards. The list before it ends at end.
func newList(text string, at Place, end int) (l codeList, ok bool) {
	before := near(text, end, at.Start)
	l = codeList{Place: at, items: items(text[at.Start:at.End]), beside: signs.MatchString(text[end:at.Start])}
	isPlayer := false
	if m := player.FindStringSubmatch(before); m != nil && (m[2] != "" || strings.ContainsAny(m[4], ":=-")) {
		l.name, l.label, isPlayer = m[1], m[3]+":", m[2] != ""
		if rank := labelRank(m[3]); rank < letterRank {
			l.label = strconv.Itoa(rank) + ":"
		}
		l.inMore = countAny(closers.FindString(text[at.End:]), ")]}") < countAny(m[4], "([{")-countAny(m[4], ")]}")
	} else if m := given.FindStringSubmatch(before); m != nil {
		l.name = m[1]
	}
	words := strings.FieldsFunc(l.items, func(c rune) bool { return strings.ContainsRune(blanks+`[]/;"'|`, c) })
	isCard := func(w string) bool { return AreCards(w) || IsCardName(strings.ToLower(w)) }
	isOther := func(w string) bool { return !isCard(w) }
	areCards := len(words) > 0 && !slices.ContainsFunc(words, isOther)
	if strings.IndexByte(`"'`, text[at.Start]) >= 0 {
		l.isText = strings.ContainsAny(l.items, "/|") && isValue.MatchString(before) && valueEnds.MatchString(text[at.End:])
		return l, areCards && (l.label != "" || len(l.items) > 3 && strings.Trim(l.items, `0123456789 "',`) != "")
	}
	return l, areCards || l.label != "" && len(words) > 0 && l.isNumbers() || strings.ContainsAny(l.items, quotes) && (isPlayer || l.label != "" && slices.ContainsFunc(words, isCard))
}

// isNumbers reports whether a list has numbers alone, as results do.
func (l codeList) isNumbers() bool { return strings.Trim(l.items, "[]0123456789, ") == "" }

// inList matches what is no item of a list: the maker of a list in Lisp, signs before strings.
var inList = regexp.MustCompile(`^\s*list\b|<<|>>|@|^\||\|$`)

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
	return "[" + inList.ReplaceAllStringFunc(inside, blanksFor) + "]"
}

// yamlDash matches what is before an item of a list of YAML, and at least its line and dash.
var yamlDash = regexp.MustCompile(`\n[ \t]*-`)

// oneString matches the only string of several cards in brackets.
var oneString = regexp.MustCompile(`^\s*(?:"[^"]*[ ,][^"]*"|'[^']*[ ,][^']*')\s*$`)

// chooseHands returns the lists that are hands, nil if that is not clear.
func chooseHands(all []codeList) []codeList {
	isOther := func(l codeList) bool { return l.label == "" }
	players := slices.DeleteFunc(slices.Clone(all), isOther)
	if len(players) > 1 {
		for _, l := range all { // a list of another name may be a third hand
			if l.label == "" && l.name != "" && !(l.isNumbers() && result.MatchString(l.name)) {
				return nil
			}
		}
		slices.SortStableFunc(players, func(a, b codeList) int {
			return cmp.Compare(labelRank(a.label[:len(a.label)-1]), labelRank(b.label[:len(b.label)-1]))
		})
		return players
	}
	if len(all) == 1 && all[0].isText {
		all[0].label, all[0].items = "", " "+all[0].items[1:len(all[0].items)-1]+" "
		return all
	}
	isApart := func(l codeList) bool { return !l.beside || l.depth != all[0].depth }
	if len(all) < 2 || slices.ContainsFunc(all[1:], isApart) && (len(all) > 2 || all[0].name == "" || all[1].name == "") {
		return nil
	}
	hands := slices.Clone(all)
	for i := range hands {
		hands[i].label = ""
	}
	return hands
}

// areSwapped reports whether the rest of a program names its hands in another order, as for a call.
func areSwapped(hands []codeList, rest []byte) bool {
	if len(hands) < 2 || hands[0].name == "" || hands[1].name == "" {
		return false
	}
	names := `(?i)\b` + regexp.QuoteMeta(hands[1].name) + `\b[^\pL\pN]{1,12}\b` + regexp.QuoteMeta(hands[0].name) + `\b`
	return regexp.MustCompile(names).Match(rest)
}
