// Package settle implements `nonna settle`: it reads deals of any game, settles them, and
// answers people or programs.
//
// # Goals
//
//   - A single deal is answered in a few lines or as a JSON object, and its trace can be
//     written to a file: [One], [Answer].
//   - A stream of deals, one a line, is answered with a JSON object a line in the same
//     order: [Stream]. It uses all cores, and its memory does not grow with the stream.
//     Answers do not wait for later lines. Lines that arrive together are handled and
//     answered together, about a hundred at a time.
//
// # Lines
//
// Lines end in a line feed, or a carriage return and a line feed. Every line that is not
// blank has one answer. Lines are numbered from 1 including blank ones, as editors do.
//
// # Non-goals
//
//   - No flags, terminal and exit status: they are in package main.
//   - Nothing is stored.
//   - No rules and JSON fields of games: they are in the games' packages. Messages are in
//     package words.
package settle
