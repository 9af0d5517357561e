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
		hasPile: true, every: true, byPlay: true,
	}
	for _, p := range d.Piles {
		g.hands = append(g.hands, len(p))
	}
	for _, p := range o.Players {
		g.left = append(g.left, p-1)
	}
	switch o.Ending {
	case snap.Win:
		g.ending, g.winner = won, g.left[0]
	case snap.Stuck:
		g.ending = stuck
	case snap.Loop:
		g.ending = endless
	case snap.Undecided:
		g.ending = undecided
	}
	g.replay = func(ctx context.Context, limit int64, see func(frame)) error {
		if limit < o.Plays {
			return replaySnap(ctx, d, snap.Outcome{Ending: snap.Undecided, Plays: limit}, see)
		}
		return replaySnap(ctx, d, o, see)
	}
	return a.picture(ctx, g)
}

func replaySnap(ctx context.Context, d snap.Deal, o snap.Outcome, see func(frame)) error {
	gone := make([]bool, len(d.Piles))
	var hand func(p int) int
	return snap.Replay(ctx, d, o, func(t *snap.Table, m snap.Move) {
		if m.Kind == 0 {
			hand = func(p int) int { return len(t.Hand(p)) }
		}
		f := frame{
			plays: t.Count().Plays, takes: t.Count().Takes, pile: len(t.Pile()), hand: hand,
			took: m.Kind == snap.Took, start: m.Kind == 0,
		}
		if f.took {
			for p := range gone {
				if t.Out(p) && !gone[p] {
					gone[p] = true
					f.outs = append(f.outs, p)
				}
			}
		}
		see(f)
	})
}
