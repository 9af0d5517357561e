package console

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
	"time"

	"nonna/commands/words"
	"nonna/engine/lazy"
)

// markdown turns what commands write of Discord's markdown into text for a terminal. If color is
// set, carets below a mistake are red.
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
			b.WriteString(m.inline(rest))
			return strings.TrimRight(b.String(), "\n ")
		}
		b.WriteString(m.inline(strings.TrimRight(rest[:g[0]], " ")))
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

// inline returns text without code blocks as it is shown: without the marks of bold text and code,
// with escaped characters, names in place of mentions, and times.
func (m markdown) inline(text string) string {
	return marks().ReplaceAllStringFunc(text, func(found string) string {
		g := marks().FindStringSubmatch(found)
		switch {
		case g[3] != "":
			return m.time(g[3], g[4])
		case g[5] != "":
			return "@" + cmp.Or(m.names[g[5]], g[5])
		case g[6] == strconv.Itoa(Channel):
			return "#" + channelName
		case g[6] != "":
			return "#" + g[6]
		case found[0] == '@':
			return "@"
		}
		return g[1] + g[2]
	})
}

// marks matches an escaped character, bold, code, a time, a mention of a user or of a channel, and
// the invisible space with which commands.Escape keeps others from being mentioned.
var marks = lazy.Regexp("\\\\([[:punct:]])|\\*\\*|`([^`\n]+)`|<t:(-?\\d{1,12})(?::([tTdDfFR]))?>|<@(\\d{1,20})>|<#(\\d{1,20})>|@\u200b")

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
	units := []string{"count.seconds", "count.minutes", "count.hours", "count.days"}
	length := time.Second
	for _, longer := range []time.Duration{time.Minute, time.Hour, 24 * time.Hour} {
		if d.Round(length) >= longer {
			units, length = units[1:], longer
		}
	}
	return m.say(id, words.Args{"time": m.say(units[0], words.Args{words.Count: int64(d.Round(length) / length)})})
}
