// Package deal has what the readers of all games' deals share, and finds the deal
// in a message.
//
// # Goals
//
// One forgiving reader for all games, that never guesses in silence: text that can
// be read in two ways is an error that shows both. What cannot be read is reported
// all at once, the first five problems with the place, what was found and what
// would be right ([Problems]), as kinds and values that callers put into words.
//
// # From a text to hands
//
// [Open] blanks what belongs to the chat. [Reader.Hands] parses the rest with one grammar, in
// which plain text, JSON and the lists of programs are the same: words, strings and lists, with
// labels and separators. A game reads the words of the hands in its own notation. Cards of the
// usual decks are read by [ParseCard].
//
// # Messages
//
// [Find] looks for a deal of any game in a message: the whole message, or the one part of it
// that is code, a list, "#" and a number, lines of cards or a run of cards with a separator. What
// touches a run must be a plain word, since it might belong to the deal. Where there are several
// deals, none is chosen.
//
// # Non-goals
//
// It settles nothing, has no texts for people, and knows notations but no games.
package deal

// MaxText is the most bytes of a text that is read.
const MaxText = 64 << 10
