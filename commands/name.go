package commands

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
)

// maxMarks is the most marks on a letter of a name: what has more hides the lines around it.
const maxMarks = 3

// CleanName returns a member's name as it is stored: on one line, without marks that nobody
// needs, and "" if there is nothing to see in it.
func CleanName(name string) string {
	marks, isSeen := 0, false
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.M, r):
			if marks++; marks > maxMarks {
				return -1
			}
		case !isInvisible(r):
			marks, isSeen = 0, true
		}
		return r
	}, OneLine(name))
	if !isSeen {
		return ""
	}
	return name
}

// isInvisible reports whether nothing is drawn for a character: blanks, and what only changes how
// its neighbours look.
func isInvisible(r rune) bool {
	const blankBraille = '\u2800'
	return unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point) || r == blankBraille
}

// ShownName returns a stored name to be put into a text, "" if there is nothing to see in it. One
// that is written from right to left is isolated: else it would change places with a number
// behind it.
func ShownName(name string) string {
	const isolate, end = "\u2068", "\u2069"
	name = CleanName(name)
	for _, r := range name {
		switch p, _ := bidi.LookupRune(r); p.Class() {
		case bidi.R, bidi.AL, bidi.AN:
			return isolate + name + end
		default:
		}
	}
	return name
}
