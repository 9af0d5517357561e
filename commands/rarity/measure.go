package rarity

import (
	"cmp"
	"context"
	"fmt"
	"sync"

	"golang.org/x/sync/errgroup"

	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// chunk is the number of deals drawn from one seed, for Camicia a fraction of a
// second's work. Another number gives another sample.
const chunk = 1 << 16

// Plan says what to measure.
type Plan struct {
	// Game has a Sample, and Division is one of its full divisions.
	Game     *game.Game
	Division string
	// Deals is the number of random deals to settle, at least 1.
	Deals int64
	// Seed is the seed of the deals.
	Seed uint64
	// Workers is the number of goroutines that share the work, at least 1. It does
	// not change the sample.
	Workers int
	// Progress, unless nil, is called with a number of deals after settling them, by
	// one goroutine at a time.
	Progress func(deals int64)
}

// tally counts the outcomes of some deals.
type tally struct {
	ended        []int64 // by plays
	loops        int64
	plays, takes int64 // of those that ended
}

// Measure settles random deals and counts how long they take. The error is the
// context's, or says that the plan is impossible or that a deal is undecided within
// the game's budget.
func Measure(ctx context.Context, p Plan) (Sample, error) {
	if p.Deals < 1 || p.Workers < 1 {
		return Sample{}, fmt.Errorf("%d deals by %d workers: both must be at least 1", p.Deals, p.Workers)
	}
	division, ok := p.Game.Division(p.Division)
	if !ok || !division.Shuffled {
		return Sample{}, fmt.Errorf("%s has no shuffles of the division %q", p.Game.Name, p.Division)
	}
	var mu sync.Mutex
	var total tally
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(p.Workers)
	// The seeds are drawn here in order, so the result does not depend on the workers.
	seeds := shuffle.New(p.Seed)
	for done := int64(0); done < p.Deals && ctx.Err() == nil; done += chunk {
		src, deals := shuffle.New(seeds.Uint64()), min(chunk, p.Deals-done)
		g.Go(func() error {
			t, err := settle(ctx, p.Game, src, division.Options, deals)
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
func settle(ctx context.Context, g *game.Game, src *shuffle.Source, o game.Options, deals int64) (tally, error) {
	var t tally
	if err := ctx.Err(); err != nil {
		return t, err
	}
	var failed error
	err := g.Sample(ctx, src, o, deals, func(out game.Outcome) {
		switch {
		case out.Ending.Ends():
			t.count(out.Length.Plays, 1)
			t.plays += out.Length.Plays
			t.takes += out.Length.Takes
		case out.Ending == game.Loop:
			t.loops++
		default:
			failed = fmt.Errorf("a deal of %s is %s after %d plays", g.Name, out.Ending, out.Length.Plays)
		}
	})
	return t, cmp.Or(err, failed)
}

// count adds n deals that ended after a number of plays.
func (t *tally) count(plays, n int64) {
	if missing := int(plays) + 1 - len(t.ended); missing > 0 {
		t.ended = append(t.ended, make([]int64, missing)...)
	}
	t.ended[plays] += n
}

// add adds another tally's deals.
func (t *tally) add(other tally) {
	for plays, n := range other.ended {
		if n > 0 {
			t.count(int64(plays), n)
		}
	}
	t.loops += other.loops
	t.plays += other.plays
	t.takes += other.takes
}

// sample returns the tally of a plan's deals as a sample.
func (t *tally) sample(p Plan) (Sample, error) {
	if t.loops == p.Deals {
		return Sample{}, fmt.Errorf("none of %d deals ends: there is no length to measure", p.Deals)
	}
	s := Sample{
		Game:     p.Game.Name,
		Division: p.Division,
		Seed:     p.Seed,
		Deals:    p.Deals,
		Loops:    t.loops,
		Plays:    t.plays,
		Takes:    t.takes,
		curve:    newCurve(t.ended),
	}
	s.ends()
	return s, nil
}
