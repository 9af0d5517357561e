package camicia

import (
	"context"
	"slices"

	"nonna/engine/game"
	"nonna/engine/hunt"
	"nonna/engine/lanes"
	"nonna/engine/penalty"
)

// Ancestor implements [game.Descendant]. It finds none for deals that package lanes cannot
// play, and for games that never end.
func (d Deal) Ancestor(ctx context.Context) (game.Deal, bool, error) {
	if _, ok := penalty.Pack(d.Deal); !ok {
		return nil, false, nil
	}
	out, err := d.Deal.Settle(ctx, lanes.Limit)
	if err != nil || !out.Ending.Ends() {
		return nil, false, err
	}
	starts, err := d.starts(ctx, out)
	if err != nil {
		return nil, false, err
	}
	found, ok, err := hunt.Ancestor(ctx, starts)
	if err != nil || !ok {
		return nil, false, err
	}
	return Deal{penalty.NewPacked(found, d.Deck).Deal()}, true, nil
}

// starts returns the starts of the tricks of a game that ends.
func (d Deal) starts(ctx context.Context, out game.Outcome) (starts []hunt.Start, err error) {
	all := slices.Concat(d.Hands...)
	packed := func(ids []uint16) lanes.Hand {
		h := lanes.Empty()
		for _, id := range ids {
			h.Push(d.Deck.Debt(all[id].Rank))
		}
		return h
	}
	dealt := true
	err = d.Replay(ctx, out, out.Length.Plays, func(t *penalty.Table, m penalty.Move) {
		left := out.Length.Plays - t.Length.Plays
		if (dealt || m.Kind == game.Took) && left > 0 {
			hands := lanes.Position{packed(t.Hand(m.Player)), packed(t.Hand(1 - m.Player))}
			starts = append(starts, hunt.Start{Position: hands, Cards: left})
		}
		dealt = false
	})
	return starts, err
}
