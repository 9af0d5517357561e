// Package play holds the commands that play a game: one for each game there is,
// the message command that settles the deal in a message, and the replay of
// stored games.
//
// # Goals
//
// One handler for all games. It asks a game what it needs to know (see package
// game) and never which one it is.
//
// # Non-goals
//
// Boards, records and challenges are told of in package boards; what became of a
// game there is said here in a line.
package play
