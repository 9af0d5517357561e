package console

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// markdown turns Discord's markdown into what a terminal shows: with ANSI
// sequences where color is set, else as plain text.
type markdown struct {
	color bool
	now   func() time.Time
}

// style is the ANSI code that switches a style on; 0 is none.
type style int

// The styles in use. The one colour is the terminal's own, so that it can be
// read on light and dark grounds.
const (
	bold      style = 1
	dim       style = 2
	italic    style = 3
	underline style = 4
	strike    style = 9
	code      style = 36
)

// off is the ANSI code that ends the style.
func (s style) off() int {
	switch s {
	case bold:
		return 22
	case code:
		return 39
	default:
		return 20 + int(s)
	}
}

func (m markdown) styled(s style, text string) string {
	if !m.color || text == "" || s == 0 {
		return text
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[%dm", s, text, s.off())
}

// render renders a whole text. Control characters in it are made harmless
// first, so that the only sequences in the result are its own.
func (m markdown) render(text string) string {
	var b strings.Builder
	rest := clean(text)
	for {
		before, block, after, found := cutFence(rest)
		if found {
			before = strings.TrimRight(before, " ")
		}
		m.lines(&b, before)
		if !found {
			return strings.TrimRight(b.String(), "\n ")
		}
		if out := b.String(); out != "" && !strings.HasSuffix(out, "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(m.styled(code, block))
		b.WriteByte('\n')
		rest = strings.TrimPrefix(after, "\n")
	}
}

// cutFence cuts text at its first code block, whose content is taken as it is
// but for the name of a language in the opening line.
func cutFence(text string) (before, block, after string, found bool) {
	before, rest, found := strings.Cut(text, "```")
	if !found {
		return text, "", "", false
	}
	block, after, found = strings.Cut(rest, "```")
	if !found {
		return text, "", "", false
	}
	if first, body, lines := strings.Cut(block, "\n"); lines && language.MatchString(first) {
		block = body
	}
	return before, strings.TrimRight(block, "\n"), after, true
}

var language = regexp.MustCompile(`^[A-Za-z0-9+-]*$`)

// lines renders text that holds no code block.
func (m markdown) lines(b *strings.Builder, text string) {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(m.line(line))
	}
}

// line renders the marks that stand at the start of a line, then the rest.
func (m markdown) line(line string) string {
	indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
	body := line[len(indent):]
	for _, start := range lineStarts {
		if rest, ok := strings.CutPrefix(body, start.mark); ok {
			return indent + start.shown + m.styled(start.style, m.inline(rest, 0))
		}
	}
	return indent + m.inline(body, 0)
}

// lineStarts are the marks at the start of a line.
//
//nolint:gochecknoglobals // a table that is never written
var lineStarts = []struct {
	mark, shown string
	style       style
}{
	{"### ", "", bold},
	{"## ", "", bold},
	{"# ", "", bold},
	{"-# ", "", dim},
	{">>> ", "│ ", dim},
	{"> ", "│ ", dim},
	{"- ", "• ", 0},
	{"* ", "• ", 0},
}

// maxDepth bounds how deep styles stand in each other; deeper marks are shown
// as they are.
const maxDepth = 6

// inline renders the marks within a line.
func (m markdown) inline(s string, depth int) string {
	var b strings.Builder
	// closed remembers marks that were searched for to the end in vain, so
	// that a line of a thousand of them is not searched a thousand times.
	closed := map[string]bool{}
	for i := 0; i < len(s); {
		if shown, n := m.token(s, i); n > 0 {
			b.WriteString(shown)
			i += n
			continue
		}
		if shown, n := m.emphasis(s, i, depth, closed); n > 0 {
			b.WriteString(shown)
			i += n
			continue
		}
		b.WriteByte(s[i])
		i++
	}
	return b.String()
}

// token renders what begins at s[i] and holds no marks: an escaped character,
// code, a link, a mention, a time. n is how much of s it was, 0 for nothing.
func (m markdown) token(s string, i int) (shown string, n int) {
	switch s[i] {
	case '\\':
		if i+1 < len(s) && isPunctuation(s[i+1]) {
			return s[i+1 : i+2], 2
		}
	case '@':
		// The invisible space that keeps it from naming anybody has done its
		// duty: see commands.Escape.
		if strings.HasPrefix(s[i+1:], "\u200b") {
			return "@", 1 + len("\u200b")
		}
	case '`':
		return m.inlineCode(s[i:])
	case '<':
		return m.angle(s[i:])
	case '[':
		if g := link.FindStringSubmatch(s[i:]); g != nil {
			return m.inline(g[1], maxDepth) + " (" + g[2] + ")", len(g[0])
		}
	}
	return "", 0
}

var link = regexp.MustCompile(`^\[([^\[\]\n]{1,200})\]\((https?://[^\s()]+)\)`)

// isPunctuation tells what a backslash can stand before; of these only the
// letters, digits and blanks of ASCII are none.
func isPunctuation(c byte) bool {
	return c > ' ' && c < 0x7f && !isWord(c)
}

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

// time renders a moment given in unix seconds, in the local time zone.
func (m markdown) time(unix, format string) string {
	sec, _ := strconv.ParseInt(unix, 10, 64) // at most twelve digits
	t := time.Unix(sec, 0)
	switch format {
	case "R":
		return relative(t.Sub(m.now()))
	case "t":
		return t.Format("15:04")
	case "T":
		return t.Format("15:04:05")
	case "d", "D":
		return t.Format("2 January 2006")
	default:
		return t.Format("2 January 2006 15:04")
	}
}

// relative words a span of time as Discord does: in its largest unit.
func relative(d time.Duration) string {
	past := d < 0
	d = d.Abs().Round(time.Second)
	var text string
	switch {
	case d < time.Minute:
		text = count(int(d/time.Second), "second")
	case d < time.Hour:
		text = count(int(d/time.Minute), "minute")
	case d < 24*time.Hour:
		text = count(int(d/time.Hour), "hour")
	default:
		text = count(int(d/(24*time.Hour)), "day")
	}
	if past {
		return text + " ago"
	}
	return "in " + text
}

func count(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}
