// Package penalty is what the penalty games, Camicia and Beggar-thy-neighbour,
// have in common: court cards demand payment, and the player of the last court card
// takes the pile.
//
// # Goals
//
//   - One set of rules for two players and for more, on hands of any size, one
//     card at a time: [Table]. Two players under the rules for more are two
//     players under Camicia's rules, so there is no second kernel.
//   - A verdict that is exact, loops included: [Settle]. Small deals of two
//     hands are settled by a faster engine, [Packed], which leaves to the kernel
//     what it cannot decide.
//   - The notation of hands: [ReadDeal], [Deal.String]. Streams read plain texts
//     faster: [Quick].
//   - What is known of a [Deal]: its key and division, the number of a full
//     deal ([Numbering]), what is odd about its deck, and the published records
//     ([ReadPublished]). The rules see only the debts of its cards.
//   - A settled deal to show, [Play]: the verdict, the replay, and the trace as
//     text and as JSON Lines. Each game brings its headings and names.
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
// Shuffles, options, forms and reports, which differ between the games.
package penalty
