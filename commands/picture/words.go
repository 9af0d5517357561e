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
	// Number writes a number with its separators; the others count those things:
	// "1 card", "8,344 cards".
	Number, Cards, Tricks, Plays, Takes, Players, Others, Times, Games, Victories func(n int64) string
	// Decimal writes a number with one digit after the point.
	Decimal func(v float64) string
	// List joins names: "a, b and c".
	List func(names []string) string

	// Camicia, Beggar, Snap and Clock are the names of the games.
	Camicia, Beggar, Snap, Clock string
	// Player names a player by {name}, Short does in two letters or so.
	Player, Short string
	// Pile is the pile on the table.
	Pile string
	// Held says what the height of an area is.
	Held string

	// Wins is the title of a game that {who} wins; Endless, Stuck and Undecided
	// those of games that nobody wins.
	Wins, Endless, Stuck, Undecided string
	// After says how long a game lasts, by {length} and {takes}; Every how long
	// a turn of its cycle is, by {length} and {takes}; Shown that a picture
	// shows the {shown} of {all} only.
	After, Every, Shown string
	// Repeats labels the part that repeats, Out the moment {who} dropped out.
	Repeats, Out string

	// Won and Lost are the titles of Clock. The lines below say that all {cards}
	// are face up, or how many stay face down.
	Won, WonLine, Lost, LostLine string
	// FaceUp, FaceDown and Blocked name the cards of a clock face: the last are
	// those face down in piles of a ring.
	FaceUp, FaceDown, Blocked string

	Story   Story
	History HistoryWords
}

// Story is the sentences of descriptions.
type Story struct {
	// Chart opens the description of a chart of {game}, ChartPile that of one
	// with the pile.
	Chart, ChartPile string
	// StartEqual says that {who} hold {cards} each, Start that they hold {hands},
	// each of them a Hand of {who} and {cards}; StartMany that {who} hold {cards}
	// in all.
	StartEqual, Start, Hand, StartMany string
	// Stages tells of the {stages}, which are Quarter, Half and ThreeQuarters of
	// the way, each with its {lead}: Leads, that {who} does with {cards}, or
	// Level.
	Stages, Quarter, Half, ThreeQuarters, Leads, Level string
	// Range says that {who} has {low} to {cards} throughout.
	Range string
	// Changes says how often the lead passes on, by {times}.
	Changes string
	// Lowest says that {who} is down to {cards} at {moment} and wins after all.
	Lowest string
	// Out lists who drops out, {outs}, each as OutAt with {who} and {moment};
	// More says that {others} do after that.
	Out, OutAt, More string
	// Trick and Play name a moment by {number}.
	Trick, Play string
	// Wins says that {who} wins after {length} and {takes}, Stuck that nobody
	// does, and Undecided that it is open after {length}. Endless says that
	// after {lead} and {leadtakes} a turn of {length} and {takes} repeats;
	// EndlessStart is for one that begins with the deal, and Marked points to
	// the mark. Left says that {who} are left.
	Wins, Stuck, Undecided, Endless, EndlessStart, Marked, Left string
	// Cut says that only the {shown} are drawn.
	Cut string
	// Clock opens the description of a clock face. ClockWon says that all the
	// {turned} are face up, ClockLost that {turned} were turned up and {down}
	// stay face down. ClockPiles lists the {piles}, each as ClockPile with {pile}
	// and {cards}; ClockRings points to the {rings}.
	Clock, ClockWon, ClockLost, ClockPiles, ClockPile, ClockRings string
}

// HistoryWords are the texts of pictures of what somebody played.
type HistoryWords struct {
	// Longest is the title that tells the longest game's {length}, NoneEnded that
	// where there is none. Latest says that {games} are the latest of {all}, and
	// Median adds to the {games} their median {length}, MedianEnded that of the
	// {ended} of them that ended.
	Longest, NoneEnded, Latest, Median, MedianEnded string
	// Played and Won say what the vertical axes count.
	Played, Won string
	// Endless and Undecided name the marks of such games, Record the line of the
	// longest so far; Wins and Expected the two lines of Clock.
	Endless, Undecided, Record, Wins, Expected string
	// ClockWins is the title that tells the {wins} at Clock, ClockGames the line
	// below with the {games} and how many were {expected}.
	ClockWins, ClockGames string

	Story HistoryStory
}

// HistoryStory is the sentences of the descriptions of such pictures.
type HistoryStory struct {
	// Chart opens the description of a chart of {games}; ClockChart is that of one
	// of Clock, with {wins}, {games} and how many were {expected}.
	Chart, ClockChart string
	// Each tells of a {game}, or of EndlessOf or UndecidedOf it, that of its {games}
	// the median is {median} and the longest {length}; Single is for one of that
	// {length}, Pair for two, the shorter of which is {median}.
	Each, Single, Pair, EndlessOf, UndecidedOf string
	// Repeat says what endless games are counted up to.
	Repeat string
	// Before tells the {length} of the longest game before those drawn, Beaten how
	// often the longest so far was beaten, by {times}.
	Before, Beaten string
}

// English returns the words of English.
func English() Words {
	return Words{
		Number: grouped,
		Cards:  counter("card"), Tricks: counter("trick"), Plays: counter("play"), Takes: counter("take"),
		Players: counter("player"), Others: counter("other"), Times: times,
		Games: counter("game"), Victories: counter("win"),
		Decimal: func(v float64) string { return strconv.FormatFloat(v, 'f', 1, 64) },
		List:    listed,

		Camicia: "Camicia", Beggar: "Beggar-thy-neighbour", Snap: "Snap", Clock: "Clock patience",
		Player: "Player {name}", Short: "P{name}", Pile: "Pile",
		Held: "cards held",

		Wins: "{who} wins", Endless: "Never ends", Stuck: "Stuck", Undecided: "Undecided",
		After: "after {length} and {takes}", Every: "repeats every {length} and {takes}",
		Shown: "only the first {shown} of {all}", Repeats: "repeats for ever", Out: "{who} out",

		Won: "Won!", WonLine: "all {cards} face up",
		Lost: "Lost", LostLine: "{cards} face down",
		FaceUp: "all face up", FaceDown: "face down", Blocked: "in a ring",

		Story: Story{
			Chart:      "Chart of a game of {game}: how many cards each player holds, from the deal on.",
			ChartPile:  "Chart of a game of {game}: how many cards each player holds and how many lie in the pile, from the deal on.",
			StartEqual: "{who} start with {cards} each.",
			Start:      "At the start {hands}.",
			Hand:       "{who} holds {cards}",
			StartMany:  "{who} start with {cards} in all.",
			Stages:     "{stages}.",
			Quarter:    "A quarter of the way {lead}", Half: "half way {lead}", ThreeQuarters: "three quarters of the way {lead}",
			Leads: "{who} leads with {cards}", Level: "nobody leads",
			Range:   "{who} holds {low} to {cards} throughout.",
			Changes: "The lead changes {times}.",
			Lowest:  "{who} is down to {cards} at {moment} and comes back.",
			Out:     "Out of the game: {outs}.", OutAt: "{who} at {moment}", More: "then {others}",
			Trick: "trick {number}", Play: "play {number}",
			Wins:         "{who} wins after {length} and {takes}.",
			Stuck:        "Stuck after {length} and {takes}: all the cards lie in the pile and no pair can form.",
			Undecided:    "After {length} it has neither ended nor repeated.",
			Endless:      "It never ends: after {lead} and {leadtakes} it repeats every {length} and {takes}.",
			EndlessStart: "It never ends: from the deal on it repeats every {length} and {takes}.",
			Marked:       "The part that repeats is marked.",
			Left:         "Left in the game: {who}.",
			Cut:          "Only the first {shown} are drawn.",
			Clock:        "Clock patience: a clock face with piles 1 to 12 around and pile 0 in the middle.",
			ClockWon:     "Won: all {turned} are face up.",
			ClockLost:    "Lost: {turned} were turned up and {down} stay face down.",
			ClockPiles:   "Face down: {piles}.", ClockPile: "{cards} on pile {pile}",
			ClockRings: "Arrows show why: the bottom cards lead around from pile to pile, {rings}, so none of those piles opens to its end.",
		},
		History: HistoryWords{
			Longest: "Longest: {length}", NoneEnded: "None has ended",
			Latest: "the latest {games} of {all}", Median: "{games}, median {length}",
			MedianEnded: "{games}, median of {ended} that ended: {length}",
			Played:      "cards played", Won: "games won",
			Endless: "endless", Undecided: "undecided", Record: "longest so far",
			Wins: "wins", Expected: "one in 13",
			ClockWins: "{wins} at Clock patience", ClockGames: "{games}; one in 13 would be {expected}",
			Story: HistoryStory{
				Chart:      "Chart of lengths, game by game in the order played, on a logarithmic scale: {games}.",
				ClockChart: "Chart of wins at Clock patience, game by game in the order played: {wins} in {games}; one in 13 would be {expected}.",
				Each:       "{game}: {games}, the median {median}, the longest {length}.",
				Single:     "{game}: {games} of {length}.", Pair: "{game}: {games} of {median} and {length}.",
				EndlessOf: "{game}, endless", UndecidedOf: "{game}, undecided",
				Repeat: "Endless games are counted up to their first repeat.",
				Before: "Before these, the longest lasted {length}.",
				Beaten: "The longest so far was beaten {times}.",
			},
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

// times counts times.
func times(n int64) string {
	switch n {
	case 1:
		return "once"
	case 2:
		return "twice"
	}
	return grouped(n) + " times"
}

// listed joins names in English.
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
