// Package rarity tells how rare the length of a game of Camicia is: longer than
// 99.3 % of random deals.
//
// # Goals
//
// Numbers that were measured, not modelled: the lengths of a great many random
// deals of each named deck, settled by package penalty. [Load] reads them,
// [Table.Place] gives what can be said, and
// [Place.Claim] what should be: never "100 %", and beyond the longest deal
// measured no percentage at all, but "longer than all 100,000,000 measured".
//
// # How it was measured
//
// The table, deals.txt, is made anew by
//
//	go run ./commands/rarity/generate
//
// which takes some minutes on a small machine. It deals with
// [penalty.RandomPacked], every arrangement of the cards as they are played
// being equally likely, A leading, and settles every deal to its end. The deals
// are drawn in chunks, each with a seed drawn from the one in the table, so the
// table depends on the number of deals and that seed alone, never on how many
// cores shared the work. Loops are counted apart, and the shares are of the
// deals that end. The sample met no loop in either deck: they are too rare, with
// 162 endless deals among all of the Italian deck.
//
// # The table
//
// For each deck it holds how many deals there were, the sums of their cards and
// tricks, the shortest and the longest, and for growing numbers of cards how
// many deals are longer. Those counts are exact. Between two of them the number
// is interpolated on a logarithmic scale, as the tail thins out nearly
// exponentially: by a factor of ten every 470 cards for the full deck. Lines
// stand where the number of longer or of shorter deals has changed by a
// thirty-second, so both rare ends are as fine as the middle: at either end
// every deal has its own line.
//
// # Non-goals
//
// Beggar and Snap, and decks without a name: how rare a length is depends on
// rules, cards and hands, and nothing was measured there.
package rarity

//go:generate go run nonna/commands/rarity/generate -o deals.txt
