// Package hunting implements `nonna hunt`: it searches for the longest game of a deck on
// several cores, keeps what was tried, and joins what several people found.
//
// # Goals
//
//   - A [Hunt] is repeatable: a seed and a number of positions give the same best deal on
//     any machine. It is saved in a short file, and goes on exactly where it was saved
//     ([Hunt.Save], [Load]).
//   - Finds are lines of JSON that `nonna settle` reads ([Target.Line]). Friends append
//     theirs to a file ([Shared]), and join files ([Merger]).
//   - Nothing that a file says about a deal is believed: the game reads the deal, and
//     settles it again.
//
// # Files
//
// A file of finds is JSON Lines. A find has its deal, its length in both units of the game,
// and where it was found: seed, worker and step. Another line says how many positions a
// worker of a seed has tried, from its first. So the largest such number counts, and the
// same work counts once, however often it is shared:
//
//	{"deal":"…","cards":4798,"tricks":672,"seed":7,"worker":0,"step":81234567}
//	{"game":"camicia","deck":"full","by":"cards","seed":7,"worker":0,"tried":900000000}
//
// # Non-goals
//
//   - No flags, terminal, signals and exit status: they are in package main.
//   - No search: games bring their hunters ([nonna/engine/game.Hunting]).
package hunting
