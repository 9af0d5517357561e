package picture

import "slices"

// What a band may hold beside a player.
const (
	pile = -1
	rest = -2
)

// recorder turns the frames of a replay into the bands of a chart, each as the
// line of its top.
type recorder struct {
	g       game
	shown   []int // players with a band of their own
	players int   // how many those are
	order   []int // the bands from the bottom up: players, pile and rest
	tops    []*series
}

func newRecorder(g game, shown []int) *recorder {
	r := &recorder{g: g, shown: shown, players: len(shown)}
	r.order = r.stack()
	for range r.order {
		r.tops = append(r.tops, newSeries(g.length()))
	}
	return r
}

// stack is the order of bands from the bottom up. Two players face each other,
// the first at the bottom with his cards on the left axis; more are read from
// the top down, like a list, on top of the pile.
func (r *recorder) stack() []int {
	if len(r.g.hands) == 2 && !r.g.hasPile {
		if r.g.every {
			return []int{0, pile, 1}
		}
		return []int{0, 1}
	}
	var order []int
	if r.g.every {
		order = append(order, pile)
	}
	if r.players < len(r.g.hands) {
		order = append(order, rest)
	}
	down := slices.Clone(r.shown)
	slices.Reverse(down)
	return append(order, down...)
}

// see records a frame where it is one to be drawn.
func (r *recorder) see(f frame) {
	if !r.g.every && !f.took && !f.start {
		return
	}
	x := r.g.x(f.moment)
	above := f.pile
	for _, p := range r.shown {
		above += f.hand(p)
	}
	height := 0
	for i, p := range r.order {
		switch p {
		case pile:
			height += f.pile
		case rest:
			height += r.g.cards() - above
		default:
			height += f.hand(p)
		}
		r.tops[i].add(x, height)
	}
}

// stay keeps the last state up to the end of the axis.
func (r *recorder) stay() {
	for _, s := range r.tops {
		for i := len(s.buckets) - 1; i >= 0; i-- {
			if s.buckets[i].filled {
				s.add(s.length, s.buckets[i].last.y)
				break
			}
		}
	}
}

// height is where the band of a player ends who drops out: then nothing lies
// between its top and the band below.
func (r *recorder) height(e exit) int {
	at := slices.Index(r.order, e.player)
	if at < 0 {
		at = slices.Index(r.order, rest)
	}
	if at < 0 {
		return 0
	}
	low, _ := r.tops[at].span(e.x, e.x)
	return low
}
