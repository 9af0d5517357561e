package deal

import (
	"cmp"
	"slices"

	"nonna/engine/game"
)

// Reader has the hands of one text, and collects the problems in it. Use [Open].
type Reader struct {
	// Text is the text, with ordinary signs in place of wide ones and curly quotation marks. Clean
	// has the same length, with blanks in place of what belongs to the chat and not to the deal, so
	// places in it are places in the text.
	Text, Clean string
	// Inner reports that the text was a string in another one.
	Inner bool
	// Ambiguous and Meant become those of the [Problems].
	Ambiguous, Meant bool

	program  bool // all but the hands is blanked
	hands    []Hand
	by       Split
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

// SeveralDeals notes that Text[start:end] may be one of several deals, and shows the first of them; there
// is no place if both are -1.
func (r *Reader) SeveralDeals(start, end int, texts ...string) {
	r.Ambiguous = true
	var list []game.Phrase
	for _, text := range texts[:min(len(texts), MaxProblems)] {
		list = append(list, Part("quote", game.Args{"text": shortened(text, maxDeal)}))
	}
	if len(texts) > len(list) {
		list = append(list, game.Text("…"))
	}
	r.Problem(start, end, SeveralDeals, game.Args{"list": game.Join("deal.part.or", list...)})
}

// maxDeal is the most bytes that are shown of one of several deals: a full deck fits, also as
// lists.
const maxDeal = 250

// NoPlace notes a problem that has no place.
func (r *Reader) NoPlace(kind Kind, args game.Args) { r.Problem(-1, -1, kind, args) }

// Err returns the problems as a [*Problems], nil without any.
func (r *Reader) Err() error {
	if len(r.problems) == 0 {
		return nil
	}
	p := &Problems{Text: r.Text, List: r.problems, More: r.more, Ambiguous: r.Ambiguous, Meant: r.Meant}
	slices.SortStableFunc(p.List, func(a, b Problem) int { return cmp.Compare(a.Start, b.Start) })
	if len(p.List) > MaxProblems {
		p.More += len(p.List) - MaxProblems
		p.List = p.List[:MaxProblems]
	}
	return p
}
