// Package cycle settles a game that plays itself: it walks the game from position to
// position until it ends or a position repeats.
//
// # Goals
//
// The first repeat is found exactly, in the memory of two games of any length. A budget
// bounds the work. The verdict does not depend on the method: a game is undecided exactly
// if it neither ends nor repeats within the budget.
//
// # Non-goals
//
// It knows the rules of no game.
package cycle

import "context"

// Walk is a game in progress. T is the type itself.
type Walk[T any] interface {
	// Next plays to the next position. It reports false if the game ends before, or
	// has already ended.
	Next() bool
	// Cards returns the number of cards played so far. It never decreases, and Next
	// adds at most Span.
	Cards() int64
	// Span returns the most cards between two positions.
	Span() int64
	// Same reports whether two walks of one deal are at the same position.
	Same(T) bool
	// Copy sets this walk to the position of another walk of the same deal.
	Copy(T)
	// Restart goes back to the deal.
	Restart()
}

// Verdict is the fate of a game. The zero value means that it is unknown.
type Verdict int

// The verdicts.
const (
	// Over: the game ends within the budget.
	Over Verdict = iota + 1
	// Repeats: a position repeats within the budget.
	Repeats
	// Undecided: neither, within the budget.
	Undecided
)

// checkEvery is the number of positions between two checks of the context: under a
// millisecond's work.
const checkEvery = 1 << 12

// Settle walks a game from its deal to its verdict.
//
// If the game is over, runner is at its end. If it repeats, marker is at the first
// position that repeats and runner at the repeat, so the cycle begins after marker's
// cards and its length is the difference. If it is undecided, both are anywhere. The
// error is the context's.
//
// The method is Brent's (1980), counted in cards: marker is set to runner whenever the
// number of cards has doubled, so a cycle is found at the latest after three times the
// cards of its first repeat (plus the span). A second walk from the deal finds where it
// begins. So a settle plays at most five times the budget and a few spans.
func Settle[T Walk[T]](ctx context.Context, runner, marker T, budget int64) (Verdict, error) {
	runner.Restart()
	length, verdict, err := meet(ctx, runner, marker, budget)
	if err != nil || verdict != Repeats {
		return verdict, err
	}
	return rewind(ctx, runner, marker, length, budget)
}

// meet walks runner until the game is over, or until it is at marker's position: then it
// returns the cycle's length in positions.
func meet[T Walk[T]](ctx context.Context, runner, marker T, budget int64) (int64, Verdict, error) {
	// A repeat within the budget is found within three budgets and a span: see
	// Settle. The second span is for the current round.
	limit := 3*budget + 2*runner.Span()
	marker.Copy(runner)
	since, next := int64(0), int64(1)
	for steps := 1; runner.Cards() <= limit; steps++ {
		if steps%checkEvery == 0 && ctx.Err() != nil {
			return 0, 0, ctx.Err()
		}
		if !runner.Next() {
			if runner.Cards() > budget {
				return 0, Undecided, nil
			}
			return 0, Over, nil
		}
		since++
		if runner.Same(marker) {
			return since, Repeats, nil
		}
		if runner.Cards() >= next {
			marker.Copy(runner)
			since, next = 0, 2*runner.Cards()
		}
	}
	return 0, Undecided, nil
}

// rewind walks both from the deal, runner one cycle ahead, until they meet at the
// beginning of the cycle, or runner is past the budget.
func rewind[T Walk[T]](ctx context.Context, runner, marker T, length, budget int64) (Verdict, error) {
	runner.Restart()
	marker.Restart()
	for steps := int64(1); ; steps++ {
		if steps%checkEvery == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
		ahead := steps - 1
		switch {
		case runner.Cards() > budget:
			return Undecided, nil
		case ahead >= length && runner.Same(marker):
			return Repeats, nil
		}
		runner.Next()
		if ahead >= length {
			marker.Next()
		}
	}
}
