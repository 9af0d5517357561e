// Package match keeps matches: two members play rounds with hands that they prepare
// in secret.
//
// # Goals
//
// A match is one mechanism for all games: it is opened, hands are sealed, and the last hand
// of a round deals it, in one transaction with the game that is recorded. A request that is
// delivered twice, two hands that come in at once, and a restart between them change nothing.
//
// # Non-goals
//
// The rules: what a hand is, and who wins, say functions of the caller. A sealed hand is in
// no error and no log.
package match
