// Package lanes plays many games of two hands at once, under the rules of package penalty.
//
// # Goals
//
//   - A position is a few machine words ([Position]), and a game of a full deck takes
//     about half a microsecond ([Position.Play]).
//   - A batch of games is played as fast as the machine can ([Player]): eight in a vector
//     with AVX-512, four with AVX2, else one by one.
//   - A result depends on the position alone, not on the machine or on the batch.
//
// # Non-goals
//
// Games that never end, or last longer than [Limit] cards, have no result here: package
// penalty settles them exactly. Suits, ranks, decks and notations are gone; no rule looks at
// them.
package lanes
