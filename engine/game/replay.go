package game

// Move is what a step of a replay did.
type Move int

// The moves. The zero value is the deal, before any move.
const (
	Dealt Move = iota
	Played
	// Took: a player took the pile.
	Took
	// WentOut: a player had to play and could not.
	WentOut
)

// Step is a move and the table after it.
type Step struct {
	Move Move
	// Seat is who moved, from 0.
	Seat int
	// At counts the moves up to here.
	At    Length
	Table Table
	// Said says what happened. It costs nothing until it is called.
	Said func() Phrase
}

// Table is a table to look at. What it returns is valid until the next move.
type Table interface {
	// Players is how many seats there are.
	Players() int
	// Hand is what a seat holds, top first, and Pile the common pile in the order
	// played, by the numbers of [Play.Faces].
	Hand(seat int) []uint16
	Pile() []uint16
	// Out tells whether a seat is out of the game.
	Out(seat int) bool
}
