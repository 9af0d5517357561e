package camicia

import (
	"context"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// New returns the game, with the record deals that were published.
func New(published *game.Catalogue) *game.Game {
	return &game.Game{
		Name: "camicia", Params: []game.Param{deckParam()}, Units: penalty.Units(), Seats: seats(),
		Full:  []string{penalty.FrenchDivision, penalty.ItalianDivision},
		Chart: game.Chart{ByTake: true}, Published: published,
		Examples: []game.Example{
			{Text: "2 A 7 8 Q 10 / 3 4 5 6 K 9 J"},
			{Text: "J 2 3 / 4 J 5"},
			{Text: "5 3 7 / 4 2 6", Options: inDeck(card.Italian)},
			{Text: "1 4 5 / 6 1 7", Options: inDeck(card.Italian)},
		},
		Read: read,
		Find: find, Named: named,
		Shuffle: func(src *shuffle.Source, o game.Options) game.Deal {
			return Random(src, deckOf(o))
		},
		Division: division,
		Answer: func(o game.Options, budget int64) game.LineAnswerer {
			return penalty.Quick(deckOf(o), budget, reporter{penalty.NewNumbering()}.append)
		},
		Sample: func(ctx context.Context, src *shuffle.Source, o game.Options, deals int64, see func(game.Outcome)) error {
			return penalty.Sample(ctx, src, deckOf(o), deals, game.DefaultBudget, see)
		},
		Hunting:     hunting(),
		Puzzle:      puzzle,
		SecretHands: penalty.SecretHands(),
	}
}

func seats() game.Seats { return game.Seats{Letters: true} }

// division describes a division of two hands. Full decks are shuffled.
func division(name string) (game.Division, bool) {
	d, ok := penalty.DescribeDivision(name)
	if m, _ := penalty.ReadDivision(name); m.Hands > 2 {
		return d, false
	}
	switch name {
	case penalty.FrenchDivision:
		d.Shuffled = true
	case penalty.ItalianDivision:
		d.Shuffled, d.Options = true, inDeck(card.Italian)
	}
	return d, ok
}
