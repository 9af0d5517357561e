// Package picture draws settled games: how many cards each player held from the
// deal to the end, or the clock face of a game of patience as it was left. Of all
// that somebody played, it draws how long the games were and the luck.
//
// # Goals
//
// Values in, bytes out: a game and a settled deal of it become a PNG, a name for
// the file and a description for people who cannot see it. The same input gives
// the same bytes. What a picture shows follows from the [game.Game] and its
// outcome, so a new game is drawn without a line here.
//
// A picture is read on a phone, about 400 pixels wide, on a light page or a
// dark one. So it brings its own dark background with an edge, letters that
// stay legible at half size, few ticks, and areas in the colours of Okabe and
// Ito (2008), which people with any colour vision tell apart. No meaning hangs
// on colour alone: areas are named where they are, keep their order and are
// parted by dark lines; the pile has a dashed edge, rings of a clock have
// different line styles, and marks of games different forms. Areas too small for
// their names have them in a legend.
//
// Where a play is a [game.Shown] and its hands are short, they lie below the chart.
//
// A game is replayed in constant memory and thinned out on the way to a bounded
// number of points that keep every extreme a pixel could show, so a picture
// costs about as much as a replay. No more than [MaxReplay] plays are replayed;
// a picture of a longer game says that it is cut. No picture takes more than
// [MaxBytes].
//
// # Languages
//
// Texts are messages below "picture." and come from a [words.Printer]. Letters
// outside those of the Go fonts (Latin, Greek and Cyrillic) cannot be drawn.
//
// # Non-goals
//
// It settles nothing: outcomes come from the engine.
package picture
