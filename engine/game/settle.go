package game

import "context"

// Walk is a game in progress, which [Settle] plays. T is what [Walk.Same] and [Walk.Copy]
// look at: the walk's own type, or one that it has a part of.
type Walk[T any] interface {
	// Next plays to the next position. It reports false if the game ends before, or
	// has already ended.
	Next() bool
	// Restart goes back to the deal.
	Restart()
	// Span returns the most plays between two positions.
	Span() int64
	// State returns what another walk of the same deal compares itself with and copies.
	State() T
	// Same reports whether the walk is at the position of another.
	Same(T) bool
	// Copy sets the walk to the position of another, which it is not played on from.
	Copy(T)
	// At returns the length up to here. Its plays never decrease.
	At() Length
	// Standing returns how the game ended, if it did, and the seats still in.
	Standing() (Ending, []int)
}

// maxBudget is the largest budget: more cards than can be played in years.
const maxBudget = 1 << 58

// Settle plays a game until it ends, a position repeats, or budget cards were played: the first
// repeat is found exactly, in the memory of two games of any length. A game is undecided exactly
// if it neither ends nor repeats within the budget. The two walks are at tables of the same deal.
// The error is the context's.
//
// The method is Brent's (1980), counted in plays: marker is set to runner whenever the number of
// plays has doubled, so a cycle is found at the latest after three times the plays of its first
// repeat (plus the span). A second walk from the deal finds where it begins. So a settle plays at
// most five times the budget and a few spans.
func Settle[W Walk[T], T any](ctx context.Context, runner, marker W, budget int64) (Outcome, error) {
	budget = min(max(budget, 0), maxBudget)
	runner.Restart()
	cycle, err := meet(ctx, runner, marker, budget)
	if err == nil && cycle > 0 {
		err = rewind(ctx, runner, marker, cycle, budget)
	}
	if err != nil {
		return Outcome{}, err
	}
	o := Outcome{Length: runner.At()}
	o.Ending, o.Left = runner.Standing()
	switch {
	case o.Length.Plays > budget:
		return Outcome{Ending: Undecided, Length: Length{Plays: budget}}, nil
	case cycle > 0:
		o.Ending, o.Lead = Loop, marker.At()
	}
	return o, nil
}

// checkEvery is the number of moves or positions between two checks of the context: under a
// millisecond's work.
const checkEvery = 1 << 12

// meet walks runner until the game is over or surely undecided, or until it is at marker's
// position: then it returns the cycle's length in positions.
func meet[W Walk[T], T any](ctx context.Context, runner, marker W, budget int64) (cycle int64, err error) {
	// A repeat within the budget is found within three budgets and a span: see
	// Settle. The second span is for the current round.
	limit := 3*budget + 2*runner.Span()
	marker.Copy(runner.State())
	since, next := int64(0), int64(1)
	for steps, plays := 1, int64(0); plays <= limit; steps++ {
		if steps%checkEvery == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		if !runner.Next() {
			return 0, nil
		}
		since++
		if runner.Same(marker.State()) {
			return since, nil
		}
		if plays = runner.At().Plays; plays >= next {
			marker.Copy(runner.State())
			since, next = 0, 2*plays
		}
	}
	return 0, nil
}

// rewind walks both from the deal, runner one cycle ahead, until they meet at the
// beginning of the cycle, or runner is past the budget.
func rewind[W Walk[T], T any](ctx context.Context, runner, marker W, cycle, budget int64) error {
	runner.Restart()
	marker.Restart()
	for steps := int64(1); runner.At().Plays <= budget; steps++ {
		if steps%checkEvery == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		behind := steps > cycle
		if behind && runner.Same(marker.State()) {
			return nil
		}
		runner.Next()
		if behind {
			marker.Next()
		}
	}
	return nil
}
