// Package beggar settles Beggar-thy-neighbour: as Codewars has it for two
// players, and for more.
//
// # Goals
//
// Codewars' answer, the index of the player who wins within 10,000 cards, and
// beside it the true fate: whether a longer game ends after all, or loops.
//
// # Rules
//
// Play is that of package penalty. For two players it is Camicia's. The rules
// for more than two are this project's own, as nobody has published any; they
// are written down in package penalty.
//
// # Non-goals
//
// Reading what people type (package deal).
package beggar
