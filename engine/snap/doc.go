// Package snap settles Snap as Domenico's trading-card players play it: the
// piles decide everything, and a game can end with several players left.
//
// # Goals
//
// Exact verdicts for any number of players: who wins, who is left when the
// game is stuck, or where it begins to repeat, in memory that does not grow
// with the length of the game. Traces as the author of the rules prints them.
//
// # Rules
//
// The player to move plays his top card onto the pile; with no cards but still
// in, he plays the bottom card of the pile onto its top. If it equals the card
// it landed on he takes the whole pile, in order, under his hand, everybody
// else who holds nothing is out for good, and he plays again. Otherwise the
// next player still in moves. Somebody who holds all cards after a take wins.
// When all cards lie in the pile and a turn of it forms no pair, the game is
// stuck: neighbours in the pile always differ, so no later turn can form one.
// When a state recurs, it is a loop. A state is every hand, the pile, who is
// out, and whose turn it is: without the turn "ab aa", which player 1 wins,
// would be called a loop.
//
// # Non-goals
//
// Reading what people type (package deal).
package snap
