package picture

import (
	"fmt"
	"strconv"
	"strings"
)

// Words are all the texts of pictures and their descriptions in one language.
// A template holds the places that its comment names, in braces, in any order;
// each must be there. Letters outside those of the Go fonts (Latin, Greek and
// Cyrillic) cannot be drawn.
type Words struct {
	// Number writes a number with its separators; Cards, Tricks, Plays, Takes
	// and Others count those things: "1 card", "8,344 cards".
	Number                              func(n int64) string
	Cards, Tricks, Plays, Takes, Others func(n int64) string
	// List joins names: "a, b and c".
	List func(names []string) string

	// Camicia, Beggar, Snap and Clock are the names of the games.
	Camicia, Beggar, Snap, Clock string
	// Player names a player by {name}, Short does in two letters or so.
	Player, Short string
	// Pile is the pile on the table.
	Pile string
	// AxisTricks, AxisCards and AxisPlays name what passes from left to right.
	AxisTricks, AxisCards, AxisPlays string

	// Wins is the title of a game that {who} wins; Endless, Stuck and Undecided
	// those of games that nobody wins.
	Wins, Endless, Stuck, Undecided string
	// After says how long a game lasts, by {length} and {takes}; Every how long
	// a turn of its cycle is, by {length} and {takes}; Shown that a picture
	// shows the {shown} of {all} only.
	After, Every, Shown string
	// Repeats labels the part that repeats, Out the moment {who} dropped out.
	Repeats, Out string

	// Won and Lost are the titles of Clock; Lost's line says how many {cards}
	// stay face down, and Won's that none does. Ring labels a ring, by {ring}.
	Won, WonLine, Lost, LostLine, Ring string

	Story Story
}

// Story is the sentences of descriptions.
type Story struct {
	// Chart opens the description of a chart of {game}.
	Chart string
	// StartEqual says that all {players} hold {cards}, Start that they hold
	// {hands}; Hand is one of those, {who} and {cards}.
	StartEqual, Start, Hand string
	// Changes says how often the lead passes on, by {times}; Ahead that {who}
	// is ahead throughout.
	Changes, Ahead string
	// Lowest says that {who} is down to {cards} at {moment}, and Highest up to.
	Lowest, Highest string
	// Out lists who drops out, {outs}, each as OutAt with {who} and {moment};
	// More says that {others} do after that.
	Out, OutAt, More string
	// Trick and Play name a moment by {number}.
	Trick, Play, Card string
	// Wins, Stuck, Undecided and Endless end the story: {who}, {length}, {takes},
	// and for Endless {moment} and, for one turn of the cycle, {length} and
	// {takes}; EndlessStart is for a cycle that begins with the deal. Left says
	// who is left, {who}.
	Wins, Stuck, Undecided, Endless, EndlessStart, Left string
	// Cut says that only the {shown} are drawn.
	Cut string
	// Clock opens the description of a clock face. ClockWon and ClockLost end
	// it, {turned} and {down}; ClockPiles lists the {piles}, each as ClockPile
	// with {pile} and {cards}; ClockRings lists the {rings}.
	Clock, ClockWon, ClockLost, ClockPiles, ClockPile, ClockRings string
}

// English returns the words of English.
func English() Words {
	return Words{
		Number: grouped,
		Cards:  counter("card"), Tricks: counter("trick"), Plays: counter("play"), Takes: counter("take"),
		Others: counter("other"),
		List:   listed,

		Camicia: "Camicia", Beggar: "Beggar-thy-neighbour", Snap: "Snap", Clock: "Clock patience",
		Player: "Player {name}", Short: "P{name}", Pile: "Pile",
		AxisTricks: "tricks", AxisCards: "cards played", AxisPlays: "plays",

		Wins: "{who} wins", Endless: "Never ends", Stuck: "Stuck", Undecided: "Undecided",
		After: "after {length} and {takes}", Every: "repeats every {length} and {takes}",
		Shown: "only the first {shown} of {all}", Repeats: "repeats for ever", Out: "{who} out",

		Won: "Won!", WonLine: "all 52 cards are face up", Lost: "Lost", LostLine: "{cards} face down, blocked by {ring}",
		Ring: "{ring}",

		Story: Story{
			Chart:      "Chart of a game of {game}: the cards that each player holds, from the deal on.",
			StartEqual: "All {players} start with {cards}.", Start: "At the start {hands}.", Hand: "{who} holds {cards}",
			Changes: "The lead changes hands {times}.", Ahead: "{who} is ahead all the way.",
			Lowest: "{who} is down to {cards} at {moment}.", Highest: "{who} is up to {cards} at {moment}.",
			Out: "Out of the game: {outs}.", OutAt: "{who} at {moment}", More: "then {others}",
			Trick: "trick {number}", Play: "play {number}", Card: "card {number}",
			Wins:         "{who} wins after {length} and {takes}, holding all the cards.",
			Stuck:        "After {length} and {takes} all the cards lie in the pile and no pair can form.",
			Undecided:    "After {length} it has neither ended nor repeated.",
			Endless:      "It never ends: what follows {moment}, {length} and {takes}, repeats for ever. It is marked.",
			EndlessStart: "It never ends: the whole game, {length} and {takes}, repeats for ever from the deal on.",
			Left:         "{who} left.",
			Cut:          "Only the first {shown} are drawn.",
			Clock:        "Clock face with twelve piles around and one in the middle.",
			ClockWon:     "The game is won: all 52 cards are face up.",
			ClockLost:    "The game is lost: {turned} were turned up and {down} stay face down.",
			ClockPiles:   "Face down: {piles}.", ClockPile: "{cards} at {pile}",
			ClockRings: "Arrows show the bottom cards that block it, {rings}: none of those piles can be opened to its end.",
		},
	}
}

// fill puts values into a template: fill("{who} wins", "who", "A").
func fill(template string, pairs ...string) string {
	if !strings.Contains(template, "{") {
		return template
	}
	named := make([]string, len(pairs))
	for i, p := range pairs {
		named[i] = p
		if i%2 == 0 {
			named[i] = "{" + p + "}"
		}
	}
	return strings.NewReplacer(named...).Replace(template)
}

// grouped writes a number with commas.
func grouped(n int64) string {
	digits := strconv.FormatInt(n, 10)
	var b strings.Builder
	for i, d := range digits {
		if left := len(digits) - i; i > 0 && left%3 == 0 && digits[i-1] != '-' {
			b.WriteByte(',')
		}
		b.WriteRune(d)
	}
	return b.String()
}

// counter counts a thing that takes an s.
func counter(noun string) func(int64) string {
	return func(n int64) string {
		if n == 1 {
			return "1 " + noun
		}
		return fmt.Sprintf("%s %ss", grouped(n), noun)
	}
}

// listed joins names in English.
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
