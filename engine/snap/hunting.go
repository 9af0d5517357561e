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
	return &game.Hunting{
		// The first is small enough that the longest game is found within minutes, and
		// too large to be proven; the second has the ranks of a pack of 52.
		Decks:   []string{"2x10/4", "2x26/13", "3x6/6"},
		New:     newHunter,
		Read:    readFind,
		Exhaust: exhaust,
		Odds:    func(game.Quest) (game.Odds, bool) { return nil, false },
	}
}

func parseQuest(q game.Quest) (hunt.Quest, error) {
	d, err := hunt.ParseDeck(q.Deck)
	if err != nil {
		return hunt.Quest{}, err
	}
	return quest.Of(q, [2]game.Unit{playUnit, takeUnit}, d)
}

// readFind reads a deal of the quest's deck.
func readFind(q game.Quest, text string) (game.Deal, error) {
	of, err := parseQuest(q)
	if err != nil {
		return nil, err
	}
	d, err := ReadDeal(text)
	if err != nil {
		return nil, err
	}
	_, faces := d.numbered()
	dealt := hunt.Deck{Players: len(d.Piles), Cards: len(d.Piles[0]), Faces: len(faces) - 1}
	most := of.Deck
	if dealt.Players != most.Players || dealt.Cards != most.Cards || dealt.Faces > most.Faces {
		return nil, fmt.Errorf("the deal has the deck %v, want %v, or fewer faces", dealt, most)
	}
	return d, nil
}

func newHunter(q game.Quest, state []byte) (game.Hunter, error) {
	of, err := parseQuest(q)
	if err != nil {
		return nil, err
	}
	h, err := hunt.New(of, state)
	return quest.Hunter[[]byte]{Finder: h, Settle: settleFind(of.Deck)}, err
}

// exhaust plays all deals of a deck.
func exhaust(ctx context.Context, q game.Quest, progress func(done, of int64)) (game.Exhausted, error) {
	of, err := parseQuest(q)
	if err != nil {
		return game.Exhausted{}, err
	}
	all, err := hunt.Exhaust(ctx, of, progress)
	if err != nil {
		return game.Exhausted{}, err
	}
	return all.Settled(ctx, settleFind(of.Deck))
}

// settleFind returns what settles finds exactly. The cards get letters in the order in which
// they appear, as in the deal's key.
func settleFind(deck hunt.Deck) quest.Settle[[]byte] {
	return func(ctx context.Context, f hunt.Find) (game.Find, error) {
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
}
