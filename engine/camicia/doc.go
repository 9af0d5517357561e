// Package camicia settles Camicia, the penalty game for two players as
// Exercism has it, with the French deck or the Italian one it is really played
// with.
//
// # Goals
//
// Exact verdicts for hands of any size up to [game.MaxCards]: who wins, after how
// many cards and tricks, or where the game begins to repeat. A full deck takes
// about a microsecond ([penalty.Packed]); whatever that fast engine cannot decide,
// and every larger deal, goes to the general kernel of package penalty.
//
// # Rules
//
// A leads. Court cards demand 1 to 4 cards; who played the last court card
// takes the pile when the debt is paid. The player who must play and cannot
// has lost. A position is both hands and who leads, with all number cards
// alike; a game that comes back to a position at a round start is a loop. The
// leader belongs to the position: without him, games that end would be called
// loops (23J/456J ends after 22 cards).
//
// # Non-goals
//
// Reading what people type (package deal) and drawing.
package camicia
