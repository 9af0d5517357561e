// Package beggar settles Beggar-thy-neighbour: with the rules of Codewars for two players,
// and for more.
//
// # Goals
//
// It gives Codewars' answer, the index of the player who wins within 10,000 cards, and the
// true fate: whether a longer game ends, or loops.
//
// # Rules
//
// They are those of package penalty, and for two players Camicia's. The rules for more than
// two players are this project's own, since nobody has published any.
//
// # Non-goals
//
// It reads no notation of its own: package penalty reads hands.
package beggar
