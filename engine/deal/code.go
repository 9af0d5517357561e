package deal

import (
	"regexp"
	"strings"
)

var (
	// members is the beginning of a JSON object without its braces.
	members = regexp.MustCompile(`^\s*(?:"[^"\n]*"|'[^'\n]*')\s*:\s*[\[{]`)
	// code is found in programs and not in deals.
	code = regexp.MustCompile(`[\pL\pN_]\(|=>|==|::|(?m:^\s*(?:const|let|var|def|return|assert|import)\s)`)
)

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
