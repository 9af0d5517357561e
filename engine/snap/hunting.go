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
		Decks:   []string{"2x10/4", "2x26/13", "3x6/6"},
		Units:   []game.Unit{playUnit, takeUnit},
		New:     newHunter,
		Read:    readFind,
		Exhaust: exhaust,
		Odds:    func(game.Quest) (game.Odds, bool) { return nil, false },
	}
}

func parseQuest(q game.Quest) (hunt.Quest, error) {
	units := []game.Unit{playUnit, takeUnit}
	if !slices.Contains(units, q.Unit) {
		return hunt.Quest{}, fmt.Errorf("lengths cannot be compared by %q: want %q", q.Unit, units)
	}
	d, err := hunt.ParseDeck(q.Deck)
	return hunt.Quest{Deck: d, ByTakes: q.Unit == takeUnit, Seed: q.Seed, Worker: q.Worker}, err
}

// readFind reads a deal of the quest's deck.
func readFind(q game.Quest, text string) (game.Deal, error) {
	quest, err := parseQuest(q)
	if err != nil {
		return nil, err
	}
	d, err := ReadDeal(text)
	if err != nil {
		return nil, err
	}
	_, faces := d.numbered()
	dealt := hunt.Deck{Players: len(d.Piles), Cards: len(d.Piles[0]), Faces: len(faces) - 1}
	most := quest.Deck
	if dealt.Players != most.Players || dealt.Cards != most.Cards || dealt.Faces > most.Faces {
		return nil, fmt.Errorf("the deal has the deck %v, want %v, or fewer faces", dealt, most)
	}
	return d, nil
}

// hunter is a [hunt.Hunter] of a deck.
type hunter struct {
	*hunt.Hunter
	deck hunt.Deck
}

func newHunter(q game.Quest, state []byte) (game.Hunter, error) {
	quest, err := parseQuest(q)
	if err != nil {
		return nil, err
	}
	h, err := hunt.New(quest, state)
	if err != nil {
		return nil, err
	}
	return hunter{h, quest.Deck}, nil
}

// Hunt implements [game.Hunter].
func (h hunter) Hunt(ctx context.Context, n int64) ([]game.Find, error) {
	found, err := h.Hunter.Hunt(ctx, n)
	finds := make([]game.Find, len(found))
	for i, f := range found {
		var wrong error
		if finds[i], wrong = settleFind(context.WithoutCancel(ctx), h.deck, f); wrong != nil {
			return finds[:i], wrong
		}
	}
	return finds, err
}

// exhaust plays all deals of a deck.
func exhaust(ctx context.Context, q game.Quest, progress func(done, of int64)) (game.Exhausted, error) {
	quest, err := parseQuest(q)
	if err != nil {
		return game.Exhausted{}, err
	}
	all, err := hunt.Exhaust(ctx, quest, progress)
	if err != nil || all.Best.Step == 0 {
		return game.Exhausted{Deals: all.Deals, Loops: all.Loops}, err
	}
	best, err := settleFind(ctx, quest.Deck, all.Best)
	return game.Exhausted{Best: best, Deals: all.Deals, Loops: all.Loops}, err
}

// settleFind settles a find exactly. The cards get letters in the order in which they
// appear, as in the deal's key.
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
