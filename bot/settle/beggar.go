package settle

import (
	"context"
	"fmt"
	"io"

	"nonna/engine/beggar"
	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/penalty"
	"nonna/engine/trace"
)

func oneBeggar(ctx context.Context, text string, o Options) (Answer, error) {
	d, err := deal.Beggar(text)
	if err != nil {
		return Answer{}, err
	}
	outcome, err := beggar.Settle(ctx, d, o.Budget)
	if err != nil {
		return Answer{}, err
	}
	return Answer{
		Verdict:   beggar.Report(outcome),
		Undecided: outcome.Ending == penalty.Undecided,
		Remarks:   remarks(d.Hands, card.French),
		text:      func() string { return beggarText(outcome) },
		trace: func(ctx context.Context, w io.Writer, opts trace.Options) error {
			return beggar.WriteTrace(ctx, w, d, outcome, opts)
		},
	}, nil
}

// beggarText gives Codewars' answer first, and then the true fate where that
// says something else.
func beggarText(o beggar.Outcome) string {
	if o.Ending == penalty.Finished {
		wins := fmt.Sprintf("layer %d wins after %s and %s.\n", o.Last, count(o.Cards, "card"), count(o.Tricks, "trick"))
		if winner, _ := o.Winner(); winner == beggar.Nobody {
			return nobody() + "In the end p" + wins
		}
		return "P" + wins
	}
	if o.Ending == penalty.Loop {
		return nobody() + "The game never ends.\n" + repeat(o.Cards, o.Tricks, o.Lead, o.Cycle)
	}
	undecided := fmt.Sprintf("ndecided after %s.\n", count(o.Cards, "card"))
	if _, known := o.Winner(); known {
		return nobody() + "Whether the game ever ends is u" + undecided
	}
	return "U" + undecided
}

// nobody is Codewars' verdict at [beggar.Limit] cards.
func nobody() string { return fmt.Sprintf("Nobody wins within %s.\n", count(beggar.Limit, "card")) }
