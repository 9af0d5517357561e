// Package picture draws settled games by one renderer, as pictures and as films. A picture
// shows how many cards each player held from the deal to the end, or the clock face at the end
// of a game of patience; others show how long a member's games were, and the position of a
// puzzle. A film is an animated GIF of the game.
//
// # Goals
//
// Values in, bytes out: a game and a settled deal of it become a PNG, a name for
// the file and a description for people who cannot see it. The same input gives
// the same bytes. A picture follows from the [game.Game] and its
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
// a replay. At most [maxReplay] plays are replayed, and a picture of a longer game says
// that it is cut. A picture has at most [maxBytes].
//
// # Films
//
// A hand is a skyline: a card is a block on a shelf in its owner's colour, number cards
// low and dimmed, court cards as high as what they cost. In the pile a card keeps the
// colour of who played it, and behind it there are as many outlines in the payer's
// colour as cards are owed. Above it the chart of the picture is uncovered as the game is
// played: no film shows the end before. A loop is a ring, and its film is one cycle, so
// that it goes on without a seam. A game with a dial is shown on its dial.
//
// A film has [MaxPlays] plays at most, takes 5 to 20 seconds, and has about a megabyte at
// most. Its frames take up to a hundred megabytes while it is made, so only one is made at
// a time.
//
// # Languages
//
// Texts are messages below "picture." and come from a [words.Printer]. Letters
// that the Go fonts lack (others than Latin, Greek and Cyrillic) cannot be drawn.
//
// # Non-goals
//
// It knows no game: what a card costs, who owes how many and which cards match is asked of
// [game.Shown], [game.Owing] and [game.Matching], and outcomes come from the engine.
package picture
