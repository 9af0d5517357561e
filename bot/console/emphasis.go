package console

import "strings"

// marks are the pairs that style what stands between them, the longer first.
//
//nolint:gochecknoglobals // a table that is never written
var marks = []struct {
	mark  string
	style style
}{
	{"**", bold},
	{"__", underline},
	{"~~", strike},
	{"||", dim},
	{"*", italic},
	{"_", italic},
}

// emphasis renders a styled span that begins at s[i]. n is how much of s it
// was, 0 for none; closed collects the marks that close nowhere further on.
func (m markdown) emphasis(s string, i, depth int, closed map[string]bool) (shown string, n int) {
	for _, k := range marks {
		if !strings.HasPrefix(s[i:], k.mark) || closed[k.mark] || depth >= maxDepth || !opens(s, i, k.mark) {
			continue
		}
		inner := s[i+len(k.mark):]
		end := closing(inner, k.mark)
		if end < 0 {
			closed[k.mark] = true
			continue
		}
		return m.styled(k.style, m.inline(inner[:end], depth+1)), end + 2*len(k.mark)
	}
	return "", 0
}

// opens tells whether a single mark at s[i] can open a span: something follows
// it, and an underscore does not stand within a word, as in snake_case.
func opens(s string, i int, mark string) bool {
	if len(mark) > 1 {
		return true
	}
	if i+1 >= len(s) || isSpace(s[i+1]) {
		return false
	}
	return mark != "_" || i == 0 || !isWord(s[i-1])
}

// closing returns where mark closes a span that begins at the start of s, -1
// for nowhere. Escaped characters and code are passed over.
func closing(s, mark string) int {
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] == '\\':
			i++
		case s[i] == '`':
			if end := strings.IndexByte(s[i+1:], '`'); end >= 0 {
				i += 1 + end
			}
		case strings.HasPrefix(s[i:], mark):
			if i > 0 && closes(s, i, mark) {
				return i
			}
			if len(mark) == 1 {
				// A longer run is another mark's: "**" does not close "*".
				i += len(s[i:]) - len(strings.TrimLeft(s[i:], mark)) - 1
			}
		}
	}
	return -1
}

func closes(s string, i int, mark string) bool {
	next := byte(' ')
	if end := i + len(mark); end < len(s) {
		next = s[end]
	}
	if next == mark[0] {
		// Of the three in "***both***" the last two close "**".
		return false
	}
	if len(mark) > 1 {
		return true
	}
	return !isSpace(s[i-1]) && (mark != "_" || !isWord(next))
}

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c >= 0x80
}
