package settle

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"strings"

	"nonna/engine/deal"
	"nonna/engine/snap"
	"nonna/engine/trace"
)

func oneSnap(ctx context.Context, text string, o Options) (Answer, error) {
	d, err := deal.Snap(text)
	if err != nil {
		return Answer{}, err
	}
	outcome, err := snap.Settle(ctx, d, o.Budget)
	if err != nil {
		return Answer{}, err
	}
	return Answer{
		Verdict:   snap.Report(outcome),
		Undecided: outcome.Ending == snap.Undecided,
		text:      func() string { return snapText(outcome) },
		trace: func(ctx context.Context, w io.Writer, opts trace.Options) error {
			return snap.WriteTrace(ctx, w, d, outcome, opts)
		},
	}, nil
}

func snapText(o snap.Outcome) string {
	after := fmt.Sprintf("after %s and %s", count(o.Plays, "play"), count(o.Takes, "take"))
	switch o.Ending {
	case snap.Win:
		return fmt.Sprintf("%s wins %s.\n", players(o.Players), after)
	case snap.Stuck:
		return fmt.Sprintf("%s still in: the game is stuck %s.\nAll the cards lie in the pile, and no pair can form any more.\n", are(o.Players), after)
	case snap.Loop:
		return fmt.Sprintf("%s still in: the game never ends.\n", are(o.Players)) + snapRepeat(o, after)
	}
	return fmt.Sprintf("Undecided after %s.\n", count(o.Plays, "play"))
}

func snapRepeat(o snap.Outcome, after string) string {
	return fmt.Sprintf("It comes back %s to line %s of the trace: %s and %s lead into a cycle of %s and %s.\n",
		after, comma(o.LoopLine()), count(o.Lead.Plays, "play"), count(o.Lead.Takes, "take"),
		count(o.Cycle.Plays, "play"), count(o.Cycle.Takes, "take"))
}

// are begins a sentence about those still in.
func are(list []int) string {
	if len(list) == 1 {
		return players(list) + " is"
	}
	return players(list) + " are"
}

// players names players: "Player 1", "Players 1, 3 and 4".
func players(list []int) string {
	var names []string
	for _, p := range list {
		names = append(names, strconv.Itoa(p))
	}
	last := len(names) - 1
	if last <= 0 {
		return "Player " + strings.Join(names, "")
	}
	return "Players " + strings.Join(names[:last], ", ") + " and " + names[last]
}
