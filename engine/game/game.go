package game

import (
	"context"
	"fmt"
	"io"
	"slices"

	"nonna/engine/shuffle"
	"nonna/engine/trace"
)

// DefaultBudget is how many cards a settle plays before it gives up: a thousand
// times the longest published game. A deal of 10,000 cards that is undecided
// within it costs up to about half a second on a free core.
const DefaultBudget = 8_000_000

// The limits of a deal.
const (
	// MaxPlayers is the most players.
	MaxPlayers = 256
	// MaxCards is the most cards of all players.
	MaxCards = 10_000
)

// Game is one game. A zero field is a feature that it does not have.
type Game struct {
	// Name is that of the command, in the store and before the ids of its
	// messages. Aliases are other names for the command line.
	Name    string
	Aliases []string
	// Params are what a deal is read or shuffled with beside its text and seed.
	Params []Param
	// Units name what a length counts, the plays first and the takes second, as
	// the messages below "count.", "measure." and "picture.moment." do: "cards" and
	// "tricks". A game that counts no takes has "" there.
	Units [2]string
	Seats Seats
	// Ranked games have boards. Full are the divisions of their full decks: boards
	// begin with them, and the first is meant where no division is named.
	Ranked bool
	Full   []string
	// Odds is that one deal in so many is won, where that counts and not how long
	// a game lasts; 0 elsewhere.
	Odds  int
	Chart Chart
	// Published are record deals from publications, nil for none.
	Published *Catalogue
	// Sampled tells that it was measured how long random deals of the full decks
	// are.
	Sampled bool
	// Examples are deals to begin with, small ones; of each deck at least one.
	Examples []Example

	// Read reads a deal from a text with the values of params. Find finds one in a
	// message with other words. The error is a *deal.Problems where the text is no
	// deal.
	Read func(text string, o Options) (Deal, error)
	Find func(message string) (Deal, error)
	// Quick returns a function for streams of deals, with the values of params and a
	// budget: it appends to b the line of JSON that answers a deal, as Read, Settle and
	// Report would, and reports false, with b as it was, for a line that is left to
	// them. It is never long about a line, and safe for use by several goroutines. A
	// game that is settled slowly anyway needs none.
	Quick func(o Options, budget int64) func(b, line []byte) ([]byte, bool)
	// Shuffle deals at random.
	Shuffle func(src *shuffle.Source, o Options) Deal
	// Division describes a division by its name, and reports false for a name that
	// no deal's division has. Ranked games have it.
	Division func(name string) (Division, bool)
	// Boxes are those of a form for a deal with these values.
	Boxes func(o Options) []Box
}

// Deal is what a game starts from.
type Deal interface {
	// String is the deal as it was dealt, and Short the shortest that plays alike:
	// the game's Read reads both with Options.
	String() string
	Short() string
	Options() Options
	// Key is equal for deals that play alike, and for no others.
	Key() string
	// Division names the deals that compete with this one.
	Division() string
	// Remarks say what is odd or notable about the deal.
	Remarks() []Phrase
	// Settle plays the deal until it ends, repeats, or budget plays were made. The
	// error is the context's, or says what keeps the deal from being one.
	Settle(ctx context.Context, budget int64) (Play, error)
}

// Play is a settled deal.
type Play interface {
	Outcome() Outcome
	// Verdict says what came of it.
	Verdict() Phrase
	// Report is the verdict for programs: it marshals to one JSON object.
	Report() any
	// WriteTrace writes how the deal is played, in memory that does not grow with
	// the game. The error is the context's or the writer's.
	WriteTrace(ctx context.Context, w io.Writer, opts trace.Options) error
	// Replay shows the deal, and then the table after every move up to the
	// outcome, or up to limit plays where that comes first. A step is the callee's
	// until it returns. The error is the context's.
	Replay(ctx context.Context, limit int64, see func(Step)) error
	// Faces are the texts of cards by the numbers that a [Table] has.
	Faces() []string
}

// Shown is a [Play] whose deal is laid out below its chart.
type Shown interface {
	// Hands are the cards that each seat is dealt, top first.
	Hands() [][]Card
}

// Card is a card to look at: as one letter or digit, as the game's Read reads it,
// and whether it is one that matters.
type Card struct {
	Text  string
	Court bool
}

// Seats says how the players of a game are called: by letters, or by numbers
// from 1.
type Seats struct{ Letters bool }

// Chart says how a game is drawn: with a line for the pile, and a long one by
// its takes instead of its plays; or as the dial of a clock, of 13 piles.
type Chart struct{ Pile, ByTake, Dial bool }

// Param is a value that a deal is read or shuffled with: one of Values, the
// first by default, or a number from Min to Max, with a default of its own.
type Param struct {
	Name              string
	Values            []string
	Min, Max, Default int
}

// Box is one box of a form for a deal.
type Box struct {
	Label       Phrase
	Placeholder string
	// Lines makes it a box of several lines.
	Lines, Required bool
}

// Example is a deal to begin with, and the options it is read with.
type Example struct {
	Options Options
	Text    string
}

// Division is what a deal competes in.
type Division struct {
	Name string
	// Said is the name in words.
	Said Phrase
	// Note is what is known about its deals, with an empty ID for nothing.
	Note Phrase
	// Shuffled tells that a shuffle with Options gives a deal of it.
	Shuffled bool
	Options  Options
}

// FileName says in the name of a file, without its ending, how a game went:
// "camicia-won-13-cards".
func (g *Game) FileName(o Outcome) string {
	return fmt.Sprintf("%s-%s-%d-%s", g.Name, o.Ending, o.Length.Plays, g.Units[0])
}

// List is the games that a program knows, in the order in which a message is
// searched for a deal: the strictest notation first. Where no game finds a deal,
// the problems of the first are told.
type List []*Game

// Find returns a game by its name or an alias, nil for none.
func (l List) Find(name string) *Game {
	for _, g := range l {
		if g.Name == name || slices.Contains(g.Aliases, name) {
			return g
		}
	}
	return nil
}

// Read reads a deal that was stored: with the name of its game, and the strings of
// the options and of the deal. Its error is for logs, and quotes no deal.
func (l List) Read(name, options, text string) (*Game, Deal, error) {
	g := l.Find(name)
	if g == nil {
		return nil, nil, fmt.Errorf("there is no game %q", name)
	}
	o, ok := g.ParseOptions(options)
	if !ok {
		return nil, nil, fmt.Errorf("%s takes no options %q", name, options)
	}
	d, err := g.Read(text, o)
	if err != nil {
		return nil, nil, fmt.Errorf("the deal of %s (%s) cannot be read", name, options)
	}
	return g, d, nil
}

// Ranked returns the games with boards.
func (l List) Ranked() List {
	return slices.DeleteFunc(slices.Clone(l), func(g *Game) bool { return !g.Ranked })
}

// Names returns the games' names.
func (l List) Names() []string {
	names := make([]string, len(l))
	for i, g := range l {
		names[i] = g.Name
	}
	return names
}
