package game

import (
	"fmt"
	"strings"
)

// Ending is how a game ends or goes on. The zero value means that it is unknown.
type Ending string

// The endings.
const (
	// Won by one player.
	Won Ending = "won"
	// Lost by the only player.
	Lost Ending = "lost"
	// Stuck is over without a winner.
	Stuck Ending = "stuck"
	// Loop never ends: a position repeats.
	Loop Ending = "loop"
	// Undecided within the budget.
	Undecided Ending = "undecided"
)

// Ends reports whether the game ends.
func (e Ending) Ends() bool { return e == Won || e == Lost || e == Stuck }

// Length is a length of play in a game's two units, such as cards and tricks.
type Length struct{ Plays, Takes int64 }

// Minus returns the difference of two lengths.
func (l Length) Minus(o Length) Length { return Length{l.Plays - o.Plays, l.Takes - o.Takes} }

// Outcome is how a deal ends or goes on.
type Outcome struct {
	Ending Ending
	// Left are the seats still in, from 0: only the winner's in a game that is won.
	// Nil if undecided.
	Left []int
	// Length counts to the end, or in a loop to the first repeat: the part before the
	// cycle, and the cycle once. If undecided, Plays is the budget and Takes is 0.
	Length Length
	// Lead is the part before the cycle of a loop.
	Lead Length
	// FaceDown is the number of cards that stay face down, by pile, and Rings are the
	// piles that block one another, in games of patience; nil in others.
	FaceDown []int
	Rings    []Ring
}

// Ring is a list of piles: each leads to the next, and the last to the first.
type Ring []int

// String returns the way around: "3 → 7 → 3".
func (r Ring) String() string {
	var b strings.Builder
	for _, pile := range r {
		fmt.Fprintf(&b, "%d → ", pile)
	}
	return b.String() + fmt.Sprint(r[0])
}

// Cycle returns the length of one turn of a loop, zero for other endings.
func (o Outcome) Cycle() Length {
	if o.Ending != Loop {
		return Length{}
	}
	return o.Length.Minus(o.Lead)
}

// Winner returns the seat that won, or -1.
func (o Outcome) Winner() int {
	if o.Ending != Won || len(o.Left) != 1 {
		return -1
	}
	return o.Left[0]
}
