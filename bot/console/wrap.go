package console

import (
	"strings"

	"github.com/rivo/uniseg"

	"nonna/engine/lazy"
)

// wrap breaks lines at blanks to fit a window of width columns; 0 means no limit. Words
// wider than the window stay whole, so that deals can be copied, and so do lines with
// carets below them.
func wrap(text string, width int) string {
	if width <= 0 {
		return text
	}
	var wrapped []string
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		hasCarets := i+1 < len(lines) && carets().MatchString(ansi().ReplaceAllString(lines[i+1], ""))
		if columns(line) > width && !hasCarets {
			line = wrapLine(line, width)
		}
		wrapped = append(wrapped, line)
	}
	return strings.Join(wrapped, "\n")
}

// carets matches a line that points at something in the line above.
var carets = lazy.Regexp(`^[ ^]*\^`)

// wrapLine breaks a line. The following lines are aligned with its first word, or not
// indented if that would leave little room.
func wrapLine(line string, width int) string {
	indent := strings.Repeat(" ", columns(lineStart().FindString(ansi().ReplaceAllString(line, ""))))
	if 2*len(indent) > width {
		indent = ""
	}
	var b strings.Builder
	at := 0
	for _, part := range word().FindAllStringSubmatch(line, -1) {
		blanks, word := part[1], part[2]
		wide := columns(word)
		if at > 0 && at+len(blanks)+wide > width {
			b.WriteString("\n" + indent)
			at = len(indent)
		} else {
			b.WriteString(blanks)
			at += len(blanks)
		}
		b.WriteString(word)
		at += wide
	}
	return b.String()
}

var (
	word = lazy.Regexp(`( *)([^ ]+)`)
	// lineStart matches what is before the text of a line: the owner and the size of a
	// hand, or blanks.
	lineStart = lazy.Regexp(`^(?:\S.*? {2,}\d+ {2}| *)`)
	ansi      = lazy.Regexp(`\x1b\[\d+m`)
)

// columns returns the width of a text without line ends.
func columns(text string) int { return uniseg.StringWidth(ansi().ReplaceAllString(text, "")) }
