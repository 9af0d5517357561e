package console

import (
	"strings"
	"unicode"
)

// clean makes text from others safe to print. It keeps line feeds and replaces all other
// control characters visibly: they could move the cursor, change the window's title, or
// make the terminal type something.
func clean(s string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\u2028', r == '\u2029':
			return '\n'
		case r == '\t':
			return ' '
		case isHarmful(r):
			return '\uFFFD'
		}
		return r
	}, s)
}

// isHarmful reports whether a character must not reach a terminal: control characters,
// and the marks that set the direction of writing, which can make a line read as something else.
// The implicit marks, which right-to-left text needs, and those around names are harmless.
func isHarmful(r rune) bool {
	return unicode.IsControl(r) || r >= '\u202A' && r <= '\u202E' || r == '\u2066' || r == '\u2067'
}

// cleanLine is clean for text that must stay on one line.
func cleanLine(s string) string {
	return strings.ReplaceAll(clean(s), "\n", " ")
}
