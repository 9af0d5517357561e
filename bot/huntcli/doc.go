// Package huntcli implements `nonna hunt`: it searches for the longest game of a deck on
// several cores, and keeps what was tried.
//
// # Goals
//
//   - A [Hunt] is repeatable: a seed and a number of positions give the same best deal on
//     any machine. It is saved in a short file, and goes on exactly where it was saved
//     ([Hunt.Save], [Load]).
//   - Finds are lines of JSON that `nonna settle` reads ([Target.Line]).
//   - Nothing that a file says about a deal is believed: the game reads the deal, and
//     settles it again.
//
// # Non-goals
//
//   - No flags, terminal, signals and exit status: they are in package main.
//   - No search: games bring their hunters ([nonna/engine/game.Hunting]).
package huntcli
