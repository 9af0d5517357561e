package deal

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
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
	// Others are the other places of the same problem, in their order.
	Others []Place
	// Kind says what is wrong with it.
	Kind Kind
	// Args are the values for the places of the phrases below.
	Args game.Args
}

// Place is a part of a text, in bytes.
type Place struct{ Start, End int }

// places are all that a problem has, nil for none.
func (p Problem) places() []Place {
	if p.Start < 0 {
		return nil
	}
	return append([]Place{{p.Start, p.End}}, p.Others...)
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
		var places []string
		for _, at := range one.places() {
			line, column := p.position(at.Start)
			places = append(places, fmt.Sprintf("line %d, column %d", line, column))
		}
		text := one.String()
		if places != nil {
			text = strings.Join(places, ", ") + ": " + text
		}
		parts = append(parts, text)
	}
	if p.More > 0 {
		parts = append(parts, fmt.Sprintf("and %d more", p.More))
	}
	return strings.Join(parts, "; ")
}

// maxPlaces is how many places of one problem are named.
const maxPlaces = 8

// Where names the places of a problem that has one, by a message for a line and the
// columns in it. These are no amounts: they are written as editors do.
func (p *Problems) Where(one Problem, id string) game.Phrase {
	places := one.places()
	named := places[:min(len(places), maxPlaces)]
	var list, columns []game.Phrase
	for i, at := range named {
		line, column := p.position(at.Start)
		columns = append(columns, part("quote", game.Args{"text": strconv.Itoa(column)}))
		if i+1 < len(named) {
			if next, _ := p.position(named[i+1].Start); next == line {
				continue
			}
		}
		list = append(list, game.Phrase{ID: id, Args: game.Args{
			"line": strconv.Itoa(line), "columns": game.Join("list.comma", columns...), "count": len(columns),
		}})
		columns = nil
	}
	if more := len(places) - len(named); more > 0 {
		list = append(list, game.Count("others", int64(more)))
	}
	return enumerated(list)
}

// position is the line and the column, in characters, of a place in bytes; both
// from 1.
func (p *Problems) position(at int) (line, column int) {
	before := p.Text[:min(at, len(p.Text))]
	line = 1 + strings.Count(before, "\n")
	last := before[strings.LastIndexByte(before, '\n')+1:]
	return line, 1 + uniseg.GraphemeClusterCount(last)
}

// quoteWidth is how much of a line is quoted on either side of a place, in
// bytes: a phone shows some forty characters.
const quoteWidth = 20

// Excerpt returns the part of the line around the first place of a problem that has
// one, and a line with carets under it and the others in that part. In both every
// character is as wide as it looks, and none can end a code block.
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
	carets = strings.Repeat(" ", uniseg.StringWidth(before)) + marks(inside)
	for _, at := range one.Others {
		if at.Start < stop || at.End > to {
			break
		}
		carets += strings.Repeat(" ", uniseg.StringWidth(verbatim(p.Text[stop:at.Start]))) + marks(verbatim(p.Text[at.Start:at.End]))
		stop = at.End
	}
	return before + inside + after, carets
}

// marks are the carets under a text.
func marks(text string) string { return strings.Repeat("^", max(uniseg.StringWidth(text), 1)) }

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
	noted    map[string]int // where equal ones stand among them
	more     int            // problems that were only counted
	several  bool           // the text can be read in several ways
}

// maxNoted is how many problems are kept to find the first [MaxProblems] by
// place; text that is no deal at all may have tens of thousands.
const maxNoted = 100

// full tells whether further problems are only counted.
func (r *reader) full() bool { return len(r.problems) >= maxNoted }

// problem notes a problem with text[start:end]. One that says the same as another,
// but for the word that it stands in, is another place of that.
func (r *reader) problem(start, end int, kind Kind, args game.Args) {
	what := maps.Clone(args)
	delete(what, "within")
	same := string(kind) + what.String()
	if i, ok := r.noted[same]; ok && start >= 0 {
		p := &r.problems[i]
		p.Others = append(p.Others, Place{start, end})
		if fmt.Sprint(p.Args["within"]) != fmt.Sprint(args["within"]) {
			p.Args["within"] = ""
		}
		return
	}
	if r.full() {
		r.more++
		return
	}
	if r.noted == nil {
		r.noted = map[string]int{}
	}
	r.noted[same] = len(r.problems)
	r.problems = append(r.problems, Problem{Start: start, End: end, Kind: kind, Args: args})
}

// whole notes a problem that has no place.
func (r *reader) whole(kind Kind, args game.Args) { r.problem(-1, -1, kind, args) }

// err is the error of what was noted, nil for nothing.
func (r *reader) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	p := &Problems{Text: r.text, List: r.problems, More: r.more, Ambiguous: r.several}
	slices.SortStableFunc(p.List, func(a, b Problem) int { return cmp.Compare(a.Start, b.Start) })
	if len(p.List) > MaxProblems {
		p.More += len(p.List) - MaxProblems
		p.List = p.List[:MaxProblems]
	}
	return p
}
