package commands

import (
	"context"
	"fmt"
	"io"

	"nonna/engine/clock"
	"nonna/engine/deal"
	"nonna/engine/trace"
	"nonna/store"
)

func clockSpec() Spec {
	return Spec{
		Name: "clock", Kind: Slash,
		Description: "Play Clock patience: won once in 13 deals",
		Options: append([]Option{
			{Name: "deal", Description: "13 piles of 4 values from 0 to 12 (K is 0), split by /", Type: TextOption, Max: maxDealOption},
		}, sharedOptions()...),
	}
}

// clock answers /clock.
func (t *tables) clock(ctx context.Context, req Request) (Reply, error) {
	req, err := again(req)
	if err != nil {
		return Reply{}, err
	}
	s, err := t.source(req, "deal")
	if err != nil {
		return Reply{}, err
	}
	var d clock.Deal
	if s.shuffled {
		d = clock.Random(s.shuffle())
	} else if d, err = deal.Clock(s.text); err != nil {
		return Reply{}, dealError(err)
	}
	p, err := playClock(d)
	if err != nil {
		return Reply{}, err
	}
	return t.finish(ctx, req, s, p)
}

// playClock settles a deal.
func playClock(d clock.Deal) (played, error) {
	o, err := clock.Settle(d)
	if err != nil {
		return played{}, err
	}
	ending := "lost"
	if o.Won {
		ending = "won"
	}
	return played{
		title: "Clock patience", verdict: clockVerdict(o), deal: deal.WriteClock(d),
		traceName: fmt.Sprintf("clock-%s-%d-cards", ending, o.Turned),
		write: func(_ context.Context, w io.Writer, opts trace.Options) error {
			return clock.WriteTrace(w, d, o, opts)
		},
		moments: clockMoments(d), takeLabel: "Next 0",
		// Nothing is longest in a game of 52 cards: there is no board.
		game: store.Game{Game: "clock", Division: "52", Key: deal.WriteClock(d), Ending: ending, Cards: int64(o.Turned)},
	}, nil
}

// clockVerdict says what came of a game, and why it was lost.
func clockVerdict(o clock.Outcome) string {
	if o.Won {
		return "**Won!** All 52 cards are face up. One deal in 13 is."
	}
	rings := make([]string, len(o.Rings))
	for i, r := range o.Rings {
		rings[i] = clock.RingText(r)
	}
	noun := "the ring"
	if len(rings) > 1 {
		noun = "the rings"
	}
	return fmt.Sprintf("**Lost** after %s; %s stay face down. The bottom cards form %s %s, so these piles never open.",
		counted(int64(o.Turned), "card"), grouped(int64(o.FaceDown())), noun, listed(rings))
}
