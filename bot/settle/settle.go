package settle

import (
	"context"
	"fmt"
	"io"

	"nonna/engine/camicia"
	"nonna/engine/card"
	"nonna/engine/trace"
)

// Game is the name of a game as it stands on the command line.
type Game string

// The games.
const (
	Camicia Game = "camicia"
	Beggar  Game = "beggar"
	Snap    Game = "snap"
	Clock   Game = "clock"
)

// DefaultBudget is how many cards a settle plays before it gives up: high
// enough for every published record many times over, and about a second's work
// at most.
const DefaultBudget = camicia.DefaultBudget

// Options says how deals are read and settled.
type Options struct {
	Game Game
	// Deck is Camicia's; the other games have one deck only.
	Deck card.Deck
	// Budget is how many cards (plays, in Snap) are played before a deal is
	// undecided. Clock needs none: it turns 52 cards at most.
	Budget int64
}

// Answer is what became of a deal.
type Answer struct {
	// Verdict is what programs read: it marshals to one JSON object.
	Verdict any
	// Undecided tells that the budget was spent without a verdict.
	Undecided bool
	// Remarks says what is odd about the deal, though it was settled.
	Remarks []string

	text  func() string
	trace func(context.Context, io.Writer, trace.Options) error
}

// Text words the verdict for people: lines of English, the verdict first, each
// ended by a line feed.
func (a Answer) Text() string { return a.text() }

// WriteTrace writes how the deal is played, in constant memory. The error is
// the context's or the writer's.
func (a Answer) WriteTrace(ctx context.Context, w io.Writer, opts trace.Options) error {
	return a.trace(ctx, w, opts)
}

// One reads a deal, at most [deal.MaxText] bytes of it, and settles it. The
// error is the context's, or a [*deal.Problems] where the text is no deal.
func One(ctx context.Context, text string, o Options) (Answer, error) {
	switch o.Game {
	case Camicia:
		return oneCamicia(ctx, text, o)
	case Beggar:
		return oneBeggar(ctx, text, o)
	case Snap:
		return oneSnap(ctx, text, o)
	case Clock:
		return oneClock(text)
	}
	return Answer{}, fmt.Errorf("settle: there is no game %q; the games are %s, %s, %s and %s",
		o.Game, Camicia, Beggar, Snap, Clock)
}
