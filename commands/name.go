package commands

import (
	"strings"
	"unicode"
)

// OneLine is a name as others are shown it, on one line: a name could otherwise
// break a list in two, or turn the text behind it around (U+202E).
func OneLine(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, name)
	return strings.Join(strings.Fields(name), " ")
}
