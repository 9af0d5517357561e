package beggar

import (
	"slices"
	"strings"

	"nonna/engine/card"
	"nonna/engine/deal"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// maxShuffled is the most players who share a shuffled deck: each gets a card.
const maxShuffled = 52

// maxFound is the most hands of a deal in a message: more may be piles of another game.
const maxFound = 8

// New returns the game, with the record deals that were published.
func New(published *game.Catalogue) *game.Game {
	return &game.Game{
		Name: "beggar", Params: []game.Param{playersParam()}, Units: penalty.Units(), Seats: seats(),
		Full: []string{penalty.FrenchDivision}, Chart: game.Chart{ByTake: true}, Published: published,
		Examples: []game.Example{{Text: "TD AC / 5H 4D / JS KC 2H"}, {Text: "J 2 3 / 4 J 5"}},
		Read:     func(text string, _ game.Options) (game.Deal, error) { return read(text, game.MaxPlayers) },
		Find:     func(text string, _ bool) (game.Deal, error) { return find(text) },
		Shuffle: func(src *shuffle.Source, o game.Options) game.Deal {
			return Random(src, playersParam().Int(o))
		},
		Division: division,
		Answer: func(_ game.Options, budget int64) game.LineAnswerer {
			return penalty.Quick(card.French, budget, appendReport)
		},
	}
}

func seats() game.Seats { return game.Seats{} }

func playersParam() game.Param {
	return game.Param{Name: "players", Shuffled: true, Min: 2, Max: maxShuffled, Default: 2}
}

func read(text string, most int) (game.Deal, error) {
	d, err := penalty.ReadDeal(text, card.French, most)
	return Deal{d}, err
}

// find reads a part of a message. Rows of a whole deck may be hands, or lines of two hands.
func find(text string) (game.Deal, error) {
	d, err := penalty.ReadDeal(text, card.French, maxFound)
	if n := len(d.Hands); err == nil && n > 2 && n%2 == 0 && d.IsDeck() && !strings.ContainsAny(text, "/|;:") {
		two := penalty.Deal{Deck: d.Deck, Hands: [][]card.Card{slices.Concat(d.Hands[:n/2]...), slices.Concat(d.Hands[n/2:]...)}}
		r := &deal.Reader{Text: text}
		r.SeveralDeals(0, len(strings.TrimSpace(text)), d.Short(), two.Short())
		return Deal{d}, r.Err()
	}
	return Deal{d}, err
}

// division describes a division of the French deck. A shuffle can give those of the whole
// deck, dealt to some players.
func division(name string) (game.Division, bool) {
	d, ok := penalty.DescribeDivision(name)
	if !ok || name == penalty.ItalianDivision {
		return d, false
	}
	if name == penalty.FrenchDivision {
		d.Shuffled = true
		return d, true
	}
	m, _ := penalty.ReadDivision(name)
	if m.Hands <= maxShuffled && Random(shuffle.New(1), m.Hands).Division() == name { // the seed does not matter: a division depends on cards and sizes
		d.Shuffled, d.Options = true, playersParam().With(m.Hands)
	}
	return d, true
}
