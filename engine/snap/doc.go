// Package snap settles Snap as Domenico's trading-card players play it: the
// piles decide everything, and a game can end with several players left.
//
// # Goals
//
// Exact verdicts for any number of players: who wins, who is left when the
// game is stuck, or where it begins to repeat, in memory that does not grow
// with the length of the game. Traces as the author of the rules prints them.
//
// It reads deals in any notation that people use ([ReadDeal]).
//
// # Rules
//
// The player to move plays the top card of their hand onto the pile, or, if they are
// still in but have no cards, the bottom card of the pile onto its top. If it equals the
// card below, the player puts the whole pile, in order, under their hand, all others
// without cards are out for good, and the player plays again. Otherwise the next player
// still in moves. A player who holds all cards after a take wins. If all cards are in the
// pile and moving the bottom card forms no pair, the game is stuck: neighbours in the pile
// always differ, so no later move can form one. If a state recurs, it is a loop. A state
// is every hand, the pile, who is out, and whose turn it is: without the turn, "ab aa",
// which player 1 wins, would be called a loop.
//
// # Non-goals
//
// It gives cards no ranks or suits: a card is any text.
package snap
