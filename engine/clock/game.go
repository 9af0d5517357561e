package clock

import (
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// odds is n if one deal in n is won.
const odds = 13

// division is the only division.
const division = "52"

// New returns the game. It has no boards: no game of 52 cards is a record.
func New() *game.Game {
	return &game.Game{
		Name: "clock", Aliases: []string{"patience"}, Units: [2]game.Unit{"unit.cards", ""},
		Examples: []game.Example{{Text: "JJ77/865K/2T9A/Q3K6/8748/3T5Q/J7AT/3A6K/23K6/5T54/Q9J2/94Q4/A982"}},
		Odds:     odds,
		Read:     func(text string, _ game.Options) (game.Deal, error) { return ReadDeal(text) },
		// In a message, values without any separator of piles are not a deal.
		Find:    func(text string, _ bool) (game.Deal, error) { return read(text, true) },
		Shuffle: func(src *shuffle.Source, _ game.Options) game.Deal { return Random(src) },
	}
}
