package game

// Move is the kind of a step of a replay.
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
	// Seat is the player who moved, from 0.
	Seat int
	// At counts the moves up to here.
	At    Length
	Table Table
	// Said returns the move in words. It costs nothing until it is called.
	Said func() Phrase
}

// Table is the state of a game. Its results are valid until the next move.
type Table interface {
	// Players returns the number of seats.
	Players() int
	// Hand returns the cards of a seat, top first, and Pile the common pile in the
	// order played, as indexes of [Play.Faces].
	Hand(seat int) []uint16
	Pile() []uint16
	// Out reports whether a seat is out of the game.
	Out(seat int) bool
}

// Owing is a [Table] at which a player may have to pay cards.
type Owing interface {
	// Owed returns the player to move and the number of cards that player owes, 0 for
	// none.
	Owed() (seat, cards int)
}

// Matching is a [Table] at which equal cards make a player take the pile.
type Matching interface {
	// Matched returns the number of cards on top of the pile for which it is taken with
	// the next move, 0 while none are equal.
	Matched() int
}
