// Package deal has what the readers of all games' deals share, and finds the deal
// in a message.
//
// # Goals
//
// One reader for all games, that never guesses in silence: text that can be read in two ways is an
// error that shows both. What cannot be read is reported all at once, the first five problems with
// the place, what was found and what would be right ([Problems]), as kinds and values that callers
// put into words.
//
// # From a text to hands
//
// [Open] reads a text in four steps. Each is a function of what the one before it returns:
//
//	clean   text → text    blanks in place of what belongs to the chat
//	scan    text → tokens  words, strings, labels, brackets, and what stands between them
//	tree    tokens → nodes words, strings, and lists of nodes, with their labels
//	split   nodes → hands
//
// The grammar of plain text, JSON and lists is one:
//
//	text   = { item | sign | line | "," }       sign = "/" | "|" | ";" | "vs" and the like
//	item   = [ label ] ( word | string | list ) label = word, or player's name, and ":" or "="
//	list   = "[" text "]" | "(" text ")" | "{" text "}"    in a list, ";" is a comma
//
// Hands are split by the strongest of labels, signs, lines and lists in a text. Beside lists, and
// beside strings, stands nothing else. A list with labels alone is an object, of which the hands are
// the member "hands", "piles", "input" or "deal", or those named as players.
//
// The grammar knows no programs. If a text has no hands by it, and is a program, all of it is blanked
// but (the first of these): what names of players are given; the only lists of cards, with nothing
// but commas between them; the only string of two hands; the arguments of the only call. Then the
// steps are taken again. A list that is a part of more ("[2] + [3]"), or beside which a function
// changes an order, is none.
//
// A game reads the words of the hands in its own notation. Cards of the usual decks are read by
// [ParseCard].
//
// # Messages
//
// [Find] looks for a deal of any game in a message: the one part that is marked, which is code, "#"
// and a number, or the packed hands of a record; else the whole message; else lines of their own. A
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
