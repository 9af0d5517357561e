package picture

import (
	"context"

	"nonna/engine/camicia"
	"nonna/engine/penalty"
)

// Camicia draws a settled deal of Camicia: the cards that A and B hold, trick by
// trick to the end, or through one turn of the cycle, which is marked. The error
// is the context's.
func (a *Artist) Camicia(ctx context.Context, d camicia.Deal, o camicia.Outcome) (Picture, error) {
	g := penaltyGame{
		hands: d.Hands[:], ending: o.Ending, winner: int(o.Winner),
		cards: o.Cards, tricks: o.Tricks, lead: o.Lead,
		replay: func(ctx context.Context, limit int64, see func(*penalty.Table, penalty.Move)) error {
			if limit < o.Cards {
				return camicia.Replay(ctx, d, camicia.Outcome{Ending: penalty.Undecided, Winner: camicia.None, Cards: limit}, see)
			}
			return camicia.Replay(ctx, d, o, see)
		},
	}.game(a)
	g.title, g.letter = a.words.Camicia, true
	g.file = penaltyFile("camicia", o.Ending, o.Cards)
	return a.picture(ctx, g)
}
