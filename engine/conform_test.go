package engine_test

import (
	"testing"

	"nonna/engine"
	"nonna/engine/game/gametest"
)

// Every game keeps what package game says of games, deals and plays.
func TestGamesConform(t *testing.T) {
	t.Parallel()
	gametest.List(t, engine.Games())
}
