package camicia

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/hunt"
	"nonna/engine/lanes"
	"nonna/engine/penalty"
	"nonna/engine/quest"
)

// The decks of hunts that have a name.
const (
	fullDeck    = "full"
	italianDeck = "italian"
)

// hunting returns how long games are looked for, with published records to compare with.
func hunting(published *game.Catalogue) *game.Hunting {
	return &game.Hunting{
		Decks:    []string{fullDeck, italianDeck},
		SameDeck: sameDeck,
		New:      newHunter,
		Read:     readFound,
		Exhaust:  exhaust,
		Odds: func(q game.Quest) (game.Odds, bool) {
			d, err := parseDeck(q.Deck)
			if err != nil || d.counts != frenchCounts() || q.Unit != penalty.Units()[0] {
				return nil, false
			}
			return odds{marks: marks(published)}, true
		},
	}
}

// huntDeck is a deck to hunt with.
type huntDeck struct {
	counts hunt.Deck
	cards  card.Deck
}

func frenchCounts() hunt.Deck { return hunt.Deck{36, 4, 4, 4, 4} }

// parseDeck reads "full", "italian" or "36+4+4+4+4".
func parseDeck(text string) (huntDeck, error) {
	switch text {
	case fullDeck:
		return huntDeck{counts: frenchCounts()}, nil
	case italianDeck:
		return huntDeck{counts: hunt.Deck{28, 4, 4, 4}, cards: card.Italian}, nil
	}
	var d huntDeck
	parts := strings.Split(text, "+")
	ok := len(parts) == len(d.counts)
	for i := 0; ok && i < len(parts); i++ {
		n, err := strconv.ParseUint(parts[i], 10, 8)
		d.counts[i], ok = int(n), err == nil
	}
	if !ok || d.counts.String() != text {
		return d, fmt.Errorf("%.40q is no deck: want %s, %s, or the numbers of number cards, J, Q, K and A, such as 10+2+2+2+0",
			text, fullDeck, italianDeck)
	}
	return d, d.counts.Check()
}

// sameDeck reports whether two texts are the same deck.
func sameDeck(a, b string) bool {
	x, errX := parseDeck(a)
	y, errY := parseDeck(b)
	return errX == nil && errY == nil && x == y
}

// settle settles a deal of the deck with the exact engine.
func (d huntDeck) settle(ctx context.Context, f hunt.Find) (game.Find, error) {
	packed := penalty.NewPacked(f.Deal, d.cards)
	o, err := packed.Settle(ctx, game.DefaultBudget)
	return game.Find{Deal: Deal{packed.Deal()}, Outcome: o, Step: f.Step}, err
}

// parseQuest reads the deck of a quest.
func parseQuest(q game.Quest) (huntDeck, hunt.Quest, error) {
	d, err := parseDeck(q.Deck)
	if err != nil {
		return d, hunt.Quest{}, err
	}
	of, err := quest.Of(q, penalty.Units(), d.counts)
	return d, of, err
}

func newHunter(q game.Quest, state []byte) (game.Hunter, error) {
	d, of, err := parseQuest(q)
	if err != nil {
		return nil, err
	}
	h, err := hunt.New(of, state)
	return quest.Hunter[lanes.Position]{Finder: h, Settle: d.settle}, err
}

// readFound reads a deal of a deck.
func readFound(q game.Quest, text string) (game.Deal, error) {
	d, err := parseDeck(q.Deck)
	if err != nil {
		return nil, err
	}
	read, err := penalty.ReadDeal(text, d.cards, 2)
	if err != nil {
		return nil, err
	}
	var counts hunt.Deck
	for _, c := range slices.Concat(read.Hands...) {
		counts[d.cards.Debt(c.Rank)]++
	}
	switch a, b := len(read.Hands[0]), len(read.Hands[1]); {
	case counts != d.counts:
		return nil, fmt.Errorf("the deal has the cards %v, and the deck %v", counts, d.counts)
	case a != b:
		return nil, fmt.Errorf("the deal has hands of %d and %d cards: hunters deal equal ones", a, b)
	}
	return Deal{read}, nil
}

// exhaust plays all deals of a deck.
func exhaust(ctx context.Context, q game.Quest, progress func(done, of int64)) (game.Exhausted, error) {
	d, of, err := parseQuest(q)
	if err != nil {
		return game.Exhausted{}, err
	}
	all, err := hunt.Exhaust(ctx, of, d.settle, progress)
	if err != nil {
		return game.Exhausted{}, err
	}
	return all.Settled(ctx, d.settle)
}

// odds are those of the full deck by cards.
type odds struct {
	hunt.Law
	marks []game.Mark
}

// Marks implements [game.Odds].
func (o odds) Marks() []game.Mark { return o.marks }

// randomRecord is the longest game that anybody found by playing random deals alone, more
// than 10^10 of them.
const randomRecord = 6270

// marks returns the best of public random search and the record.
func marks(published *game.Catalogue) []game.Mark {
	list := []game.Mark{{Name: game.Phrase{ID: "camicia.mark-random"}, Length: randomRecord}}
	if longest := published.Longest(penalty.FrenchDivision, false); len(longest) > 0 {
		list = append(list, game.Mark{Name: game.Phrase{ID: "camicia.mark-record"}, Length: longest[0].Length.Plays})
	}
	return list
}
