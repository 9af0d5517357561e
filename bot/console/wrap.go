package console

import (
	"regexp"
	"strings"

	"github.com/rivo/uniseg"
)

// wrap breaks lines at blanks so that they fit a window of so many columns; 0
// leaves them alone. A word that is wider than the window stays whole, so that a
// deal can be copied from it, and so does a line that the next one points into.
func wrap(text string, width int) string {
	if width <= 0 {
		return text
	}
	var wrapped []string
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		pointedAt := i+1 < len(lines) && carets.MatchString(lines[i+1])
		if columns(line) > width && !pointedAt {
			line = wrapLine(line, width)
		}
		wrapped = append(wrapped, line)
	}
	return strings.Join(wrapped, "\n")
}

// carets are the line below a text that points at something in it.
var carets = regexp.MustCompile(`^[ ^]*\^`)

// wrapLine breaks a line; what follows stands below its first word, or where that
// leaves little room, at the edge.
func wrapLine(line string, width int) string {
	indent := strings.Repeat(" ", columns(lineStart.FindString(line)))
	if 2*len(indent) > width {
		indent = ""
	}
	var b strings.Builder
	at, begun := 0, false
	for _, part := range word.FindAllStringSubmatch(line, -1) {
		blanks, word := part[1], part[2]
		wide := columns(word)
		switch {
		case begun && at+len(blanks)+wide > width:
			b.WriteString("\n" + indent)
			at = len(indent)
		default:
			b.WriteString(blanks)
			at += len(blanks)
		}
		b.WriteString(word)
		at, begun = at+wide, begun || word != "•" && word != "│"
	}
	return b.String()
}

var (
	word      = regexp.MustCompile(`( *)([^ ]+)`)
	lineStart = regexp.MustCompile(`^ *(?:[•│] )?`)
	ansi      = regexp.MustCompile(`\x1b\[\d+m`)
)

// columns is how wide a text without line ends is.
func columns(text string) int { return uniseg.StringWidth(ansi.ReplaceAllString(text, "")) }
