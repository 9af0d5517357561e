// Package penalty is the kernel of the penalty games, Camicia and
// Beggar-thy-neighbour: court cards demand payment, and who played the last
// court card takes the pile.
//
// # Goals
//
// One set of rules for two players and for more, on hands of any size, one
// card at a time: [Table]. A verdict that is exact, loops included: [Settle].
// Two players under the rules for more are two players under Camicia's rules,
// so there is no second kernel.
//
// # Rules
//
// The player to move plays his top card. A court card makes the next player
// still in owe 1 to 4 cards; a court card among the payments moves the debt to
// the player after; when a debt is paid off with number cards the last court
// card's owner takes the pile, in the order played, under his hand and leads
// the next round. A player is out only when he must play and cannot: if he was
// paying, the owner takes the pile; if not, the turn passes on. The game ends
// at once when a take leaves one player with every card, or one player is left
// in, who then takes the pile.
//
// A player who has just played his last card is not yet out: if it was a court
// card he may still win the pile back.
//
// # Non-goals
//
// It does not know ranks and suits, only debts; nor how a deal or a trace is
// written.
package penalty
