// Package camicia settles Camicia, the penalty game for two players with the rules of
// Exercism, with the French deck or with the Italian one of the real game.
//
// # Goals
//
// Exact verdicts for hands of any size up to [game.MaxCards]: who wins, after how many
// cards and tricks, or where the game begins to repeat. A full deck takes about a
// microsecond ([penalty.Packed]). The general kernel of package penalty plays larger deals,
// and those that the fast engine cannot decide.
//
// # Rules
//
// A leads. Court cards demand 1 to 4 cards; the player of the last court card takes the
// pile when the debt is paid. A player who must play and cannot has lost. A position is
// both hands and who leads, with all number cards alike; a game whose position recurs
// at a round start is a loop. The leader is a part of the position: without it, games that
// end would be called loops (23J/456J ends after 22 cards).
//
// # Non-goals
//
// It reads no notation of its own: package penalty reads hands.
package camicia
