// Package game defines what a card game is that plays itself.
//
// # Goals
//
// A [Game] value holds all that a program needs to know about a game: its name, how
// a deal is read, found in a message, shuffled, settled, traced and replayed, and
// which deals compete. So one piece of code for commands, streams, stores, pictures
// and boards serves every game, without naming one.
//
// A game speaks in values of [Phrase]: the id of a message and the values for its
// places.
//
// # Non-goals
//
// This package knows the rules of no game, and no language. The games are packages of their
// own, package engine lists them, and package gametest checks them.
package game
