// Package quest is what the hunts of all games have in common: what is hunted, how a hunt's
// place is written, how all deals of a deck are played, and how finds are settled.
//
// # Non-goals
//
// It tries no positions: the games' own packages do.
package quest

import (
	"bytes"
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"nonna/engine/game"
)

// Quest is a hunt with a deck.
type Quest[D fmt.Stringer] struct {
	Deck D
	// ByTakes reports whether lengths are compared by takes instead of plays.
	ByTakes bool
	// Seed and Worker choose the hunter's own positions.
	Seed   uint64
	Worker int
}

// Value returns the part of a length that is compared.
func (q Quest[D]) Value(l game.Length) int64 {
	if q.ByTakes {
		return l.Takes
	}
	return l.Plays
}

// String returns the quest as states have it: "2x4/4 plays 1 0".
func (q Quest[D]) String() string {
	unit := "plays"
	if q.ByTakes {
		unit = "takes"
	}
	return fmt.Sprintf("%v %s %d %d", q.Deck, unit, q.Seed, q.Worker)
}

// State returns a hunt's place as one line: the quest, and three numbers, the first of which is
// how many positions were tried.
func (q Quest[D]) State(numbers [3]int64) []byte {
	return fmt.Appendf(nil, "%s %d %d %d", q, numbers[0], numbers[1], numbers[2])
}

// maxTried is the most positions that a state may have: years' work.
const maxTried = 1 << 50

// ReadState is the inverse of State. The numbers are 0 for an empty state. The error says that
// it is damaged, or of another quest.
func (q Quest[D]) ReadState(state []byte) (n [3]int64, err error) {
	if len(state) == 0 {
		return n, nil
	}
	numbers, ok := strings.CutPrefix(string(state), q.String()+" ")
	if !ok {
		return n, fmt.Errorf("the state %.100q is not of the hunt %q", state, q)
	}
	_, err = fmt.Sscanf(numbers, "%d %d %d", &n[0], &n[1], &n[2])
	if err != nil || !bytes.Equal(q.State(n), state) || slices.Min(n[:]) < 0 || n[0] > maxTried {
		return n, fmt.Errorf("the state %.100q is damaged: after the hunt %q it has three numbers", state, q)
	}
	return n, nil
}

// Find is a deal that ends, as the hunt of a game has it.
type Find[P any] struct {
	Deal   P
	Length game.Length
	// Step is the number of positions that had been tried, or of the deal among all.
	Step int64
}

// Settle settles a find with the exact engine of its game.
type Settle[P any] func(context.Context, Find[P]) (game.Find, error)

// Finder tries positions: see [game.Hunter].
type Finder[P any] interface {
	Hunt(ctx context.Context, n int64) ([]Find[P], error)
	Tried() int64
	State() []byte
}

// Frame is what a game brings to hunt: D is a deck, and P a deal as its hunts have it.
type Frame[D fmt.Stringer, P any] struct {
	// Decks, Units and Odds are those of [game.Hunting]; without Odds nothing is known.
	Decks []string
	Units [2]game.Unit
	Odds  func(q Quest[D]) (game.Odds, bool)
	// Parse reads a deck. The error quotes the text and says what would be right.
	Parse func(text string) (D, error)
	// Read reads a deal of a deck.
	Read func(d D, text string) (game.Deal, error)
	// Settle settles a find with the exact engine.
	Settle func(ctx context.Context, d D, f Find[P]) (game.Find, error)
	// New begins a hunt or continues one, and Exhaust plays all deals of a deck.
	New     func(q Quest[D], state []byte) (Finder[P], error)
	Exhaust func(ctx context.Context, q Quest[D], settle Settle[P], progress func(done, of int64)) (Exhausted[P], error)
}

// Hunting returns how the game is hunted.
func (f Frame[D, P]) Hunting() *game.Hunting {
	return &game.Hunting{
		Decks: f.Decks,
		New: func(q game.Quest, state []byte) (game.Hunter, error) {
			of, settle, err := f.parse(q)
			if err != nil {
				return nil, err
			}
			finder, err := f.New(of, state)
			return hunter[P]{finder, settle}, err
		},
		Read: func(q game.Quest, text string) (game.Deal, error) {
			of, _, err := f.parse(q)
			if err != nil {
				return nil, err
			}
			return f.Read(of.Deck, text)
		},
		Exhaust: func(ctx context.Context, q game.Quest, progress func(done, of int64)) (all game.Exhausted, err error) {
			of, settle, err := f.parse(q)
			if err != nil {
				return all, err
			}
			found, err := f.Exhaust(ctx, of, settle, progress)
			all = game.Exhausted{Deals: found.Deals, Loops: found.Loops}
			if err == nil && found.Best.Step > 0 {
				all.Best, err = settle(ctx, found.Best)
			}
			return all, err
		},
		Odds: func(q game.Quest) (game.Odds, bool) {
			of, _, err := f.parse(q)
			if err != nil || f.Odds == nil {
				return nil, false
			}
			return f.Odds(of)
		},
	}
}

// parse reads the deck of a quest, and returns what settles its finds.
func (f Frame[D, P]) parse(q game.Quest) (of Quest[D], settle Settle[P], err error) {
	if !slices.Contains(f.Units[:], q.Unit) {
		return of, nil, fmt.Errorf("lengths cannot be compared by %q: want %q", q.Unit, f.Units)
	}
	d, err := f.Parse(q.Deck)
	settle = func(ctx context.Context, found Find[P]) (game.Find, error) { return f.Settle(ctx, d, found) }
	return Quest[D]{d, q.Unit == f.Units[1], q.Seed, q.Worker}, settle, err
}

// hunter is a [game.Hunter] that settles what a finder finds.
type hunter[P any] struct {
	Finder[P]
	settle Settle[P]
}

// Hunt implements [game.Hunter].
func (h hunter[P]) Hunt(ctx context.Context, n int64) ([]game.Find, error) {
	found, err := h.Finder.Hunt(ctx, n)
	finds := make([]game.Find, len(found))
	for i, f := range found {
		var wrong error
		if finds[i], wrong = h.settle(context.WithoutCancel(ctx), f); wrong != nil {
			return finds[:i], wrong
		}
	}
	return finds, err
}

// MaxDeals is the most deals that [Exhaust] plays: some hours' work.
const MaxDeals = 10_000_000_000

// Exhausted is what all deals of a deck have.
type Exhausted[P any] struct {
	// Best is the longest deal that ends, the first of equal ones; its Step is 0 if none ends.
	Best         Find[P]
	Deals, Loops int64
}

// Add counts a deal that was played. It reports whether none before ends later: then it is the best.
func (e *Exhausted[P]) Add(value func(game.Length) int64, f Find[P], ends bool) bool {
	e.Deals++
	switch {
	case !ends:
		e.Loops++
		return false
	case e.Best.Step > 0 && value(f.Length) <= value(e.Best.Length):
		return false
	}
	f.Step = e.Deals
	e.Best = f
	return true
}

// Exhaust plays the deals of a deck, so many in all: play plays the next ones, for under a
// second, and reports false after the last. Progress, if not nil, is told of them. The error is
// the context's or that of play, or says that the deals are too many.
func (e *Exhausted[P]) Exhaust(ctx context.Context, d fmt.Stringer, all *big.Int, progress func(done, of int64), play func() (bool, error)) error {
	if all.Cmp(big.NewInt(MaxDeals)) > 0 {
		return fmt.Errorf("%v has %v deals; at most %d can all be played", d, all, int64(MaxDeals))
	}
	for more := true; more; {
		err := ctx.Err()
		if err == nil {
			more, err = play()
		}
		if err != nil {
			return err
		}
		if progress != nil {
			progress(e.Deals, all.Int64())
		}
	}
	return nil
}
