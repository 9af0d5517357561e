package deal

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Problem is one thing that keeps a text from being a deal.
type Problem struct {
	// Start and End are the place in the text, in bytes. They are equal where
	// something is missing; both are -1 when no place can be named.
	Start, End int
	// Found says what is wrong with it, in a few words.
	Found string
	// Hint says what would be right.
	Hint string
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

// Error names the problems on one line.
func (p *Problems) Error() string {
	var parts []string
	for _, one := range p.List {
		place := ""
		if one.Start >= 0 {
			line, column := p.position(one.Start)
			place = fmt.Sprintf("line %d, column %d: ", line, column)
		}
		text := place + one.Found
		if one.Hint != "" {
			text += " (" + one.Hint + ")"
		}
		parts = append(parts, text)
	}
	if p.More > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", p.More))
	}
	return strings.Join(parts, "; ")
}

// UserText shows the problems to the person who typed the text, in markdown:
// each with the text quoted and carets under the place.
func (p *Problems) UserText() string {
	var b strings.Builder
	for i, one := range p.List {
		if i > 0 {
			b.WriteString("\n")
		}
		fmt.Fprintf(&b, "**%s**", upperFirst(plain(one.Found)))
		if one.Hint != "" {
			fmt.Fprintf(&b, ": %s", plain(one.Hint))
		}
		b.WriteString("\n")
		if one.Start >= 0 {
			quote, carets := p.quote(one)
			line, column := p.position(one.Start)
			fmt.Fprintf(&b, "```\n%s\n%s line %d, column %d\n```", quote, carets, line, column)
		}
	}
	if p.More > 0 {
		fmt.Fprintf(&b, "\n… and %d more like these.", p.More)
	}
	return strings.TrimRight(b.String(), "\n")
}

// position is the line and the column, in characters, of a place; both from 1.
func (p *Problems) position(at int) (line, column int) {
	before := p.Text[:min(at, len(p.Text))]
	line = 1 + strings.Count(before, "\n")
	last := before[strings.LastIndexByte(before, '\n')+1:]
	return line, 1 + uniseg.GraphemeClusterCount(last)
}

// quoteWidth is how much of a line is quoted on either side of a place, in
// bytes: a phone shows some forty characters.
const quoteWidth = 20

// quote returns the part of the line around a problem, and a line with carets
// under it.
func (p *Problems) quote(one Problem) (text, carets string) {
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

// runeStart moves an index back to the start of a character.
func runeStart(s string, i int) int {
	i = min(i, len(s))
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
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
// characters, every character as wide as it looks.
func verbatim(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '`':
			return '\''
		case r == '\t' || r == '\r':
			return ' '
		case r == utf8.RuneError || unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r):
			return '·'
		}
		return r
	}, s)
}

// plain makes text that quotes the user safe in markdown: what stands between
// “ and ” is put in a code span, unless it is empty there.
func plain(s string) string {
	return strings.NewReplacer("“", "`", "”", "`").Replace(verbatim(s))
}

func upperFirst(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}

// quoted puts a short form of a user's text between quotation marks.
func quoted(s string) string {
	const most = 24
	s = strings.TrimSpace(s)
	if len(s) > most { // before anything else: it may be very long
		s = s[:runeStart(s, most)] + "…"
	}
	s = strings.NewReplacer("“", "\"", "”", "\"").Replace(s)
	if s == "" {
		return "nothing"
	}
	return "“" + s + "”"
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
func (r *reader) problem(start, end int, found, hint string) {
	if r.full() {
		r.more++
		return
	}
	r.problems = append(r.problems, Problem{start, end, found, hint})
}

// whole notes a problem that has no place.
func (r *reader) whole(found, hint string) { r.problem(-1, -1, found, hint) }

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
