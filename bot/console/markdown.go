package console

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"nonna/commands/words"
)

// markdown turns Discord's markdown into what a terminal shows: with ANSI
// sequences where color is set, else as plain text.
type markdown struct {
	color bool
	words *words.Printer
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

// on is the ANSI sequence that begins a style.
func (m markdown) on(s style) string {
	if !m.color {
		return ""
	}
	return fmt.Sprintf("\x1b[%dm", s)
}

// off is the ANSI sequence that ends a style.
func (m markdown) off(s style) string {
	switch s {
	case bold:
		return m.on(22)
	case code:
		return m.on(39)
	default:
		return m.on(20 + s)
	}
}

func (m markdown) styled(s style, text string) string {
	if text == "" || s == 0 {
		return text
	}
	return m.on(s) + text + m.off(s)
}

// render renders a whole text. Control characters in it are made harmless
// first, so that the only sequences in the result are its own.
func (m markdown) render(text string) string {
	var b strings.Builder
	rest := clean(text)
	for {
		g := fence.FindStringSubmatchIndex(rest)
		if g == nil {
			b.WriteString(m.renderLines(rest))
			return strings.TrimRight(b.String(), "\n ")
		}
		b.WriteString(m.renderLines(strings.TrimRight(rest[:g[0]], " ")))
		if out := b.String(); out != "" && !strings.HasSuffix(out, "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(m.styled(code, rest[g[2]:g[3]]) + "\n")
		rest = rest[g[1]:]
	}
}

// fence matches a code block, whose content is taken as it is but for the name
// of a language in the opening line.
var fence = regexp.MustCompile("(?s)```(?:[A-Za-z0-9+-]*\n)?(.*?)\n*```\n?")

// renderLines renders text that holds no code block.
func (m markdown) renderLines(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		lines[i] = m.renderLine(line)
	}
	return strings.Join(lines, "\n")
}

// renderLine renders the marks that stand at the start of a line, then the rest.
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

// time renders a moment given in unix seconds, in the local time zone.
func (m markdown) time(unix, format string) string {
	sec, _ := strconv.ParseInt(unix, 10, 64) // at most twelve digits
	t := time.Unix(sec, 0)
	date := m.words.Say("console.date", words.Args{
		"day": t.Day(), "month": m.words.Say("console.month."+t.Format("Jan"), nil), "year": t.Format("2006"),
	})
	switch format {
	case "R":
		return m.relative(t.Sub(m.now()).Round(time.Second))
	case "d", "D":
		return date
	default:
		return date + t.Format(" 15:04")
	}
}

// relative words a span of time as Discord does: in its largest unit, rounded.
func (m markdown) relative(d time.Duration) string {
	id := "console.in"
	if d < 0 {
		id = "console.ago"
	}
	d = d.Abs()
	unit, length := "count.seconds", time.Second
	switch {
	case d.Round(time.Hour) >= 24*time.Hour:
		unit, length = "count.days", 24*time.Hour
	case d.Round(time.Minute) >= time.Hour:
		unit, length = "count.hours", time.Hour
	case d.Round(time.Second) >= time.Minute:
		unit, length = "count.minutes", time.Minute
	}
	return m.words.Say(id, words.Args{"time": m.words.Count(unit, int64(d.Round(length)/length))})
}
