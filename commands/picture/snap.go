package picture

import (
	"context"
	"fmt"

	"nonna/engine/snap"
)

// Snap draws a settled deal of Snap: the cards that each player holds and those
// in the pile, play by play, with the moments when players dropped out. Of many
// players, some share an area as in [Artist.Beggar]. The error is the context's,
// or says that the deal is no game.
func (a *Artist) Snap(ctx context.Context, d snap.Deal, o snap.Outcome) (Picture, error) {
	g := game{
		title: a.words.Snap, file: fmt.Sprintf("snap-%s-%d-plays", o.Ending, o.Plays),
		first: 1, winner: nobody,
		plays: o.Plays, takes: o.Takes, leadPlays: o.Lead.Plays, leadTakes: o.Lead.Takes,
		playNoun: a.words.Plays, takeNoun: a.words.Takes, axis: a.words.Plays,
		hasPile: true, every: true, byPlay: true, limit: a.limit,
	}
	for _, p := range d.Piles {
		g.hands = append(g.hands, len(p))
	}
	for _, p := range o.Players {
		g.left = append(g.left, p-1)
	}
	switch o.Ending {
	case snap.Win:
		g.ending = won
		if len(g.left) == 1 {
			g.winner = g.left[0]
		}
	case snap.Stuck:
		g.ending = stuck
	case snap.Loop:
		g.ending = endless
	case snap.Undecided:
		g.ending = undecided
	}
	g.replay = func(ctx context.Context, limit int64, see func(frame)) error {
		r := &snapReplay{gone: make([]bool, len(d.Piles)), long: min(limit, o.Plays) > longSnap, show: see}
		if limit < o.Plays {
			return snap.Replay(ctx, d, snap.Outcome{Ending: snap.Undecided, Plays: limit}, r.see)
		}
		return snap.Replay(ctx, d, o, r.see)
	}
	return a.picture(ctx, g)
}

// longSnap is from how many plays a game is shown before and after every take
// only. In between hands do nothing but shrink and the pile grows, so no
// extreme is lost.
const longSnap = 50 * maxBuckets

// snapReplay makes frames of the moves of Snap.
type snapReplay struct {
	show func(frame)
	long bool
	gone []bool
	hand func(p int) int
	// pile is how many cards lay in the pile before the move, and prior what the
	// players held before taker took them.
	pile  int
	taker int
	prior func(p int) int
}

func (r *snapReplay) see(t *snap.Table, m snap.Move) {
	if m.Kind == 0 {
		r.start(t)
	}
	if m.Kind == snap.Took && r.long {
		r.taker = m.Player
		r.show(frame{moment: moment{t.Count().Plays, t.Count().Takes - 1, false}, hand: r.prior, pile: r.pile})
	}
	r.pile = len(t.Pile())
	if m.Kind == snap.Took || m.Kind == 0 || !r.long {
		r.show(r.frame(t, m))
	}
}

func (r *snapReplay) start(t *snap.Table) {
	r.hand = func(p int) int { return len(t.Hand(p)) }
	r.prior = func(p int) int {
		if p == r.taker {
			return r.hand(p) - r.pile
		}
		return r.hand(p)
	}
}

func (r *snapReplay) frame(t *snap.Table, m snap.Move) frame {
	f := frame{
		moment: moment{t.Count().Plays, t.Count().Takes, m.Kind == snap.Took},
		hand:   r.hand, pile: r.pile, start: m.Kind == 0,
	}
	if f.took {
		f.outs = r.outs(t)
	}
	return f
}

// outs lists who is out since the last take.
func (r *snapReplay) outs(t *snap.Table) []int {
	var list []int
	for p, gone := range r.gone {
		if !gone && t.Out(p) {
			r.gone[p] = true
			list = append(list, p)
		}
	}
	return list
}
