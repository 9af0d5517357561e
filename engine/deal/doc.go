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
// A game's own notation is in its package, built on a [Reader]. The reader cleans the
// text of what belongs to the chat or to a program, such as code fences, quotation marks and
// what makes lists in each language. It then splits the text into hands, labelled or not
// ([SplitHands], [Table]), or parses it as JSON ([Reader.JSON]), and collects the problems.
// Cards of the usual decks are read by [ParseCard].
//
// # Messages
//
// [Find] looks for a deal of any game in a message: the whole message, or the one
// block or span of code, JSON, "#" and number, paragraph or line in it that reads as
// a deal, or the one run of cards with a separator within a line. A run next to a
// word that could be a card is refused. Where there are several deals, none is
// chosen.
//
// # Non-goals
//
// It settles nothing, knows no language, and knows notations but no games.
package deal

// MaxText is the most bytes of a text that is read.
const MaxText = 64 << 10
