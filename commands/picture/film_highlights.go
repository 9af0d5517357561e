package picture

import (
	"cmp"
	"slices"

	"nonna/engine/game"
)

// highlight is a moment that may have a caption. Those with the highest worth have one.
type highlight struct {
	move  int64
	worth int64
	said  game.Phrase
	seat  int
	takes int64 // the number of takes up to it
}

// The worth of highlights: that a player is out, that a hand is nearly gone (less
// for each card left), and that the pile is the largest.
const (
	worthOut  = 1_000_000
	worthLow  = 100
	worthCard = 10
	worthPile = 75
)

// take is a move where a player takes a pile of cards.
type take struct {
	move        int64
	seat, cards int
}

// largestPile returns the take of the largest pile between two moves, and false without one.
func (f *film) largestPile(from, to int64) (highlight, bool) {
	var most take
	for _, t := range f.takes {
		if t.cards > most.cards && from < t.move && t.move < to {
			most = t
		}
	}
	return highlight{move: most.move, worth: worthPile, seat: most.seat, said: phrase("film.takes", game.Args{
		"who": f.Seats.Phrase(most.seat), "cards": cards(most.cards),
	})}, most.cards > 0
}

// lows finds hands that are nearly gone and grow again.
type lows struct{ last, before []int } // the hands after the last take and the one before

// see returns the hands that were low after the last take.
func (w *lows) see(f *film, l *layout, takes int64) []highlight {
	var list []highlight
	for seat, n := range l.held {
		if w.before == nil || seat >= len(w.last) {
			break
		}
		if h := w.last[seat]; h > 0 && h <= f.cards/6 && h <= w.before[seat] && h < n {
			list = append(list, highlight{move: f.takes[takes-2].move, worth: worthLow - worthCard*int64(h), seat: seat, takes: takes - 1, said: phrase("film.left", game.Args{
				"who": f.Seats.Phrase(seat), "cards": cards(h),
			})})
		}
	}
	w.before, w.last = w.last, slices.Clone(l.held)
	return list
}

// maxHighlights is the most highlights of a film.
const maxHighlights = 3

// highlights returns the highlights in order: the worthiest that are not near one another,
// the deal or the end.
func (f *film) highlights() []highlight {
	from, to := f.moves/40, f.moves-f.moves/20
	all := f.candidates
	if p, ok := f.largestPile(from, to); ok {
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(a, b highlight) int { return cmp.Compare(b.worth, a.worth) })
	var list []highlight
	for _, p := range all {
		near := func(o highlight) bool { return max(o.move, p.move)-min(o.move, p.move) < f.moves/14 }
		late := p.takes > 0 && int64(len(f.takes))-p.takes < max(int64(len(f.takes))/25, 3)
		if len(list) < maxHighlights && !late && from < p.move && p.move < to && !slices.ContainsFunc(list, near) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b highlight) int { return cmp.Compare(a.move, b.move) })
	return list
}
