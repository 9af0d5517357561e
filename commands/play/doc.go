// Package play holds the commands that play a game: one for each game, and the message
// command that settles the deal in a message.
//
// # Goals
//
// One handler serves all games: it asks a game for what it needs (see package game),
// and never which game it is.
//
// # Non-goals
//
// The reply to a settled game is composed by package verdict.
package play
