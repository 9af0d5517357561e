package deal

import (
	"cmp"
	"slices"

	"nonna/engine/game"
)

// Reader reads one text and collects the problems in it. The zero value is a reader of
// nothing; use [Open].
type Reader struct {
	// Text is the text as it was given. Clean has the same length, with blanks in
	// place of what belongs to the chat and not to the deal, so places in it are
	// places in the text.
	Text, Clean string
	// Ambiguous and Likely become those of the [Problems].
	Ambiguous, Likely bool

	nodes    []node // of Clean, nil until it is parsed
	problems []Problem
	said     []string // what they say
	more     int      // problems that are only counted
}

// maxNoted is the most problems that are kept to find the first [MaxProblems] by
// place: text that is not a deal at all may have tens of thousands.
const maxNoted = 100

// Failed reports whether there are problems so far. A text without any has something
// to read in Clean.
func (r *Reader) Failed() bool { return len(r.problems) > 0 }

// Forget drops the problems so far.
func (r *Reader) Forget() { r.problems, r.said, r.more = nil, nil, 0 }

// Problem notes a problem with Text[start:end]; start and end are equal where
// something is missing. A problem that says the same as an earlier one is only counted.
func (r *Reader) Problem(start, end int, kind Kind, args game.Args) {
	one := Problem{Start: start, End: end, Kind: kind, Args: args}
	if len(r.problems) >= maxNoted || start >= 0 && slices.Contains(r.said, one.String()) {
		r.more++
		return
	}
	r.problems, r.said = append(r.problems, one), append(r.said, one.String())
}

// NoPlace notes a problem that has no place.
func (r *Reader) NoPlace(kind Kind, args game.Args) { r.Problem(-1, -1, kind, args) }

// Err returns the problems as a [*Problems], nil if there are none.
func (r *Reader) Err() error {
	if len(r.problems) == 0 {
		return nil
	}
	p := &Problems{Text: r.Text, List: r.problems, More: r.more, Ambiguous: r.Ambiguous, Likely: r.Likely}
	slices.SortStableFunc(p.List, func(a, b Problem) int { return cmp.Compare(a.Start, b.Start) })
	if len(p.List) > MaxProblems {
		p.More += len(p.List) - MaxProblems
		p.List = p.List[:MaxProblems]
	}
	return p
}
