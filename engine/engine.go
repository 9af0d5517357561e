// Package engine lists the games.
//
// # Goals
//
// One list in one order, made once and handed to whatever plays games. A new
// game is a package of its own and a line here.
//
// # Non-goals
//
// The rules stand in the games' packages, what a game is in package game. Nothing
// below this folder does input or output, reads a clock, or holds state.
package engine

import (
	"nonna/engine/beggar"
	"nonna/engine/camicia"
	"nonna/engine/clock"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/snap"
)

// Games returns all games, in the order of [game.List]. The error says that the
// published records, which come with the program, cannot be read.
func Games() (game.List, error) {
	published, err := penalty.ReadPublished()
	if err != nil {
		return nil, err
	}
	return game.List{camicia.New(published), clock.New(), beggar.New(published), snap.New()}, nil
}
