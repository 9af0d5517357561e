// Package settle does what `nonna settle` is for: it reads deals of any game as
// people or programs write them, settles them, and answers either.
//
// # Goals
//
//   - One deal is answered in a few lines, or as one JSON object, and its trace
//     can be written to a file: [One], [Answer], [CreateFile].
//   - A stream of deals, one a line, is answered with one JSON object a line in
//     the same order: [Stream]. Several cores work on it; memory does not grow
//     with the stream, and answers do not wait for lines that are not there yet,
//     nor for deals behind them that take long. Lines that a game is quick about
//     are answered a hundred at a time.
//
// # Lines
//
// Lines end in a line feed; a carriage return before it belongs to the line
// end. Blank lines are skipped: there is one answer for each line that is not
// blank. Lines are numbered from 1, blank ones included, so that the number in
// an answer is the one an editor shows.
//
// # Non-goals
//
// It knows no flags, no terminal and no exit status: that is package main. It
// stores nothing. A game's rules and its JSON fields are in the game's package,
// what is said in package words.
package settle
