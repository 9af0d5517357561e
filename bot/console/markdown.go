package console

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"nonna/commands/words"
	"nonna/engine/lazy"
)

// markdown turns Discord's markdown into text for a terminal. If color is set, headings
// are bold, asides dim, and carets below a mistake red; marks within a line are stripped.
type markdown struct {
	color bool
	// say returns a message in the language of the text.
	say func(id string, args words.Args) string
	now func() time.Time
	// names are those of members, by their ids.
	names map[string]string
}

// style is the ANSI code that switches a style on.
type style int

// The styles in use. The colours can be read on light and dark backgrounds.
const (
	unstyled style = 0
	bold     style = 1
	dim      style = 2
	red      style = 31
	green    style = 32
)

// off returns the ANSI code that switches the style off.
func (s style) off() int {
	if s == bold || s == dim {
		return 22
	}
	return 39
}

// styled returns text in a style. Styled texts cannot be nested: a code ends several
// styles.
func (m markdown) styled(s style, text string) string {
	if text == "" || s == unstyled || !m.color {
		return text
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[%dm", s, text, s.off())
}

// verdict returns a rendered text whose first line is a verdict.
func (m markdown) verdict(text string) string {
	first, rest, more := strings.Cut(text, "\n")
	if first = m.styled(green, first); more {
		first += "\n"
	}
	return first + rest
}

// pointed returns a code block with its carets in red.
func (m markdown) pointed(code string) string {
	return caretsBelow().ReplaceAllStringFunc(code, func(found string) string {
		blanks := len(found) - len(strings.TrimLeft(found, "\n "))
		return found[:blanks] + m.styled(red, found[blanks:])
	})
}

// caretsBelow matches the carets in a line that points at something in the line above.
var caretsBelow = lazy.Regexp(`\n *\^[ ^]*\^|\n *\^`)

// render returns a whole text as a terminal shows it. It replaces control characters
// first, so the only ANSI sequences in the result are its own.
func (m markdown) render(text string) string {
	var b strings.Builder
	rest := clean(text)
	for {
		g := fence().FindStringSubmatchIndex(rest)
		if g == nil {
			b.WriteString(m.renderLines(rest))
			return strings.TrimRight(b.String(), "\n ")
		}
		b.WriteString(m.renderLines(strings.TrimRight(rest[:g[0]], " ")))
		if out := b.String(); out != "" && !strings.HasSuffix(out, "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(m.pointed(rest[g[2]:g[3]]) + "\n")
		rest = rest[g[1]:]
	}
}

// fence matches a code block. Its content is shown unchanged, without the name of a
// language in the opening line.
var fence = lazy.Regexp("(?s)```(?:[A-Za-z0-9+-]*\n)?(.*?)\n*```\n?")

// renderLines renders text without code blocks.
func (m markdown) renderLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = m.renderLine(line)
	}
	return strings.Join(lines, "\n")
}

// renderLine renders the mark at the start of a line, if any, and the rest of the line.
func (m markdown) renderLine(line string) string {
	body := strings.TrimLeft(line, " ")
	indent := line[:len(line)-len(body)]
	for _, start := range lineStarts {
		if rest, ok := strings.CutPrefix(body, start.mark); ok {
			return indent + start.shown + m.styled(start.style, m.inline(rest))
		}
	}
	return indent + m.inline(body)
}

// lineStarts lists the marks that a line can start with.
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
	{"- ", "• ", unstyled},
	{"* ", "• ", unstyled},
}

// time returns a time, given in Unix seconds, in the local time zone.
func (m markdown) time(unix, format string) string {
	sec, _ := strconv.ParseInt(unix, 10, 64) // at most twelve digits
	t := time.Unix(sec, 0)
	date := m.say("console.date", words.Args{
		"day": t.Day(), "month": m.say("month."+t.Format("Jan"), nil), "year": t.Format("2006"),
	})
	switch format {
	case "R":
		return m.relative(t.Sub(m.now()))
	case "d", "D":
		return date
	default:
		return date + t.Format(" 15:04")
	}
}

// relative returns a duration in words as Discord shows it: rounded to its largest unit.
// It takes at least a second: whoever waits for less is told to wait, too.
func (m markdown) relative(d time.Duration) string {
	id := "console.in"
	if d < 0 {
		id = "console.ago"
	}
	d = max(d.Abs().Round(time.Second), time.Second)
	unit, length := "count.seconds", time.Second
	switch {
	case d.Round(time.Hour) >= 24*time.Hour:
		unit, length = "count.days", 24*time.Hour
	case d.Round(time.Minute) >= time.Hour:
		unit, length = "count.hours", time.Hour
	case d.Round(time.Second) >= time.Minute:
		unit, length = "count.minutes", time.Minute
	}
	return m.say(id, words.Args{"time": m.say(unit, words.Args{words.Count: int64(d.Round(length) / length)})})
}
