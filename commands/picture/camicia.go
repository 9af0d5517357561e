package picture

import (
	"context"
	"fmt"

	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/card"
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
	}.game(a.words)
	g.title, g.letter = a.words.Camicia, true
	g.file = penaltyFile("camicia", o.Ending, o.Cards)
	return a.picture(ctx, g)
}

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
	}.game(a.words)
	g.title = a.words.Beggar
	g.file = penaltyFile("beggar", o.Ending, o.Cards)
	return a.picture(ctx, g)
}

// penaltyFile names a picture as its trace is named.
func penaltyFile(game string, e penalty.Ending, cards int64) string {
	if e == penalty.Finished {
		return fmt.Sprintf("%s-%d-cards", game, cards)
	}
	return fmt.Sprintf("%s-%s-%d-cards", game, e, cards)
}

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

func (p penaltyGame) game(w Words) game {
	g := game{
		winner: nobody, plays: p.cards, takes: p.tricks, leadPlays: p.lead.Cards, leadTakes: p.lead.Tricks,
		playNoun: w.Cards, takeNoun: w.Tricks, axis: w.Cards,
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
		plays: t.Cards(), takes: t.Tricks(), pile: len(t.Pile()), hand: hand,
		took: m.Kind == penalty.Took, start: m.Kind == 0,
	}
	if m.Kind == penalty.WentOut {
		f.outs = []int{m.Player}
	}
	return f
}
