package deal

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"
)

// People paste deals as the programs that play them have them: as the arguments
// of a call, or as a part of a JSON file. Such lists are read if the text has no other
// code.
var (
	// callBegins and callEnds enclose the arguments of a call that is the whole
	// text, and whose result may be assigned to a name.
	callBegins = regexp.MustCompile(`^\s*(?:(?:const|let|var|return|await)\s+)*(?:[\pL_][\pL\pN_]*\s*:?=\s*)?[\pL_][\pL\pN_.]*\(`)
	callEnds   = regexp.MustCompile(`\)\s*;?\s*$`)
	named      = regexp.MustCompile(`^\s*(?:(?:const|let|var)\s+)?[\pL_][\pL\pN_]*\s*:?=\s*`)
	// members is the beginning of a JSON object without its braces.
	members = regexp.MustCompile(`^\s*(?:"[^"\n]*"|'[^'\n]*')\s*:\s*[\[{]`)
	// code is found in programs and not in deals.
	code = regexp.MustCompile(`[\pL\pN_]\(|=>|==|(?m:^\s*(?:const|let|var|def|return|assert|import)\s)`)
)

// blankCalls blanks all but the lists of a text that is a call or an assignment.
// Several arguments become a list.
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

// countLists returns the number of JSON lists, objects or strings in a text. It reports
// false for a text with anything else in it.
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

// doubleQuoted returns JSON text with double quotation marks: programs print single
// ones.
func doubleQuoted(text string) string {
	if strings.Contains(text, `"`) {
		return text
	}
	return strings.ReplaceAll(text, "'", `"`)
}

// isMembers reports whether a text is members of a JSON object without its braces.
func isMembers(text string) bool { return members.MatchString(text) }

// LooksLikeCode reports whether a text looks like a piece of a program.
func LooksLikeCode(text string) bool { return code.MatchString(text) }

// CheckCode replaces all problems of a text with lists by a single one if it is a
// piece of a program.
func (r *Reader) CheckCode() {
	if r.Failed() && strings.ContainsAny(r.Clean, "[{") && LooksLikeCode(r.Clean) {
		r.Forget()
		r.NoPlace(PastedCode, nil)
	}
}
