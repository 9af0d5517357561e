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
)

// The decks of hunts that have a name.
const (
	fullDeck    = "full"
	italianDeck = "italian"
)

// hunting returns how long games are looked for, with published records to compare with.
func hunting(published *game.Catalogue) *game.Hunting {
	units := penalty.Units()
	return &game.Hunting{
		Decks:    []string{fullDeck, italianDeck},
		SameDeck: sameDeck,
		Units:    units[:],
		New:      newHunter,
		Read:     readFound,
		Exhaust:  exhaust,
		Odds: func(q game.Quest) (game.Odds, bool) {
			d, err := parseDeck(q.Deck)
			if err != nil || d.counts != frenchCounts() || q.Unit != units[0] {
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

// packed returns a deal of the deck.
func (d huntDeck) packed(p lanes.Position) penalty.Packed { return penalty.NewPacked(p, d.cards) }

// settle settles a deal of the deck with the exact engine.
func (d huntDeck) settle(ctx context.Context, p lanes.Position, step int64) (game.Find, error) {
	packed := d.packed(p)
	o, err := packed.Settle(ctx, game.DefaultBudget)
	return game.Find{Deal: Deal{packed.Deal()}, Outcome: o, Step: step}, err
}

// parseQuest returns the deck of a quest, and whether lengths are compared by tricks.
func parseQuest(q game.Quest) (d huntDeck, byTricks bool, err error) {
	units := penalty.Units()
	unit := slices.Index(units[:], q.Unit)
	if unit < 0 {
		return d, false, fmt.Errorf("lengths cannot be compared by %q: want %q", q.Unit, units)
	}
	d, err = parseDeck(q.Deck)
	return d, unit == 1, err
}

// hunter is a [hunt.Hunter] of a deck.
type hunter struct {
	*hunt.Hunter
	deck huntDeck
}

func newHunter(q game.Quest, state []byte) (game.Hunter, error) {
	d, byTricks, err := parseQuest(q)
	if err != nil {
		return nil, err
	}
	h, err := hunt.New(hunt.Quest{Deck: d.counts, ByTricks: byTricks, Seed: q.Seed, Worker: q.Worker}, state)
	if err != nil {
		return nil, err
	}
	return hunter{h, d}, nil
}

// Hunt implements [game.Hunter].
func (h hunter) Hunt(ctx context.Context, n int64) ([]game.Find, error) {
	found, err := h.Hunter.Hunt(ctx, n)
	finds := make([]game.Find, len(found))
	for i, f := range found {
		var wrong error
		if finds[i], wrong = h.deck.settle(context.WithoutCancel(ctx), f.Deal, f.Step); wrong != nil {
			return finds[:i], wrong
		}
	}
	return finds, err
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
	d, byTricks, err := parseQuest(q)
	if err != nil {
		return game.Exhausted{}, err
	}
	all, err := hunt.Exhaust(ctx, d.counts, byTricks, d.end, progress)
	if err != nil || all.Best.Step == 0 {
		return game.Exhausted{Deals: all.Deals, Loops: all.Loops}, err
	}
	best, err := d.settle(ctx, all.Best.Deal, all.Best.Step)
	return game.Exhausted{Best: best, Deals: all.Deals, Loops: all.Loops}, err
}

// end settles a deal exactly, and reports false if it does not end.
func (d huntDeck) end(ctx context.Context, p lanes.Position) (hunt.Find, bool, error) {
	f, err := d.settle(ctx, p, 0)
	l := f.Outcome.Length
	return hunt.Find{Deal: p, Cards: l.Plays, Tricks: l.Takes}, f.Outcome.Ending.Ends(), err
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
