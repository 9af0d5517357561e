package game

import (
	"context"

	"nonna/engine/cycle"
)

// Walk is a game in progress, which [Settle] plays.
type Walk[T any] interface {
	cycle.Walk[T]
	// At returns the length up to here.
	At() Length
	// Standing returns how the game ended, if it did, and the seats still in.
	Standing() (Ending, []int)
}

// maxBudget is the largest budget: more cards than can be played in years.
const maxBudget = 1 << 58

// Settle plays a game until it ends, repeats, or budget cards were played. The two walks are
// at tables of the same deal. The error is the context's.
func Settle[T Walk[T]](ctx context.Context, runner, marker T, budget int64) (Outcome, error) {
	budget = min(max(budget, 0), maxBudget)
	verdict, err := cycle.Settle(ctx, runner, marker, budget)
	if err != nil {
		return Outcome{}, err
	}
	if verdict == cycle.Undecided {
		return Outcome{Ending: Undecided, Length: Length{Plays: budget}}, nil
	}
	o := Outcome{Length: runner.At()}
	o.Ending, o.In = runner.Standing()
	if verdict == cycle.Repeats {
		o.Ending, o.Lead = Loop, marker.At()
	}
	return o, nil
}

// checkEvery is the number of moves between two checks of the context.
const checkEvery = 1 << 12

// Replay calls see with the zero move for the deal, and then with every move of step, until
// one is the last or done reports that enough are made. The error is the context's.
func Replay[M any](ctx context.Context, step func() (M, bool), done func() bool, see func(M)) error {
	var dealt M
	see(dealt)
	for moves := 1; !done(); moves++ {
		if moves%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		m, ok := step()
		if !ok {
			return nil
		}
		see(m)
	}
	return nil
}

// Verdict returns an outcome in words: the message of its ending behind a prefix, such as
// "snap.won", with the winner as {who}, the lengths {plays} and {takes}, and those of a loop:
// {cycle} and {cycletakes}, and before it {lead} and {leadtakes}.
func Verdict(prefix string, s Seats, units [2]Unit, o Outcome) Phrase {
	plays, takes := units[0], units[1]
	args := Args{"plays": plays.Count(o.Length.Plays), "takes": takes.Count(o.Length.Takes)}
	switch o.Ending {
	case Won:
		args["who"] = s.Phrase(o.Winner())
	case Loop:
		args["cycle"], args["cycletakes"] = plays.Count(o.Cycle().Plays), takes.Count(o.Cycle().Takes)
		args["lead"], args["leadtakes"] = plays.Count(o.Lead.Plays), takes.Count(o.Lead.Takes)
	}
	return Phrase{prefix + string(o.Ending), args}
}
