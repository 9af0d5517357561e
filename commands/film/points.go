package film

import (
	"cmp"
	"slices"

	"nonna/engine/game"
)

// point is a moment that may be a turning point. Those with the highest worth are.
type point struct {
	move  int64
	worth int64
	said  game.Phrase
	seat  int
	takes int64 // the number of takes up to it
}

// The worth of turning points: that a player is out, that a hand is nearly gone (less
// for each card left), and that the pile is the largest.
const (
	worthOut  = 1_000_000
	worthLow  = 100
	worthCard = 10
	worthPile = 75
)

// take is a move in which a player takes a pile of cards.
type take struct {
	move        int64
	seat, cards int
}

// pile returns the take of the largest pile between two moves, and false if there is none.
func (f *film) pile(from, to int64) (point, bool) {
	var most take
	for _, t := range f.takes {
		if t.cards > most.cards && from < t.move && t.move < to {
			most = t
		}
	}
	return point{move: most.move, worth: worthPile, seat: most.seat, said: game.Phrase{
		ID: "film.takes", Args: game.Args{"who": f.who(most.seat), "cards": game.Count("cards", int64(most.cards))},
	}}, most.cards > 0
}

// lows finds hands that are nearly gone and grow again.
type lows struct{ last, before []int } // the hands after the last take and the one before

// see returns the hands that were low after the last take.
func (w *lows) see(f *film, l *lying, takes int64) []point {
	var list []point
	for seat, n := range l.held {
		if w.before == nil || seat >= len(w.last) {
			break
		}
		if h := w.last[seat]; h > 0 && h <= f.cards/6 && h <= w.before[seat] && h < n {
			list = append(list, point{move: f.takes[takes-2].move, worth: worthLow - worthCard*int64(h), seat: seat, takes: takes - 1, said: game.Phrase{
				ID: "film.left", Args: game.Args{"who": f.who(seat), "cards": game.Count("cards", int64(h))},
			}})
		}
	}
	w.before, w.last = w.last, slices.Clone(l.held)
	return list
}

// maxTurns is the most turning points of a film.
const maxTurns = 3

// turns returns the turning points in order: the worthiest that are not near one another,
// the deal or the end.
func (f *film) turns() []point {
	from, to := f.moves/40, f.moves-f.moves/20
	all := f.points
	if p, ok := f.pile(from, to); ok {
		all = append(all, p)
	}
	slices.SortStableFunc(all, func(a, b point) int { return cmp.Compare(b.worth, a.worth) })
	var list []point
	for _, p := range all {
		near := func(o point) bool { return max(o.move, p.move)-min(o.move, p.move) < f.moves/14 }
		late := p.takes > 0 && int64(len(f.takes))-p.takes < max(int64(len(f.takes))/25, 3)
		if len(list) < maxTurns && !late && from < p.move && p.move < to && !slices.ContainsFunc(list, near) {
			list = append(list, p)
		}
	}
	slices.SortFunc(list, func(a, b point) int { return cmp.Compare(a.move, b.move) })
	return list
}
