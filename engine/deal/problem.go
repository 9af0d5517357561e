package deal

import (
	"fmt"
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
	// Args are the values for the places of the phrases below.
	Args game.Args
}

// String is the kind and the values, for logs: "no-card{card:“X” within:}".
func (p Problem) String() string { return string(p.Kind) + p.Args.String() }

// Found says what is wrong, in a few words.
func (p Problem) Found() game.Phrase {
	return game.Phrase{ID: "deal." + string(p.Kind) + ".found", Args: p.Args}
}

// Hint says what would be right.
func (p Problem) Hint() game.Phrase {
	return game.Phrase{ID: "deal." + string(p.Kind) + ".hint", Args: p.Args}
}

// Problems is the error of a text that cannot be read: every problem in it, in
// the order of their places.
type Problems struct {
	// Text is what was read.
	Text string
	// List has the first [MaxProblems] problems, More says how many others
	// there are.
	List []Problem
	More int
	// Ambiguous tells that the text could be read in several ways, so that it is
	// no use to try it as something else.
	Ambiguous bool
}

// MaxProblems is how many problems of a text are reported.
const MaxProblems = 5

// Error names the problems on one line, for logs: people read
// [Problem.Found] and [Problem.Hint].
func (p *Problems) Error() string {
	var parts []string
	for _, one := range p.List {
		place := ""
		if one.Start >= 0 {
			line, column := p.Position(one.Start)
			place = fmt.Sprintf("line %d, column %d: ", line, column)
		}
		parts = append(parts, place+one.String())
	}
	if p.More > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", p.More))
	}
	return strings.Join(parts, "; ")
}

// Position is the line and the column, in characters, of a place in bytes; both
// from 1.
func (p *Problems) Position(at int) (line, column int) {
	before := p.Text[:min(at, len(p.Text))]
	line = 1 + strings.Count(before, "\n")
	last := before[strings.LastIndexByte(before, '\n')+1:]
	return line, 1 + uniseg.GraphemeClusterCount(last)
}

// quoteWidth is how much of a line is quoted on either side of a place, in
// bytes: a phone shows some forty characters.
const quoteWidth = 20

// Excerpt returns the part of the line around a problem that has a place, and a
// line with carets under it. In both every character is as wide as it looks, and
// none can end a code block.
func (p *Problems) Excerpt(one Problem) (text, carets string) {
	start := strings.LastIndexByte(p.Text[:one.Start], '\n') + 1
	end := len(p.Text)
	if i := strings.IndexByte(p.Text[one.Start:], '\n'); i >= 0 {
		end = one.Start + i
	}
	stop := min(max(one.End, one.Start), end)
	cut := func(at int) int { return start + characterStart(p.Text[start:end], at-start) }
	stop = min(stop, cut(one.Start+2*quoteWidth))
	from := cut(max(start, one.Start-quoteWidth))
	to := cut(min(end, stop+quoteWidth))
	before, inside, after := verbatim(p.Text[from:one.Start]), verbatim(p.Text[one.Start:stop]), verbatim(p.Text[stop:to])
	if from > start {
		before = "…" + before
	}
	if to < end {
		after += "…"
	}
	marks := max(uniseg.StringWidth(inside), 1)
	return before + inside + after, strings.Repeat(" ", uniseg.StringWidth(before)) + strings.Repeat("^", marks)
}

// characterStart is the last place up to at where what readers see as one
// character begins, so that no emoji is cut in two.
func characterStart(s string, at int) int {
	place, state := 0, -1
	for rest := s; place < at && rest != ""; {
		var c string
		c, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if place+len(c) > at {
			break
		}
		place += len(c)
	}
	return place
}

// verbatim makes text safe inside a code block: no back-ticks, no control
// characters, nothing that cannot be seen, every character as wide as it looks.
func verbatim(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '`':
			return '\''
		case r == '\t' || r == '\r':
			return ' '
		case r == utf8.RuneError || unicode.IsControl(r) || isInvisible(r) || unicode.Is(unicode.Bidi_Control, r):
			return '·'
		}
		return r
	}, s)
}

// reader collects the problems of one text.
type reader struct {
	text     string
	problems []Problem
	more     int  // problems that were only counted
	several  bool // the text can be read in several ways
}

// maxNoted is how many problems are kept to find the first [MaxProblems] by
// place; text that is no deal at all may have tens of thousands.
const maxNoted = 100

// full tells whether further problems are only counted.
func (r *reader) full() bool { return len(r.problems) >= maxNoted }

// problem notes a problem with text[start:end].
func (r *reader) problem(start, end int, kind Kind, args game.Args) {
	if r.full() {
		r.more++
		return
	}
	r.problems = append(r.problems, Problem{start, end, kind, args})
}

// whole notes a problem that has no place.
func (r *reader) whole(kind Kind, args game.Args) { r.problem(-1, -1, kind, args) }

// err is the error of what was noted, nil for nothing.
func (r *reader) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	p := &Problems{Text: r.text, List: r.problems, More: r.more, Ambiguous: r.several}
	sortByPlace(p.List)
	if len(p.List) > MaxProblems {
		p.More += len(p.List) - MaxProblems
		p.List = p.List[:MaxProblems]
	}
	return p
}
