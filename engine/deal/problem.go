package deal

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"nonna/engine/game"
)

// Problem is one thing that keeps a text from being a deal.
type Problem struct {
	// Start and End are the place in the text, in bytes. They are equal where
	// something is missing; both are -1 when no place can be named.
	Start, End int
	// Kind says what is wrong with it.
	Kind Kind
	// Args are the values of the phrases below.
	Args game.Args
}

// Place is a part of a text, in bytes.
type Place struct{ Start, End int }

// String returns the kind and the values, for logs: "no-card{card:“X”}".
func (p Problem) String() string { return string(p.Kind) + p.Args.String() }

// Found returns what is wrong, in a few words.
func (p Problem) Found() game.Phrase {
	return game.Phrase{ID: "deal." + string(p.Kind) + ".found", Args: p.Args}
}

// Hint returns what would be right.
func (p Problem) Hint() game.Phrase {
	return game.Phrase{ID: "deal." + string(p.Kind) + ".hint", Args: p.Args}
}

// Problems is the error of a text that cannot be read: every problem in it, in
// the order of their places.
type Problems struct {
	// Text is what was read.
	Text string
	// List has the first [MaxProblems] different problems, More is the number of others.
	List []Problem
	More int
	// Ambiguous reports that the text can be read in several ways, so it must not be
	// read as a deal of another game.
	Ambiguous bool
	// Meant reports that the writer must have meant a deal of this game, whatever
	// mistakes the text has.
	Meant bool
	// Cures are options of the game with which the text is a deal; see [AddCures].
	Cures []game.Options
}

// MaxProblems is the most problems of a text that are reported.
const MaxProblems = 5

// Error names the problems on one line, for logs: people read
// [Problem.Found] and [Problem.Hint].
func (p *Problems) Error() string {
	var parts []string
	for _, one := range p.List {
		text := one.String()
		if one.Start >= 0 {
			line, column := p.position(one.Start)
			text = fmt.Sprintf("line %d, column %d: %s", line, column, text)
		}
		parts = append(parts, text)
	}
	if p.More > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", p.More))
	}
	return strings.Join(parts, "; ")
}

// Where names the place of a problem that has one by the message named id, for a line and a column
// in it, which are written without thousands separators, as in editors.
func (p *Problems) Where(one Problem, id string) game.Phrase {
	line, column := p.position(one.Start)
	return game.Phrase{ID: id, Args: game.Args{"line": strconv.Itoa(line), "column": strconv.Itoa(column)}}
}

// position returns the line and the column, in characters, of an offset in bytes;
// both count from 1.
func (p *Problems) position(at int) (line, column int) {
	before := p.Text[:min(at, len(p.Text))]
	line = 1 + strings.Count(before, "\n")
	last := before[strings.LastIndexByte(before, '\n')+1:]
	return line, 1 + uniseg.GraphemeClusterCount(last)
}

// quoteWidth is the most bytes of a line that are quoted on either side of a place: a
// phone shows some forty characters.
const quoteWidth = 20

// Excerpt returns the part of the line around the place of a problem that has one, and a line
// with carets under that place. In both every character is as wide as it looks, and no
// character can end a code block.
func (p *Problems) Excerpt(one Problem) (text, carets string) {
	start := strings.LastIndexByte(p.Text[:one.Start], '\n') + 1
	end := len(p.Text)
	if i := strings.IndexByte(p.Text[one.Start:], '\n'); i >= 0 {
		end = one.Start + i
	}
	cut := func(at int) int {
		for at = min(at, end); at > start && at < end && !utf8.RuneStart(p.Text[at]); at-- {
		}
		return at
	}
	stop := min(max(one.End, one.Start), cut(one.Start+2*quoteWidth))
	from, to := cut(max(start, one.Start-quoteWidth)), cut(stop+quoteWidth)
	before, inside, after := verbatim(p.Text[from:one.Start]), verbatim(p.Text[one.Start:stop]), verbatim(p.Text[stop:to])
	if from > start {
		before = "…" + before
	}
	if to < end {
		after += "…"
	}
	carets = strings.Repeat(" ", uniseg.StringWidth(before)) + strings.Repeat("^", max(uniseg.StringWidth(inside), 1))
	return before + inside + after, carets
}

// verbatim makes text safe inside a code block: it replaces back-ticks, control
// characters and what cannot be seen.
func verbatim(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '`':
			return '\''
		case r == '\t' || r == '\r':
			return ' '
		case r == utf8.RuneError || r == '\n' || isUnseen(r):
			return '·'
		}
		return r
	}, s)
}

// AddCures adds the options to the problems of a failed Read of a game with options o with which
// the text is a deal. If it is one with o too, and another with them, both are added.
func AddCures(err error, g *game.Game, o game.Options) {
	p, ok := errors.AsType[*Problems](err)
	if !ok || p.List[0].Kind == TooLong {
		return
	}
	g.Otherwise(p.Text, o, func(param game.Param, with game.Options, _ game.Deal) {
		if p.List[0].Kind == TwoValues {
			p.Cures = append(p.Cures, game.Options{param.Name: param.Text(o)})
		}
		p.Cures = append(p.Cures, with)
	})
}

// Part returns a phrase that others contain: the message "deal.part.NAME".
func Part(name string, args game.Args) game.Phrase {
	return game.Phrase{ID: "deal.part." + name, Args: args}
}

// Counted returns a number of things as a [Part].
func Counted(n int, name string) game.Phrase { return Part(name, game.Args{"count": n}) }

// maxQuoted is the most bytes of a user's word that are shown.
const maxQuoted = 24

// Quoted returns a short form of a user's text that is safe to show.
func Quoted(s string) game.Quote { return shortened(s, maxQuoted) }

// QuotedCard returns what stands in place of a card, as [Quoted] does. A letter that may look like
// another one is named by its number: А (U+0410).
func QuotedCard(s string) game.Quote {
	if c, size := utf8.DecodeRuneInString(s); size == len(s) && c >= utf8.RuneSelf && unicode.IsLetter(c) {
		return game.Quote(fmt.Sprintf("%s (U+%04X)", s, c))
	}
	return Quoted(s)
}

// shortened returns at most most bytes of a text, made safe to show.
func shortened(s string, most int) game.Quote {
	if visible := strings.TrimSpace(s); visible != "" {
		s = visible
	}
	if len(s) > most { // before anything else: it may be very long
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return game.Quote(verbatim(s))
}
