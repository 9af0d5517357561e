package deal

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
)

// WithoutMarkup returns a text with blanks in place of the markdown around whole hands: pairs
// of equal runs of one of the signs, such as "**" or "~~". Other signs remain, so that no
// card is lost which a sign may be.
func WithoutMarkup(text, signs string) string {
	clean := []byte(text)
	var open []markup
	closed := -1 // where the last pair ends
	for _, m := range markups(clean, signs) {
		n := len(open)
		switch {
		case n > 0 && open[n-1].text == m.text && m.closes(clean):
			blank(clean, open[n-1].Start, open[n-1].End)
			blank(clean, m.Start, m.End)
			open, closed = open[:n-1], m.before
		case m.opens(clean, closed):
			open = append(open, m)
		}
	}
	return string(clean)
}

// numbering matches the sign or number before a line of a list.
var numbering = regexp.MustCompile(`(?m)^[ \t]*([*•]|\d{1,2}[.)])[ \t]`)

// WithoutNumbering returns a text without the signs of a list, or the numbers 1, 2 and so on,
// if all lines have them. A dash may be a card, and remains.
func WithoutNumbering(text string) string {
	marks := numbering.FindAllStringSubmatch(text, -1)
	if len(marks) < 2 || len(marks) != len(SplitLines(text)) {
		return text
	}
	for i, m := range marks {
		if n := strings.TrimRight(m[1], ".)"); n != "*" && n != "•" && n != strconv.Itoa(i+1) {
			return text
		}
	}
	return numbering.ReplaceAllStringFunc(text, func(mark string) string { return strings.Repeat(" ", len(mark)) })
}

// markup is a run of a sign that Discord's markdown has.
type markup struct {
	Place
	text string
	// before and after are the nearest characters that are neither blanks nor signs, -1
	// if there is none.
	before, after int
}

// allMarkup are the signs of bold and italic text, of text struck out, and of code.
const allMarkup = "*_~`"

// markups returns the runs of signs in a text.
func markups(text []byte, signs string) []markup {
	if !bytes.ContainsAny(text, signs) {
		return nil
	}
	var list []markup
	before, pending := -1, 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case strings.IndexByte(signs, c) >= 0:
			end := i + 1
			for end < len(text) && text[end] == c {
				end++
			}
			list = append(list, markup{Place{i, end}, string(text[i:end]), before, -1})
			i = end - 1
		case strings.IndexByte(" \t"+allMarkup, c) < 0:
			for ; pending < len(list); pending++ {
				list[pending].after = i
			}
			before = i
		}
	}
	return list
}

// opens reports whether a run can begin a hand: after nothing, a separator, a label, or the
// end of a pair.
func (m markup) opens(text []byte, closed int) bool {
	return !m.atBlank(text, m.End) && (m.before == closed || m.separated(text))
}

func (m markup) separated(text []byte) bool {
	if m.before < 0 || bytes.IndexByte([]byte("\n/|;:="), text[m.before]) >= 0 {
		return true
	}
	words := bytes.Fields(text[max(m.before-3, 0) : m.before+1])
	return IsVs(string(words[len(words)-1]))
}

// closes reports whether a run can end a hand: before nothing, a separator or another run,
// or after the colon of a label.
func (m markup) closes(text []byte) bool {
	if m.atBlank(text, m.Start-1) {
		return false
	}
	if m.after < 0 || bytes.IndexByte([]byte("\n/|;:="), text[m.after]) >= 0 || text[m.Start-1] == ':' {
		return true
	}
	if bytes.ContainsAny(text[m.End:m.after], allMarkup) {
		return true
	}
	words := bytes.Fields(text[m.after:min(m.after+4, len(text))])
	return IsVs(string(words[0]))
}

func (m markup) atBlank(text []byte, i int) bool {
	return i < 0 || i >= len(text) || text[i] == ' ' || text[i] == '\t' || text[i] == '\n'
}
