package game

import (
	"fmt"
	"strings"
)

// Ending is how a game ends or goes on. The zero value is none.
type Ending string

// The endings.
const (
	// Won by one player.
	Won Ending = "won"
	// Lost by the only player.
	Lost Ending = "lost"
	// Stuck is over without a winner.
	Stuck Ending = "stuck"
	// Loop never ends: a position comes back.
	Loop Ending = "loop"
	// Undecided within the budget.
	Undecided Ending = "undecided"
)

// Ends tells whether the game comes to an end.
func (e Ending) Ends() bool { return e == Won || e == Lost || e == Stuck }

// Length is a length of play in the game's two units: cards and tricks, say.
type Length struct{ Plays, Takes int64 }

// Minus returns the length of what is left behind the other.
func (l Length) Minus(o Length) Length { return Length{l.Plays - o.Plays, l.Takes - o.Takes} }

// Outcome is how a deal ends or goes on.
type Outcome struct {
	Ending Ending
	// In are the seats still in, from 0: the winner's alone in a game that is won.
	// Nil when undecided.
	In []int
	// Length counts to the end, or to the first position that repeats: what lies
	// before the cycle and the cycle once. When undecided, Plays is the budget and
	// Takes is 0.
	Length Length
	// Lead counts what lies before the cycle of a loop.
	Lead Length
	// FaceDown is how many cards stay face down, by pile, and Rings are the piles
	// that block one another, in games of patience; nil in others.
	FaceDown []int
	Rings    []Ring
}

// Ring is piles of which each sends to the next, and the last to the first.
type Ring []int

// String is the way around: "3 → 7 → 3".
func (r Ring) String() string {
	var b strings.Builder
	for _, pile := range r {
		fmt.Fprintf(&b, "%d → ", pile)
	}
	return b.String() + fmt.Sprint(r[0])
}

// Cycle is the length of one turn of a loop, zero for what is none.
func (o Outcome) Cycle() Length {
	if o.Ending != Loop {
		return Length{}
	}
	return o.Length.Minus(o.Lead)
}

// Winner is the seat that won, -1 for none.
func (o Outcome) Winner() int {
	if o.Ending != Won || len(o.In) != 1 {
		return -1
	}
	return o.In[0]
}
