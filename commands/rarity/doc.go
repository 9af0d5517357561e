// Package rarity says how rare the length of a game is: longer than 99.3 % of random
// deals.
//
// # Goals
//
// The numbers are measured, not modelled: the lengths of a great many random deals of
// a game's full decks. [Load] reads them, and [Table.Claim] says what is remarkable about
// a length beside them: never "100 %", and for a game longer than any measured no
// percentage, but "longer than all 100,000,000 measured".
//
// # How it is measured
//
//	go run ./commands/rarity/generate
//
// writes the table, deals.json, in some minutes on a small machine: it shuffles every
// order of the cards as likely as any other, and settles every deal to its end. Loops are
// counted apart: the shares are of the deals that end.
//
// # The table
//
// For each division it holds the number of deals, the sums of their plays and takes,
// and for growing lengths how many deals are longer. These counts are exact. Between
// two of them the number is interpolated on a logarithmic scale, since the tail thins
// out nearly exponentially: for Camicia with the full deck by a factor of ten every 470
// cards. There is a point wherever the number of longer or of shorter deals has changed
// by a thirty-second, so both rare ends are as fine as the middle. At either end every
// deal has its own point.
//
// # Non-goals
//
// Games without a Sample and decks that are not full: how rare a length is depends on
// rules, cards and hands, and nothing was measured there.
package rarity

//go:generate go run nonna/commands/rarity/generate -o deals.json
