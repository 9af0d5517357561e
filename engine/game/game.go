package game

import (
	"context"
	"fmt"
	"io"
	"slices"

	"nonna/engine/shuffle"
	"nonna/engine/trace"
)

// DefaultBudget is the most cards that a settle plays unless told otherwise: a
// thousand times the longest published game. A deal of 10,000 cards that is undecided
// within it takes up to about half a second on a free core.
const DefaultBudget = 8_000_000

// The limits of a deal.
const (
	// MaxPlayers is the most players.
	MaxPlayers = 256
	// MaxCards is the most cards of all players.
	MaxCards = 10_000
)

// The limits of what a game writes into the ids of buttons, which hold 100 bytes.
const (
	// MaxName is the longest name of a game.
	MaxName = 8
	// MaxOptions is the longest text of a game's options, see [Options.String].
	MaxOptions = 60
	// MaxDivision is the longest name of a division that has buttons.
	MaxDivision = 50
)

// Game is one game. Package gametest checks what is said here. Fields that may be
// nil or zero say so.
type Game struct {
	// Name is the name of the command and of the game in the store, and the prefix
	// of its message ids: at most MaxName lower-case letters. Aliases are other
	// names for the command line, if any.
	Name    string
	Aliases []string
	// Params are the values, if any, that a deal is read or shuffled with beside its
	// text and seed.
	Params []Param
	// Units are what a length counts, plays first and takes second. A patience counts no
	// takes: then the second is "".
	Units [2]Unit
	// Seats names the players: by number if zero.
	Seats Seats
	// Full lists the divisions of full decks, if any. Boards begin with them, and the
	// first is the default division.
	Full []string
	// Chart says how the game is drawn: as areas by plays if zero.
	Chart Chart
	// Published holds record deals from publications; nil without any.
	Published *Catalogue
	// Examples are small deals to begin with: at least one, and one for each value of
	// a param that deals are read with.
	Examples []Example

	// Read reads a deal from a text with the values of params. The error is a
	// *deal.Problems if the text is not a deal.
	Read func(text string, o Options) (Deal, error)
	// Find reads a part of a message that nothing says is a deal of this game; marked
	// reports that it is code or JSON. It is as strict as it must be for words that
	// mean something else. Without it, deals are found only in messages that name the
	// game.
	Find func(text string, marked bool) (Deal, error)
	// Named returns the options that a message names, such as "Italian deck", and the message
	// with blanks in place of these words; no options if it names none. Nil if there are no
	// options to be named.
	Named func(message string) (rest string, o Options)
	// Shuffle deals at random.
	Shuffle func(src *shuffle.Source, o Options) Deal
	// Division describes a division by its name, and reports false for a name that
	// no deal's division has. Nil in a game without boards.
	Division func(name string) (Division, bool)

	// The rest is what only some games have.

	// Odds is n if one deal in n is won, in a game of patience: one player turns up the cards
	// of 13 piles, wins are counted and not lengths, and takes are not. 0 in other games.
	Odds int
	// Answer returns an answerer for streams of deals, with the values of params and a budget.
	Answer func(o Options, budget int64) LineAnswerer
	// Sample deals full decks at random, settles the deals, as fast as the game can, and
	// calls see with each outcome, in an order that depends on src alone: package rarity
	// has it settle a hundred million deals to measure how long games of the full
	// divisions last. The error is the context's.
	Sample func(ctx context.Context, src *shuffle.Source, o Options, deals int64, see func(Outcome)) error
	// Hunting is how the game's longest deals are searched for.
	Hunting *Hunting
	// Puzzle returns the puzzle of a day, always the same one, within milliseconds. The
	// error is the context's, or says that no puzzle was found for the day.
	Puzzle func(ctx context.Context, day Day) (Puzzle, error)
	// SecretHands is how the game is played with hands that its players order.
	SecretHands *SecretHands
}

// LineAnswerer appends to b, for each line that is a deal, the line of JSON that answers it,
// equal to that of Read, Settle and Report, and to ends the length of b after every line. It
// appends nothing to b for a line that it leaves to them. It never takes long for a line, and
// is not safe for concurrent use.
type LineAnswerer func(b []byte, ends []int, lines [][]byte) ([]byte, []int)

// Ranked reports whether the game has boards: whether its deals have divisions.
func (g *Game) Ranked() bool { return g.Division != nil }

// Patience reports whether the game is one of patience, drawn as a clock of piles.
func (g *Game) Patience() bool { return g.Odds > 0 }

// Deal is what a game starts from.
type Deal interface {
	// String returns the deal as it was dealt, and Short the shortest text that plays
	// alike. The game's Read reads both with Options.
	String() string
	Short() string
	Options() Options
	// Key returns a text that is equal for deals that play alike, and for no others.
	Key() string
	// Division returns the name of the division that the deal competes in.
	Division() string
	// Remarks returns what is odd or notable about the deal.
	Remarks() []Phrase
	// Settle plays the deal until it ends, repeats, or budget plays were made. The
	// error is the context's: what makes deals, such as Read, makes none that cannot be played.
	Settle(ctx context.Context, budget int64) (Play, error)
}

// Numbered is a [Deal] that may have a number, by which it can be pasted too.
type Numbered interface {
	// NumberText returns the number, such as "#123", or "".
	NumberText() string
}

// Mistaken is a [Deal] that may look like a full deck with a mistake in it. Then it must not
// rank.
type Mistaken interface{ Mistaken() bool }

// Descendant is a deal into whose game those of other deals may run.
type Descendant interface {
	Deal
	// Ancestor returns the longest deal of the same division that a search finds whose game
	// runs into this one and is longer, and false if it finds none, as for a game that never
	// ends. It takes some hundredths of a second, and finds the same every time. The error
	// is the context's.
	Ancestor(ctx context.Context) (Deal, bool, error)
}

// Play is a settled deal.
type Play interface {
	// Outcome returns how the deal ends.
	Outcome() Outcome
	// Verdict returns the outcome in words.
	Verdict() Phrase
	// Report returns the outcome for programs: a value that marshals to one JSON
	// object.
	Report() any
	// WriteTrace writes how the deal is played, in memory that does not grow with
	// the game. The error is the context's or the writer's.
	WriteTrace(ctx context.Context, w io.Writer, opts trace.Options) error
	// Replay calls see with the deal, and then with the table after every move up to
	// the outcome, or up to limit plays if that comes first. A step is valid until
	// see returns. The error is the context's.
	Replay(ctx context.Context, limit int64, see func(Step)) error
	// Faces returns the texts of cards by their numbers in a [Table].
	Faces() []string
}

// MaxShown is the most bytes of a deal that is shown as it was brought. A longer one is shown in its
// short form, and so are its cards.
const MaxShown = 100

// Shown is a [Play] whose deal is drawn below its chart.
type Shown interface {
	// Hands returns the cards dealt to each seat, top first. The cards of all
	// hands, hand after hand, have the numbers from 0 in a [Table].
	Hands() [][]Card
}

// Card is a card in a picture: its letter or digit, as the game's Read reads it, and how
// many cards it makes the next player pay, 0 for a number card. Cards that cost something are
// highlighted.
type Card struct {
	Text string
	Cost int
}

// Seats says how players are named: by letters, or by numbers from 1.
type Seats struct {
	Letters bool
	// Names are those of the players, where they are known; an empty one is not.
	Names []string
}

// Chart says how a game is drawn: with a line for the pile, and a long one by
// its takes instead of its plays.
type Chart struct{ Pile, ByTake bool }

// Param is a value beside the text or the seed of a deal: one of Values, the first
// by default, or a number from Min to Max.
type Param struct {
	Name string
	// Read reports whether a deal's text is read with the value, Shuffled whether a
	// shuffle is made with it. A param has at least one of them.
	Read, Shuffled    bool
	Values            []string
	Min, Max, Default int
}

// Example is a deal to begin with, and the options it is read with.
type Example struct {
	Options Options
	Text    string
}

// Division describes deals that compete with one another.
type Division struct {
	Name string
	// Said is the name in words.
	Said Phrase
	// Note says what is known about its deals. Its ID is empty if nothing is.
	Note Phrase
	// Solved reports that all of its deals have been played, so that no longer one can
	// be found.
	Solved bool
	// Shuffled reports whether a shuffle with Options gives a deal of the division.
	Shuffled bool
	Options  Options
}

// FileName returns the name of a file about an outcome, without its extension:
// "camicia-won-13-cards".
func (g *Game) FileName(o Outcome) string {
	return fmt.Sprintf("%s-%s-%d-%s", g.Name, o.Ending, o.Length.Plays, g.Units[0].Word())
}

// List is the games that a program knows. The order is that of their claims to a text in
// a message: it is a deal of the first game that reads it. So strict notations come
// first. Lists that people see merely have the same order.
type List []*Game

// ByName returns the game of a name or an alias, or nil.
func (l List) ByName(name string) *Game {
	for _, g := range l {
		if g.Name == name || slices.Contains(g.Aliases, name) {
			return g
		}
	}
	return nil
}

// Read reads a stored deal: the name of its game, and its options and the deal as
// strings. The error is for logs, and does not quote the deal.
func (l List) Read(name, options, text string) (*Game, Deal, error) {
	g := l.ByName(name)
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
	return slices.DeleteFunc(slices.Clone(l), func(g *Game) bool { return !g.Ranked() })
}

// Puzzler returns the first game that has puzzles, nil if none has.
func (l List) Puzzler() *Game {
	if i := slices.IndexFunc(l, func(g *Game) bool { return g.Puzzle != nil }); i >= 0 {
		return l[i]
	}
	return nil
}

// Names returns the games' names.
func (l List) Names() []string {
	names := make([]string, len(l))
	for i, g := range l {
		names[i] = g.Name
	}
	return names
}
