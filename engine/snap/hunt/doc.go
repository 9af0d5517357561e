// Package hunt looks for the longest games of Snap.
//
// # Goals
//
// All deals of a small table are played, each up to the names of its cards, which proves
// the longest game ([PlayAll]). Of larger tables random deals are played, and of those
// that last at least half as long as the best, also deals that come to a position of
// theirs ([Hunter]). A hunt is repeatable: its seed, its worker and the number of a deal
// determine the deal.
//
// # Method
//
// The lengths of random games fall off exponentially, and so a hunt's best grows with the
// logarithm of the deals played. Changing a card or two of a long game and keeping what
// lasts longer finds no more a second than random deals do: the change reaches the first
// rounds already, and the game that follows is another one. Stepping back pays: a position
// at which a player has just taken the pile is reached from as many others as there are
// numbers of cards that can have been in the pile, so that a few thousand steps often find
// a deal that comes to the same position later.
//
// # Non-goals
//
// It reads no deals and has no last word: package snap settles what is found, and its
// tests compare the two on every deal of small tables.
package hunt
