package settle

import (
	"context"
	"fmt"
	"io"

	"nonna/engine/camicia"
	"nonna/engine/deal"
	"nonna/engine/penalty"
	"nonna/engine/trace"
)

func oneCamicia(ctx context.Context, text string, o Options) (Answer, error) {
	d, err := deal.Camicia(text, o.Deck)
	if err != nil {
		return Answer{}, err
	}
	outcome, err := camicia.Settle(ctx, d, o.Budget)
	if err != nil {
		return Answer{}, err
	}
	return Answer{
		Verdict:   camicia.Report(d, outcome),
		Undecided: outcome.Ending == penalty.Undecided,
		Remarks:   remarks(d.Hands[:], d.Deck),
		text:      func() string { return camiciaText(d, outcome) },
		trace: func(ctx context.Context, w io.Writer, opts trace.Options) error {
			return camicia.WriteTrace(ctx, w, d, outcome, opts)
		},
	}, nil
}

func camiciaText(d camicia.Deal, o camicia.Outcome) string {
	text := camiciaVerdict(o)
	if n, ok := d.Number(); ok {
		text += fmt.Sprintf("This is deal #%v.\n", n)
	}
	return text
}

func camiciaVerdict(o camicia.Outcome) string {
	switch o.Ending {
	case penalty.Finished:
		return fmt.Sprintf("%v wins after %s and %s.\n", o.Winner, count(o.Cards, "card"), count(o.Tricks, "trick"))
	case penalty.Loop:
		return "Nobody wins: the game never ends.\n" + repeat(o.Cards, o.Tricks, o.Lead, o.Cycle)
	}
	return fmt.Sprintf("Undecided after %s.\n", count(o.Cards, "card"))
}

// repeat says where a penalty game comes back to a position: what lies before
// the cycle, and the cycle.
func repeat(cards, tricks int64, lead, cycle penalty.Count) string {
	text := fmt.Sprintf("A position comes back after %s and %s: ", count(cards, "card"), count(tricks, "trick"))
	if lead.Cards == 0 {
		return text + "it is the deal itself.\n"
	}
	return text + fmt.Sprintf("%s and %s lead into a cycle of %s and %s.\n",
		count(lead.Cards, "card"), count(lead.Tricks, "trick"), count(cycle.Cards, "card"), count(cycle.Tricks, "trick"))
}
