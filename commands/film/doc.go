// Package film makes films of settled games: animated GIFs that a message can hold.
//
// # Goals
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
// a time. The same game gives the same bytes.
//
// # Non-goals
//
// It knows no game: what a card costs, who owes how many and which
// cards match is asked of [game.Shown], [game.Owing] and [game.Matching].
package film
