// Package picture draws settled games: how many cards each player held from the deal
// to the end, or the clock face at the end of a game of patience. It also draws a
// member's history: how long the games were.
//
// # Goals
//
// Values in, bytes out: a game and a settled deal of it become a PNG, a name for
// the file and a description for people who cannot see it. The same input gives
// the same bytes. What a picture shows follows from the [game.Game] and its
// outcome, so a new game is drawn without a line here.
//
// A picture is read on a phone, about 400 pixels wide, on a light page or a
// dark one. So it has its own dark background with an edge, letters that are legible
// at half size, few ticks, and areas in the colours of Okabe and Ito (2008), which
// people with any colour vision can tell apart. Nothing is said by colour alone: areas
// contain their names, keep their order and are separated by dark lines; the pile has a
// dashed edge, the rings of a clock have different line styles, and the marks of games
// have different shapes. The names of areas that are too small are in a legend.
//
// If a play is a [game.Shown] and its hands are short, they are drawn below the chart.
//
// A game is replayed in constant memory and reduced to a bounded number of points,
// which include every extreme that a pixel can show. So a picture takes about as long as
// a replay. At most [MaxReplay] plays are replayed, and a picture of a longer game says
// that it is cut. A picture has at most [MaxBytes].
//
// # Languages
//
// Texts are messages below "picture." and come from a [words.Printer]. Letters
// that the Go fonts lack (others than Latin, Greek and Cyrillic) cannot be drawn.
//
// # Non-goals
//
// It settles nothing: outcomes come from the engine.
package picture
