package snap

import (
	"context"
	"fmt"
	"slices"

	"nonna/engine/game"
	"nonna/engine/quest"
	"nonna/engine/snap/hunt"
)

// hunting returns how long games are looked for. A deck is a table and its faces: "2x4/4" is
// two players with four cards each, every card with one of four faces.
func hunting() *game.Hunting {
	return quest.Frame[hunt.Deck, []byte]{
		// The first is small enough that the longest game is found within minutes, and
		// too large to be proven; the second has the ranks of a pack of 52.
		Decks: []string{"2x10/4", "2x26/13", "3x6/6"}, Units: units(),
		Parse: hunt.ParseDeck, Read: readFind, Settle: settleFind,
		New: func(q hunt.Quest, state []byte) (quest.Finder[[]byte], error) { return hunt.New(q, state) },
		Exhaust: func(ctx context.Context, q hunt.Quest, _ quest.Settle[[]byte], progress func(done, of int64)) (hunt.Exhausted, error) {
			return hunt.Exhaust(ctx, q, progress)
		},
	}.Hunting()
}

// readFind reads a deal of a deck.
func readFind(most hunt.Deck, text string) (game.Deal, error) {
	d, err := ReadDeal(text)
	if err != nil {
		return nil, err
	}
	_, faces := d.numbered()
	dealt := hunt.Deck{Players: len(d.Piles), Cards: len(d.Piles[0]), Faces: len(faces) - 1}
	if dealt.Players != most.Players || dealt.Cards != most.Cards || dealt.Faces > most.Faces {
		return nil, fmt.Errorf("the deal has the deck %v, want %v, or fewer faces", dealt, most)
	}
	return d, nil
}

// settleFind settles a find exactly. The cards get letters in the order in which they appear, as
// in the deal's key.
func settleFind(ctx context.Context, deck hunt.Deck, f hunt.Find) (game.Find, error) {
	var d Deal
	letters := map[byte]string{}
	for pile := range slices.Chunk(f.Deal, deck.Cards) {
		var cards []string
		for _, face := range pile {
			if letters[face] == "" {
				letters[face] = string(rune('a' + len(letters)))
			}
			cards = append(cards, letters[face])
		}
		d.Piles = append(d.Piles, cards)
	}
	o, err := d.settle(ctx, game.DefaultBudget)
	return game.Find{Deal: d, Outcome: o, Step: f.Step}, err
}
