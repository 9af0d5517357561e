// Package engine lists the games.
//
// # Goals
//
// There is one list, made once and passed to everything that plays games. A new game is
// a package of its own and a line here.
//
// # Non-goals
//
// The rules are in the games' packages, and package game defines what a game is. No
// package in this folder does input or output, reads a clock, or holds state.
package engine

import (
	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/clock"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/snap"
)

// Games returns all games, in the order of [game.List].
func Games() game.List {
	published := penalty.ReadPublished()
	return game.List{camicia.New(published), clock.New(), beggar.New(published), snap.New()}
}
