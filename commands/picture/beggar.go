package picture

import (
	"context"

	"nonna/engine/beggar"
	"nonna/engine/penalty"
)

// Beggar draws a settled deal of Beggar-thy-neighbour as [Artist.Camicia] does,
// with the moments when players dropped out where there are more than two. Of
// more than seven players, six have areas of their own: the winner, those left
// at the end, and those who held most. The error is the context's.
func (a *Artist) Beggar(ctx context.Context, d beggar.Deal, o beggar.Outcome) (Picture, error) {
	g := penaltyGame{
		hands: d.Hands, ending: o.Ending, winner: o.Last,
		cards: o.Cards, tricks: o.Tricks, lead: o.Lead,
		replay: func(ctx context.Context, limit int64, see func(*penalty.Table, penalty.Move)) error {
			if limit < o.Cards {
				return beggar.Replay(ctx, d, beggar.Outcome{Ending: penalty.Undecided, Last: beggar.Nobody, Cards: limit}, see)
			}
			return beggar.Replay(ctx, d, o, see)
		},
	}.game(a)
	g.title = a.words.Beggar
	g.file = penaltyFile("beggar", o.Ending, o.Cards)
	return a.picture(ctx, g)
}
