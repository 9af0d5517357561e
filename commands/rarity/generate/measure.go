package main

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"nonna/commands/rarity"
	"nonna/engine/game"
	"nonna/engine/shuffle"
)

// chunk is the number of deals drawn from one seed, for Camicia a fraction of a
// second's work. Another number gives another sample.
const chunk = 1 << 16

// tally counts the outcomes of some deals.
type tally struct {
	ended        []int64 // by plays
	loops        int64
	plays, takes int64 // of those that ended
}

// measure settles random deals of a full division of a game with a Sample, and counts how
// long they take. The error is the context's, or says that the flags are impossible or that
// a deal is undecided within the game's budget.
func (f *flags) measure(ctx context.Context, g *game.Game, name string) (rarity.Sample, error) {
	if f.Deals < 1 || f.Workers < 1 {
		return rarity.Sample{}, fmt.Errorf("%d deals by %d workers: both must be at least 1", f.Deals, f.Workers)
	}
	division, _ := g.Division(name)
	var mu sync.Mutex
	var total tally
	work, within := errgroup.WithContext(ctx)
	work.SetLimit(f.Workers)
	// The seeds are drawn here in order, so the result does not depend on the workers.
	seeds := shuffle.New(f.Seed)
	for done := int64(0); done < f.Deals && within.Err() == nil; done += chunk {
		src, deals := shuffle.New(seeds.Uint64()), min(chunk, f.Deals-done)
		work.Go(func() error {
			t, err := settle(within, g, src, division.Options, deals)
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			total.add(t)
			return nil
		})
	}
	if err := cmp.Or(work.Wait(), ctx.Err()); err != nil {
		return rarity.Sample{}, err
	}
	return rarity.Sample{
		Game: g.Name, Division: name, Seed: f.Seed, Deals: f.Deals, Loops: total.loops,
		Plays: total.plays, Takes: total.takes, Curve: newCurve(total.ended),
	}, nil
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

// fineness is the part by which the number of longer or of shorter deals changes from
// one point to the next: a thirty-second.
const fineness = 32

// newCurve returns a curve of few points for counts[n], the number of deals that end
// after n plays. There must be a deal.
func newCurve(counts []int64) []rarity.Point {
	var all, last int64
	for plays, n := range counts {
		all += n
		if n > 0 {
			last = int64(plays)
		}
	}
	var curve []rarity.Point
	longer := all
	for plays, n := range counts {
		if n == 0 {
			continue
		}
		before := rarity.Point{int64(plays) - 1, longer}
		longer -= n
		here := rarity.Point{int64(plays), longer}
		switch {
		case len(curve) == 0:
			curve = append(curve, before, here)
		case here[0] == last:
			// The curve is flat before its last step, which has no logarithm.
			if curve[len(curve)-1][0] < before[0] {
				curve = append(curve, before)
			}
			curve = append(curve, here)
		case apart(curve[len(curve)-1], here, all):
			curve = append(curve, here)
		}
	}
	return slices.Clip(curve)
}

// apart reports whether b is far enough from a to be kept, of all deals.
func apart(a, b rarity.Point, all int64) bool {
	gone := a[1] - b[1]
	return gone*fineness >= a[1] || gone*fineness >= all-a[1]
}
