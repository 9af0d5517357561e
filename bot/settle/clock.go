package settle

import (
	"context"
	"fmt"
	"io"
	"strings"

	"nonna/engine/clock"
	"nonna/engine/deal"
	"nonna/engine/trace"
)

func oneClock(text string) (Answer, error) {
	d, err := deal.Clock(text)
	if err != nil {
		return Answer{}, err
	}
	outcome, err := clock.Settle(d)
	if err != nil {
		return Answer{}, err
	}
	return Answer{
		Verdict: clock.Report(outcome),
		text:    func() string { return clockText(outcome) },
		trace: func(_ context.Context, w io.Writer, opts trace.Options) error {
			return clock.WriteTrace(w, d, outcome, opts)
		},
	}, nil
}

func clockText(o clock.Outcome) string {
	if o.Won {
		return fmt.Sprintf("Won: all %s are face up.\n", count(int64(o.Turned), "card"))
	}
	var rings []string
	for _, r := range o.Rings {
		rings = append(rings, clock.RingText(r))
	}
	ring := "ring"
	if len(rings) > 1 {
		ring = "rings"
	}
	return fmt.Sprintf("Lost after %s: %d stay face down.\nThe bottom cards block them in the %s %s.\n",
		count(int64(o.Turned), "card"), o.FaceDown(), ring, strings.Join(rings, " and "))
}
