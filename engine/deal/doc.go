// Package deal reads deals as people paste them into a chat, and writes them
// so that they can be read back.
//
// # Goals
//
// One forgiving reader for all games, that never guesses in silence: text that
// can be read in two ways is an error that shows both. What cannot be read is
// reported all at once, the first five problems with the place, what was found
// and what would be right ([Problems]), as kinds and values
// that callers put into words. What a Write function writes, the Read
// function of the same game reads as the same deal.
//
// # What is read
//
// Hands are split by /, |, ;, "vs" or new lines, or stand behind labels
// ("Player A:", "P1:"). Cards of the penalty games are split by spaces or
// commas, or not at all; 10 may be T; case does not matter; suits are letters
// or symbols and may be missing; - is any number card. JSON is read as the
// puzzle sites write it, also as the arguments of a call or without its outer
// braces, and #123 is the deal of a number. In Snap any character is a card, an
// emoji being one, also one of a Discord server's own. Code fences and quotes are ignored.
// Older chat clients turn new lines into spaces, so both are read.
//
// # Non-goals
//
// It settles nothing, knows no language, and knows notations but no games: each
// game makes its own deal of the hands or piles that are read.
package deal

// MaxText is the most bytes of a text that is read.
const MaxText = 64 << 10
