// Package game says what a card game is that plays itself.
//
// # Goals
//
// One [Game] value tells a program all it needs to know of a game: its name,
// how a deal is read, found in a message, shuffled, settled, traced and
// replayed, and what it competes in. So commands, streams, stores, pictures and
// boards serve every game by one piece of code, and none of them names one.
//
// All that leaves a game to be said is a [Phrase]: the id of a message and the
// values for its places.
//
// # Non-goals
//
// It plays nothing and knows no language. The games stand in packages of their
// own, and package engine lists them.
package game
