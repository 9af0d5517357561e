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

// markdown turns what commands write of Discord's markdown into text for a terminal. Without color
// there are no styles.
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

// The styles in use.
const (
	bold style = 1
	dim  style = 2
)

// styled returns text in a style. Styled texts cannot be nested: a code ends both styles.
func (m markdown) styled(s style, text string) string {
	if text == "" || !m.color {
		return text
	}
	return fmt.Sprintf("\x1b[%dm%s\x1b[22m", s, text)
}

// render returns a text as a terminal shows it: without the marks of bold text and code, with escaped
// characters, names in place of mentions, and times; a code block has lines of its own. It
// replaces control characters first.
func (m markdown) render(text string) string {
	text = marks().ReplaceAllStringFunc(clean(text), func(found string) string {
		g := marks().FindStringSubmatch(found)
		switch {
		case strings.HasSuffix(strings.TrimSuffix(found, "\n"), "```"):
			return "\n" + g[7] + "\n"
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
	return strings.TrimRight(strings.TrimPrefix(text, "\n"), "\n ")
}

// marks matches an escaped character, bold, code, a time, a mention of a user or of a channel, the
// invisible space with which commands.Escape keeps others from being mentioned, and a code block,
// perhaps with the name of a language.
var marks = lazy.Regexp("\\\\([[:punct:]])|\\*\\*|`([^`\n]+)`|<t:(-?\\d{1,12})(?::([tTdDfFR]))?>|<@(\\d{1,20})>|<#(\\d{1,20})>|@\u200b|" +
	" *\n?```(?:[A-Za-z0-9+-]*\n)?((?s:.*?))\n*```\n?")

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
