package deal

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"nonna/engine/lazy"
)

// The grammar knows no programs: beside a list stands no word. All of a program but its
// hands is blanked, such as of a test of a game. These are the first of
//
//   - the lists, or strings of cards, that names of players are given: "player_a = [", ":player-b ["
//   - the only two lists or strings of cards, or several with nothing but commas between them
//   - the only string with a sign between hands
//   - the arguments of the only call
//
// A law says what may touch a hand, since nobody can list what must not: between a name and its list
// stand only types, makers of lists, and signs; behind a list a comma, a bracket, or something new;
// and where a program names the hands, it names them one behind the other in their order, with
// nothing but commas and signs of variables around. Else there are no hands.

// program returns a text with blanks in place of all but its hands, and whether these can be told.
func program(text string) (hands string, ok bool) {
	original := text
	if strings.ContainsAny(text, "#-/") {
		text = comment().ReplaceAllStringFunc(text, blanksFor)
	}
	text = harmless().ReplaceAllStringFunc(text, blanksFor) + "\n"
	text = wrapped().ReplaceAllStringFunc(text, func(s string) string { // keeps the string in its place
		m := wrapped().FindStringSubmatchIndex(s)
		return blanksFor(s[:m[2]]) + s[m[2]:m[3]] + blanksFor(s[m[3]:])
	})
	all, ok := listsIn(text)
	chosen := chooseHands(all, text)
	if at := call().FindStringSubmatchIndex(text); chosen == nil && len(all) < 2 && at != nil && !noGame().MatchString(text[:at[2]]) {
		chosen = []codeList{{Place: Place{at[2], at[3]}, items: text[at[2]:at[3]]}}
	}
	b := []byte(blanksFor(text))
	for _, l := range chosen {
		copy(b[l.Start-len(l.label):], l.label)
		copy(b[l.Start:], l.items)
	}
	return string(b), ok && chosen != nil && !changing().MatchString(withoutStrings(original))
}

func blanksFor(s string) string { return strings.Repeat(" ", len(s)) }

// chooseHands returns the lists that are hands, nil if that is not clear.
func chooseHands(all []codeList, text string) []codeList {
	isOther := func(l codeList) bool { return l.label == "" }
	players := slices.DeleteFunc(slices.Clone(all), isOther)
	isInitial := func(l codeList) bool { return len(l.name) == 1 && l.name > "d" } // x and y are any names
	isApart := func(l codeList) bool { return !l.beside || l.depth != all[0].depth }
	switch {
	case len(players) > 1 && !slices.ContainsFunc(players, isInitial):
		return inOrder(players, all, text)
	case len(all) == 1 && all[0].isText:
		all[0].label, all[0].items = "", " "+all[0].items[1:len(all[0].items)-1]+" "
		return all
	case len(all) < 2, len(players) == 1:
		return nil
	case !slices.ContainsFunc(all[1:], isApart):
		if arePlayed(all, text) {
			return all
		}
	case len(all) == 2 && areNamed(all) && isNamedInOrder(all, text):
		all[0].label, all[1].label = "", ""
		return all
	}
	return nil
}

// areNamed reports whether two lists are given to names of hands.
func areNamed(all []codeList) bool {
	return all[0].name != "" && all[1].name != "" && !results().MatchString(all[0].name+" "+all[1].name)
}

// arePlayed reports whether lists beside another may be the hands of a game: no result, and no
// arguments of another function.
func arePlayed(all []codeList, text string) bool {
	c := code{text: text}
	before, gap := c.before(all[0].Start), text[all[0].End:all[1].Start]
	f := function().FindStringSubmatch(before)
	isResult := isCompared().MatchString(before) || results().MatchString(all[0].name)
	return !isResult && !isCompared().MatchString(gap) && (len(f) == 0 || !noGame().MatchString(f[1]))
}

// changing matches names of functions and options that change the hands, or who leads.
var changing = lazy.Regexp(`(?i)swap|shuffl|flip|rotat|revers|mirror|invert|leader|leads|start(?:s|ing)|first_?player|last_?first|top card|card is (?:the )?top|topis|bottom first|penalt|alternat|interchang|\bfirst["']?\s*:|\[::-1\]|\[1\]\W+\w+\[0\]`)

// withoutStrings returns a program with blanks in place of its strings, but for the names of members.
func withoutStrings(text string) string {
	return stringsIn().ReplaceAllStringFunc(text, func(s string) string {
		if strings.HasSuffix(s, ":") {
			return s
		}
		return blanksFor(s)
	})
}

var stringsIn = lazy.Regexp(`(?:` + stringLiteral + `)(?:\s*:)?`)

// isCompared matches an operator that compares what is before it with a list.
var isCompared = lazy.Regexp(`(?:[=!]=|=>)[\s(\[{]*$`)

// inOrder returns the hands of players in their order, nil if another list may be a hand too, if a
// hand of one game may stand beside one of another, or if the program changes them.
func inOrder(players, all []codeList, text string) []codeList {
	for _, l := range all {
		if isResult := l.isNumbers() && (l.name == "" || outcome().MatchString(l.name)); l.label == "" && !isResult {
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
		if statement().MatchString(gap) || rank(l) <= rank(players[i]) && strings.Count(gap, "\n") > 1 {
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
		switch isLabel := strings.Trim(gap, " :=>$&@*\"'{") == ""; {
		case last > 0 && same && isLabel: // playerA: playerA
		case same && isA, !isA && !strings.EqualFold(text[start:end], hands[0].name), isA && !beforeB().MatchString(gap), afterB().MatchString(text[end:min(len(text), end+60)]):
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
