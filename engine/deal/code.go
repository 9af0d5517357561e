package deal

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

// People paste deals as the programs that play them have them: as the arguments
// of a call, or as a part of a JSON file. Lists that stand there by themselves
// are read; of other code only its lists should be sent.
var (
	// callBegins and callEnds stand around the arguments of a call that is the
	// whole text; the first also around a value that is given a name.
	callBegins = regexp.MustCompile(`^\s*(?:(?:const|let|var|return|await)\s+)*(?:[\pL_][\pL\pN_]*\s*:?=\s*)?[\pL_][\pL\pN_.]*\(`)
	callEnds   = regexp.MustCompile(`\)\s*;?\s*$`)
	named      = regexp.MustCompile(`^\s*(?:(?:const|let|var)\s+)?[\pL_][\pL\pN_]*\s*:?=\s*`)
	// members begin an object of JSON without its braces.
	members = regexp.MustCompile(`^\s*(?:"[^"\n]*"|'[^'\n]*')\s*:\s*[\[{]`)
	// code is what programs have and deals have not.
	code = regexp.MustCompile(`[\pL\pN_]\(|=>|==|(?m:^\s*(?:const|let|var|def|return|assert|import)\s)`)
)

// blankCalls blanks what stands around lists in a text that is a call, or gives
// them a name. Several arguments become a list of them.
func blankCalls(clean []byte) {
	if !bytes.ContainsAny(clean, "(=") || !bytes.ContainsAny(clean, `[{"'`) {
		return
	}
	for range maxDepth {
		text := string(clean)
		if begins, ends := callBegins.FindStringIndex(text), callEnds.FindStringIndex(text); begins != nil && ends != nil && begins[1] <= ends[0] {
			inside := text[begins[1]:ends[0]]
			n, ok := countLists(inside)
			if !ok && !callBegins.MatchString(inside) {
				return
			}
			blank(clean, 0, begins[1])
			blank(clean, ends[0], len(clean))
			if n > 1 {
				clean[begins[1]-1], clean[ends[0]] = '[', ']'
			}
			continue
		}
		if name := named.FindStringIndex(text); name != nil {
			if _, ok := countLists(strings.TrimRight(text[name[1]:], " \t\n;")); ok {
				blank(clean, 0, name[1])
				blank(clean, len(strings.TrimRight(text, " \t\n;")), len(clean))
			}
		}
		return
	}
}

// countLists counts the lists, objects or strings of JSON that a text is made of,
// and reports false when it is made of anything else.
func countLists(text string) (int, bool) {
	var list []json.RawMessage
	text = "[" + strings.TrimRight(doubleQuoted(text), " \t\n,") + "]"
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		return 0, false
	}
	for _, one := range list {
		if strings.IndexByte(`[{"`, one[0]) < 0 {
			return 0, false
		}
	}
	return len(list), len(list) > 0
}

// doubleQuoted is JSON with the quotation marks that it should have: programs
// print single ones.
func doubleQuoted(text string) string {
	if strings.Contains(text, `"`) {
		return text
	}
	return strings.ReplaceAll(text, "'", `"`)
}

// isMembers tells members of an object of JSON without its braces.
func isMembers(text string) bool { return members.MatchString(text) }

// isCode tells a text with lists that looks like a piece of a program.
func isCode(text string) bool { return strings.ContainsAny(text, "[{") && code.MatchString(text) }

// checkCode makes the problems of a piece of a program one.
func (r *reader) checkCode(clean string) {
	if len(r.problems) > 0 && isCode(clean) {
		r.problems, r.more = nil, 0
		r.whole(PastedCode, nil)
	}
}
