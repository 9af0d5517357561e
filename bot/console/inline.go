package console

import (
	"cmp"
	"strconv"
	"strings"

	"nonna/engine/lazy"
)

// inline returns the text of a line without its marks.
func (m markdown) inline(s string) string {
	var b strings.Builder
	for s != "" {
		shown, n := m.token(s)
		if n == 0 {
			shown, n = s[:1], 1
		}
		b.WriteString(shown)
		s = s[n:]
	}
	return b.String()
}

// token returns what is shown of the first n bytes of s: an escaped character, code, a
// link, a mention, a time, or nothing of a mark such as "**". n is 0 if s begins with
// none of these. A single "*" or "_" is shown as it is, since commands write no
// italics.
func (m markdown) token(s string) (shown string, n int) {
	switch s[0] {
	case '\\':
		// A backslash escapes any ASCII character but letters, digits and blanks.
		if len(s) > 1 && isPunctuation(s[1]) {
			return s[1:2], 2
		}
	case '*', '_', '~', '|':
		if len(s) > 1 && s[1] == s[0] {
			return "", 2
		}
	case '@':
		// commands.Escape puts an invisible space here, so that nobody is mentioned.
		if strings.HasPrefix(s, "@\u200b") {
			return "@", len("@\u200b")
		}
	case '`':
		return inlineCode(s)
	case '<':
		return m.angle(s)
	case '[':
		if g := link().FindStringSubmatch(s); g != nil {
			return m.inline(g[1]) + " (" + g[2] + ")", len(g[0])
		}
	}
	return "", 0
}

func isPunctuation(c byte) bool {
	return '!' <= c && c <= '/' || ':' <= c && c <= '@' || '[' <= c && c <= '`' || '{' <= c && c <= '~'
}

var link = lazy.Regexp(`^\[([^\[\]\n]{1,200})\]\((https?://[^\s()]+)\)`)

// inlineCode returns the content of the code that s begins with.
func inlineCode(s string) (shown string, n int) {
	tick := "`"
	if strings.HasPrefix(s, "``") {
		tick = "``"
	}
	inner, _, found := strings.Cut(s[len(tick):], tick)
	if !found || inner == "" {
		return "", 0
	}
	return inner, len(inner) + 2*len(tick)
}

// angle returns what is shown of something that Discord writes in angle brackets.
func (m markdown) angle(s string) (shown string, n int) {
	g := angled().FindStringSubmatch(s)
	if g == nil {
		return "", 0
	}
	switch n = len(g[0]); {
	case g[1] != "":
		return m.time(g[1], g[2]), n
	case g[3] != "":
		return "@" + cmp.Or(m.names[g[3]], g[3]), n
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

// angled matches a time, a mention of a user or role, of a channel or of a command, an
// emoji of a server, and a link without preview.
var angled = lazy.Regexp(`^<(?:t:(-?\d{1,12})(?::([tTdDfFR]))?|@[!&]?(\d{1,20})|#(\d{1,20})|` +
	`/([^:<>\n]{1,100}):\d{1,20}|a?:(\w{1,32}):\d{1,20}|(https?://[^\s<>]+))>`)
