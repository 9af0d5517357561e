package camicia

import (
	"context"
	"fmt"
	"slices"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/hunt"
	"nonna/engine/lanes"
	"nonna/engine/penalty"
)

// The decks of hunts that have a name.
const (
	fullDeck    = "full"
	italianDeck = "italian"
)

// hunting returns how long games are looked for.
func hunting() *game.Hunting {
	return &game.Hunting{
		Decks: []string{fullDeck, italianDeck}, Divisions: []string{penalty.FrenchDivision, penalty.ItalianDivision},
		New: func(q game.Quest, state []byte) (game.Hunter, error) {
			d, err := parseDeck(q.Deck)
			if err != nil {
				return nil, err
			}
			return hunt.New(q, d.Deck, d.deal, state)
		},
		Read: func(q game.Quest, text string) (game.Deal, error) {
			d, err := parseDeck(q.Deck)
			if err != nil {
				return nil, err
			}
			return d.read(text)
		},
		PlayAll: func(ctx context.Context, q game.Quest, progress func(done, of int64)) (game.Census, error) {
			d, err := parseDeck(q.Deck)
			if err != nil {
				return game.Census{}, err
			}
			return hunt.PlayAll(ctx, q, d.Deck, d.deal, progress)
		},
		Odds: func(q game.Quest) (game.Odds, bool) {
			d, err := parseDeck(q.Deck)
			return hunt.Law{}, err == nil && d.Deck == frenchCounts() && !q.ByTakes
		},
	}
}

// huntDeck is a deck to hunt with.
type huntDeck struct {
	hunt.Deck
	cards card.Deck
}

func frenchCounts() hunt.Deck { return hunt.Deck{36, 4, 4, 4, 4} }

// parseDeck reads "full", "italian" or "36+4+4+4+4".
func parseDeck(text string) (huntDeck, error) {
	switch text {
	case fullDeck:
		return huntDeck{Deck: frenchCounts()}, nil
	case italianDeck:
		return huntDeck{Deck: hunt.Deck{28, 4, 4, 4}, cards: card.Italian}, nil
	}
	var d huntDeck
	n := &d.Deck
	if _, err := fmt.Sscanf(text, "%d+%d+%d+%d+%d", &n[0], &n[1], &n[2], &n[3], &n[4]); err != nil || d.String() != text {
		return d, fmt.Errorf("%.40q is no deck: want %s, %s, or the numbers of number cards, J, Q, K and A, such as 10+2+2+2+0",
			text, fullDeck, italianDeck)
	}
	return d, d.Check()
}

// deal returns two hands of the deck.
func (d huntDeck) deal(hands lanes.Position) game.Deal {
	return Deal{penalty.NewPacked(hands, d.cards).Deal()}
}

// read reads a deal of the deck.
func (d huntDeck) read(text string) (game.Deal, error) {
	read, err := penalty.ReadDeal(text, d.cards, 2)
	if err != nil {
		return nil, err
	}
	var counts hunt.Deck
	for _, c := range slices.Concat(read.Hands...) {
		counts[d.cards.Debt(c.Rank)]++
	}
	switch a, b := len(read.Hands[0]), len(read.Hands[1]); {
	case counts != d.Deck:
		return nil, fmt.Errorf("the deal has the cards %v, and the deck %v", counts, d)
	case a != b:
		return nil, fmt.Errorf("the deal has hands of %d and %d cards: hunters deal equal ones", a, b)
	}
	return Deal{read}, nil
}
