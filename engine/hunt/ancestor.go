package hunt

import (
	"context"

	"nonna/engine/game"
	"nonna/engine/lanes"
)

// ancestors is the most positions that [Ancestor] looks at, so that it takes some
// hundredths of a second, and finds the same on every machine.
const ancestors = 60_000

// Start is the start of a trick.
type Start struct {
	lanes.Position
	// Cards is the number of cards from there to the end of the game.
	Cards int64
}

// Ancestor walks back from every trick of a game, first to last, and returns the longest deal
// with equal hands whose game runs into this one. The starts are those of all tricks of the
// game, which ends. It reports false if it finds no deal longer than the game. The error is
// the context's.
func Ancestor(ctx context.Context, tricks []Start) (deal lanes.Position, ok bool, err error) {
	if len(tricks) == 0 {
		return deal, false, nil
	}
	// A position leads to one other alone. So the ancestors of a trick are those of the
	// trick before it, which were seen, and those of the others that lead to it.
	s := search{most: ancestors, deepest: ancestors, hand: (tricks[0].Position[0].Size() + tricks[0].Position[1].Size()) / 2, length: tricks[0].Cards}
	var last lanes.Position
	for _, start := range tricks {
		if err := ctx.Err(); err != nil || s.nodes >= s.most {
			return s.best.Position, s.length > tricks[0].Cards, err
		}
		s.visitBefore(point{start.Position, game.Length{Plays: start.Cards}}, 0, last)
		last = start.Position
	}
	return s.best.Position, s.length > tricks[0].Cards, nil
}
