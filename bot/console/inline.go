package console

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// emphasis is a mark that styles what stands between two of it.
type emphasis struct {
	mark  string
	style style
}

// emphases are all there are, the longer of one sign first.
//
//nolint:gochecknoglobals // a table that is never written
var emphases = []emphasis{{"**", bold}, {"__", underline}, {"~~", strike}, {"||", dim}, {"*", italic}, {"_", italic}}

// span is emphasis that was opened and may be closed yet.
type span struct {
	emphasis
	piece int // where the opening mark stands
}

// spans is a line being rendered: its pieces, and of each mark at most one that
// is open.
type spans struct {
	markdown
	pieces []string
	open   []span
}

// inline renders the marks within a line.
func (m markdown) inline(s string) string {
	l := spans{markdown: m}
	for i := 0; i < len(s); {
		shown, n := m.token(s[i:])
		if n == 0 {
			shown, n = l.mark(s, i)
		}
		l.pieces = append(l.pieces, shown)
		i += n
	}
	return strings.Join(l.pieces, "")
}

// mark renders the mark or other character at s[i]. A mark is shown as it is
// until its span is closed; where spans overlap, the one closed first counts.
func (l *spans) mark(s string, i int) (shown string, n int) {
	e := emphasisAt(s[i:], l.open)
	if e.mark == "" {
		return s[i : i+1], 1
	}
	at := slices.IndexFunc(l.open, func(o span) bool { return o.emphasis == e })
	switch {
	case at < 0 && opens(s, i, e.mark):
		l.open = append(l.open, span{e, len(l.pieces)})
	case at >= 0 && l.open[at].piece < len(l.pieces)-1 && closes(s, i, e.mark):
		l.pieces[l.open[at].piece] = l.on(e.style)
		l.open = l.open[:at]
		return l.off(e.style), len(e.mark)
	}
	return e.mark, len(e.mark)
}

// emphasisAt returns the emphasis whose mark s begins with, none for no mark.
// Of "***" it is first that which the innermost span waits for.
func emphasisAt(s string, open []span) emphasis {
	run := 1
	for run < min(3, len(s)) && s[run] == s[0] {
		run++
	}
	if n := len(open); n > 0 {
		if e := open[n-1].emphasis; e.mark[0] == s[0] && (run == len(e.mark) || run > 2) {
			return e
		}
	}
	for _, e := range emphases {
		if strings.HasPrefix(s, e.mark) {
			return e
		}
	}
	return emphasis{}
}

// opens tells whether a mark at s[i] can open a span. A single one must be
// followed by something, and an underscore not stand within a word, as in
// snake_case.
func opens(s string, i int, mark string) bool {
	return len(mark) > 1 || i+1 < len(s) && !isSpace(s[i+1]) && (mark != "_" || i == 0 || !isWord(s[i-1]))
}

// closes is opens for the mark at the end of a span.
func closes(s string, i int, mark string) bool {
	return len(mark) > 1 || !isSpace(s[i-1]) && (mark != "_" || i+1 == len(s) || !isWord(s[i+1]))
}

func isWord(c byte) bool {
	return '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c >= 0x80
}

// token renders what s begins with and holds no marks: an escaped character,
// code, a link, a mention, a time. n is how much of s it was, 0 for nothing.
func (m markdown) token(s string) (shown string, n int) {
	switch s[0] {
	case '\\':
		// It stands before all of ASCII but letters, digits and blanks.
		if len(s) > 1 && s[1] > ' ' && s[1] < 0x7f && !isWord(s[1]) {
			return s[1:2], 2
		}
	case '@':
		// The invisible space that keeps it from naming anybody has done its
		// duty: see commands.Escape.
		if strings.HasPrefix(s, "@\u200b") {
			return "@", len("@\u200b")
		}
	case '`':
		return m.inlineCode(s)
	case '<':
		return m.angle(s)
	case '[':
		if g := link.FindStringSubmatch(s); g != nil {
			return m.inline(g[1]) + " (" + g[2] + ")", len(g[0])
		}
	}
	return "", 0
}

var link = regexp.MustCompile(`^\[([^\[\]\n]{1,200})\]\((https?://[^\s()]+)\)`)

func (m markdown) inlineCode(s string) (shown string, n int) {
	tick := "`"
	if strings.HasPrefix(s, "``") {
		tick = "``"
	}
	inner, _, found := strings.Cut(s[len(tick):], tick)
	if !found || inner == "" {
		return "", 0
	}
	return m.styled(code, inner), len(inner) + 2*len(tick)
}

// angle renders what Discord writes in angle brackets.
func (m markdown) angle(s string) (shown string, n int) {
	g := angled.FindStringSubmatch(s)
	if g == nil {
		return "", 0
	}
	switch n = len(g[0]); {
	case g[1] != "":
		return m.time(g[1], g[2]), n
	case g[3] != "":
		return "@" + g[3], n
	case g[4] == strconv.Itoa(Channel):
		return "#" + channelName, n
	case g[4] != "":
		return "#" + g[4], n
	case g[5] != "":
		return "/" + g[5], n
	case g[6] != "":
		return ":" + g[6] + ":", n
	default:
		return g[7], n
	}
}

// angled matches a time, a mention of a user or role, of a channel and of a
// command, an emoji of a server, and a link without its preview.
var angled = regexp.MustCompile(`^<(?:t:(-?\d{1,12})(?::([tTdDfFR]))?|@[!&]?(\d{1,20})|#(\d{1,20})|` +
	`/([^:<>\n]{1,100}):\d{1,20}|a?:(\w{1,32}):\d{1,20}|(https?://[^\s<>]+))>`)
