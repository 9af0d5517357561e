// Package deal has what the readers of all games' deals share, and finds the deal
// in a message.
//
// # Goals
//
// One strict reader for all games, that never guesses in silence: text that can be read in two ways
// is an error that shows both. All that cannot be read is reported at once, the first five problems
// with the place, what was found and what would be right ([Problems]), as kinds and values that
// callers put into words.
//
// # From a text to hands
//
// [Open] reads a text in three steps. Each is a function of what the one before it returns:
//
//	clean  text → text    blanks in place of what belongs to the chat
//	scan   text → tokens  words, strings, labels, brackets, and what stands between them
//	split  tokens → hands by the strongest of labels, signs, lines and lists
//
// A hand is a run of words, or a list that has no other in it. Beside lists, and beside strings,
// stands nothing but signs; a list alone in a text may have several hands, as strings or with signs
// between them. An object whose member "deal" is a text is read as that text.
//
// All else with lists or strings is a program: all of it but its hands is blanked, by what names and
// signs touch them (see program.go), and the last two steps are taken again.
//
// A game reads the words of the hands in its own notation. Cards of the usual decks are read by
// [ParseCard].
//
// # Messages
//
// [InMessage] looks for a deal of any game in a message: the one part that is marked, which is code, "#"
// and a number, or the hands of a record; else the whole message; else lines of their own. A
// deal within a sentence is refused, and the refusal says how to mark it. Where there are several
// deals, none is chosen, and where the rest has what may be a card of the deal, or says that its
// order is another, it is refused.
//
// # Non-goals
//
// It settles nothing, has no texts for people, and knows notations but no games.
package deal

// MaxText is the most bytes of a text that is read.
const MaxText = 64 << 10
