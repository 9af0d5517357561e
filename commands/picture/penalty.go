package picture

import (
	"context"
	"fmt"

	"nonna/engine/card"
	"nonna/engine/penalty"
)

// penaltyGame is what Camicia and Beggar-thy-neighbour share.
type penaltyGame struct {
	hands         [][]card.Card
	ending        penalty.Ending
	winner        int
	cards, tricks int64
	lead          penalty.Count
	replay        func(ctx context.Context, limit int64, see func(*penalty.Table, penalty.Move)) error
}

const (
	// shortGame is up to how many cards a game is drawn card by card: trick by
	// trick, there would be little to see.
	shortGame = 90
	// fewTricks is under how many tricks one is, however long.
	fewTricks = 12
)

func (p penaltyGame) game(a *Artist) game {
	w := a.words
	g := game{
		winner: nobody, plays: p.cards, takes: p.tricks, leadPlays: p.lead.Cards, leadTakes: p.lead.Tricks,
		playNoun: w.Cards, takeNoun: w.Tricks, axis: w.Cards, limit: a.limit,
	}
	for _, h := range p.hands {
		g.hands = append(g.hands, len(h))
	}
	switch p.ending {
	case penalty.Finished:
		g.ending, g.winner = won, p.winner
	case penalty.Loop:
		g.ending = endless
	case penalty.Undecided:
		g.ending = undecided
	}
	switch {
	case p.ending == penalty.Undecided || g.cut():
	case p.cards <= shortGame || p.tricks < fewTricks:
		g.every = true
	default:
		g.byTake, g.axis = true, w.Tricks
	}
	g.replay = func(ctx context.Context, limit int64, see func(frame)) error {
		var hand func(p int) int
		return p.replay(ctx, limit, func(t *penalty.Table, m penalty.Move) {
			if m.Kind == 0 {
				hand = func(p int) int { return len(t.Hand(p)) }
			}
			if !g.every && m.Kind == penalty.Played {
				return // most moves: nothing is drawn or told of them
			}
			see(penaltyFrame(t, m, hand))
		})
	}
	return g
}

func penaltyFrame(t *penalty.Table, m penalty.Move, hand func(int) int) frame {
	f := frame{
		moment: moment{t.Cards(), t.Tricks(), m.Kind == penalty.Took},
		hand:   hand, pile: len(t.Pile()), start: m.Kind == 0,
	}
	if m.Kind == penalty.WentOut {
		f.outs = []int{m.Player}
	}
	return f
}

// penaltyFile names a picture as its trace is named.
func penaltyFile(game string, e penalty.Ending, cards int64) string {
	if e == penalty.Finished {
		return fmt.Sprintf("%s-%d-cards", game, cards)
	}
	return fmt.Sprintf("%s-%s-%d-cards", game, e, cards)
}
