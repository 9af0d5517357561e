package console

import (
	"strings"
	"unicode"
)

// clean makes text that somebody else wrote safe to print: line feeds are the
// only control characters that stay, since any other could move the cursor,
// change the window's title or answer in the user's name. What is replaced stays
// visible.
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

// isHarmful tells whether a terminal must not be sent a character. Marks that
// turn the direction of writing are among them: they make a line read as something
// that it is not; the implicit ones, which right-to-left text needs, do no harm.
func isHarmful(r rune) bool {
	return unicode.IsControl(r) || r >= '\u202A' && r <= '\u202E' || r >= '\u2066' && r <= '\u2069'
}

// cleanLine is clean for what must stay on one line.
func cleanLine(s string) string {
	return strings.ReplaceAll(clean(s), "\n", " ")
}
