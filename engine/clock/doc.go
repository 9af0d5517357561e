// Package clock settles Clock patience.
//
// # Goals
//
// Whether a deal is won, after how many cards, and if it is lost, why: the ring of bottom
// cards that keeps its piles shut. A test compares the answer with the theorem's, which
// plays nothing. Deals are read in any notation that people use ([ReadDeal]).
//
// # Rules
//
// 13 piles of 4, numbered 0 to 12, top card first; each value 0 to 12 four
// times. From pile 0: turn up the top face-down card of the current pile, put
// it face up under the pile of its value, which becomes current. When the
// current pile has no face-down card the game is over, always at pile 0. It is won if all
// 52 are face up. A random deal is won with a probability of exactly 1 in 13.
//
// # Non-goals
//
// It does not draw the clock face.
package clock
