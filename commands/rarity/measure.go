package rarity

import (
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"nonna/engine/card"
	"nonna/engine/game"
	"nonna/engine/penalty"
	"nonna/engine/shuffle"
)

// chunk is how many deals are drawn from one seed: a fraction of a second's
// work. Another number gives another sample.
const chunk = 1 << 16

// Plan says what to measure.
type Plan struct {
	// Deck is dealt in full, to two players.
	Deck card.Deck
	// Deals is how many random deals to settle, at least 1.
	Deals int64
	// Seed is what they are drawn from.
	Seed uint64
	// Workers is how many goroutines share the work, at least 1. The sample is
	// the same for any number.
	Workers int
	// Progress, unless nil, is told after some deals how many they were; it is
	// called by one goroutine at a time.
	Progress func(deals int64)
}

// tally counts the outcomes of some deals.
type tally struct {
	ended         []int64 // by cards
	loops         int64
	cards, tricks int64 // of those that ended
}

// Measure settles random deals and counts how long they take. The error is the
// context's, that of a plan nothing can be measured by, or that of a deal
// undecided within [game.DefaultBudget], which is not to be expected.
func Measure(ctx context.Context, p Plan) (Sample, error) {
	if p.Deals < 1 || p.Workers < 1 {
		return Sample{}, fmt.Errorf("%d deals by %d workers: both must be at least 1", p.Deals, p.Workers)
	}
	var mu sync.Mutex
	var total tally
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(p.Workers)
	// A seed a chunk, drawn here in order, keeps workers out of the result.
	seeds := shuffle.New(p.Seed)
	for done := int64(0); done < p.Deals && ctx.Err() == nil; done += chunk {
		src, deals := shuffle.New(seeds.Uint64()), min(chunk, p.Deals-done)
		g.Go(func() error {
			t, err := settle(ctx, src, p.Deck, deals)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			total.add(t)
			if p.Progress != nil {
				p.Progress(deals)
			}
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		return Sample{}, err
	}
	return total.sample(p)
}

// settle settles one chunk.
func settle(ctx context.Context, src *shuffle.Source, deck card.Deck, deals int64) (tally, error) {
	var t tally
	if err := ctx.Err(); err != nil {
		return t, err
	}
	for range deals {
		p := penalty.RandomPacked(src, deck)
		o, err := p.Settle(ctx, game.DefaultBudget)
		if err != nil {
			return t, err
		}
		switch o.Ending {
		case game.Won:
			t.count(o.Length.Plays, 1)
			t.cards += o.Length.Plays
			t.tricks += o.Length.Takes
		case game.Loop:
			t.loops++
		default:
			return t, fmt.Errorf("deal %s: %s after %d cards", p.Deal().Key(), o.Ending, o.Length.Plays)
		}
	}
	return t, nil
}

// count notes n deals that ended after so many cards.
func (t *tally) count(cards, n int64) {
	if missing := int(cards) + 1 - len(t.ended); missing > 0 {
		t.ended = append(t.ended, make([]int64, missing)...)
	}
	t.ended[cards] += n
}

// add adds another tally's deals.
func (t *tally) add(other tally) {
	for cards, n := range other.ended {
		if n > 0 {
			t.count(int64(cards), n)
		}
	}
	t.loops += other.loops
	t.cards += other.cards
	t.tricks += other.tricks
}

// sample makes a tally of the plan's deals the sample.
func (t *tally) sample(p Plan) (Sample, error) {
	if t.loops == p.Deals {
		return Sample{}, fmt.Errorf("none of %d deals ends: there is no length to measure", p.Deals)
	}
	s := Sample{
		Division: penalty.RandomPacked(shuffle.New(p.Seed), p.Deck).Deal().Division(),
		Seed:     p.Seed,
		Deals:    p.Deals,
		Loops:    t.loops,
		Cards:    t.cards,
		Tricks:   t.tricks,
		curve:    newCurve(t.ended),
	}
	s.ends()
	return s, nil
}
