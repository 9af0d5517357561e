package snap

import (
	"context"
	"fmt"
	"slices"

	"nonna/engine/game"
	"nonna/engine/snap/hunt"
)

// hunting returns how long games are looked for. A deck is a table and its faces: "2x4/4" is
// two players with four cards each, every card with one of four faces.
func hunting() *game.Hunting {
	return &game.Hunting{
		// The first is small enough that the longest game is found within minutes, and
		// too large to be proven; the second has the ranks of a pack of 52.
		Decks: []string{"2x10/4", "2x26/13", "3x6/6"},
		New:   func(q game.Quest, state []byte) (game.Hunter, error) { return hunt.New(q, huntedDeal, state) },
		Read:  readHunted,
		PlayAll: func(ctx context.Context, q game.Quest, progress func(done, of int64)) (game.Census, error) {
			return hunt.PlayAll(ctx, q, huntedDeal, progress)
		},
		Odds: func(game.Quest) (game.Odds, bool) { return nil, false },
	}
}

// readHunted reads a deal of a quest's deck.
func readHunted(q game.Quest, text string) (game.Deal, error) {
	most, err := hunt.ParseDeck(q.Deck)
	if err != nil {
		return nil, err
	}
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

// huntedDeal returns the deal of a hunt. The cards get letters in the order of appearance,
// as in the deal's key.
func huntedDeal(deck hunt.Deck, faces []byte) game.Deal {
	var d Deal
	letters := map[byte]string{}
	for pile := range slices.Chunk(faces, deck.Cards) {
		var cards []string
		for _, face := range pile {
			if letters[face] == "" {
				letters[face] = string(rune('a' + len(letters)))
			}
			cards = append(cards, letters[face])
		}
		d.Piles = append(d.Piles, cards)
	}
	return d
}
