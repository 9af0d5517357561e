// Package cycle settles a game that plays itself: it walks the game from
// position to position until it is over or a position comes back.
//
// # Goals
//
// The first repeat is found exactly, in the memory of two games however long
// they last. A budget bounds the work, and the verdict within it does not
// depend on how the search goes about it: a game is undecided exactly when it
// neither ends nor repeats within the budget.
//
// # Non-goals
//
// It knows no rule of any game.
package cycle

import "context"

// Walk is a game that can be walked through. T is the walking type itself.
type Walk[T any] interface {
	// Next plays on to the next position. It returns false when the game ends
	// before there is one, or has ended already.
	Next() bool
	// Cards returns how many cards have been played so far. It never falls,
	// and no Next adds more than Span.
	Cards() int64
	// Span is the most cards between two positions.
	Span() int64
	// Same tells whether two walks of one deal stand at the same position.
	Same(T) bool
	// Copy makes this walk stand where another walk of the same deal does.
	Copy(T)
	// Restart goes back to the deal.
	Restart()
}

// Verdict says how a game goes on. The zero value is none.
type Verdict int

// The verdicts.
const (
	// Over: the game ends within the budget.
	Over Verdict = iota + 1
	// Repeats: a position comes back within the budget.
	Repeats
	// Undecided: neither, within the budget.
	Undecided
)

// checkEvery is how many positions are walked between two looks at the
// context: under a millisecond's work.
const checkEvery = 1 << 12

// Settle walks a game from its deal to its verdict.
//
// It leaves runner at the end of a game that is over. When the game repeats,
// marker stands at the first position that comes back and runner at its first
// repeat, so that what lies before the cycle is marker's and what lies in the
// cycle is the difference. When undecided neither stands anywhere in
// particular. The error is the context's.
//
// The method is Brent's (1980), counted in cards: marker is moved up to runner
// whenever the count of cards has doubled, so a cycle is met at the latest
// after three times the cards of its first repeat (plus the span), and a
// second walk from the start finds where it begins. So a settle costs at most
// five times the budget's cards, and a few spans.
func Settle[T Walk[T]](ctx context.Context, runner, marker T, budget int64) (Verdict, error) {
	runner.Restart()
	length, verdict, err := meet(ctx, runner, marker, budget)
	if err != nil || verdict != Repeats {
		return verdict, err
	}
	return rewind(ctx, runner, marker, length, budget)
}

// meet walks runner until the game is over, or stands at a position that
// marker has kept; then it returns the cycle's length in positions.
func meet[T Walk[T]](ctx context.Context, runner, marker T, budget int64) (int64, Verdict, error) {
	// A repeat within the budget is met within three budgets and a span;
	// see Settle. The second span is for the round under way.
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

// rewind walks both from the deal, runner one cycle ahead, until they meet:
// that is where the cycle begins. It gives up once runner is past the budget.
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
