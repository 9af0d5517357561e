package repair

import (
	"context"
	"strings"
	"sync"

	"nonna/store"
)

// Resettling says how to settle stored games again.
type Resettling struct {
	// Settle settles the deal of a stored game. It is called from several goroutines.
	Settle func(context.Context, Settled) (store.Game, error)
	// Sample is the approximate number of games to settle, drawn at random; 0 for all.
	Sample int64
	// Progress, if not nil, is called with the number of games settled so far, each
	// time one of the parts is done. The calls do not overlap.
	Progress func(settled, done, parts int64)
}

// Resettled is the result of settling games again.
type Resettled struct {
	// Games is the number of games.
	Games int64
	// Mended are the games that had another result and were corrected, Wrong those that
	// were not corrected or could not be settled.
	Mended, Wrong Findings
	// Unreadable reports whether some games could not be settled, which [Database.Resettle]
	// does not mend.
	Unreadable bool
}

// Resettle compares the games of the database at path with what r.Settle returns for
// them, and changes nothing. Another process may use the database. The error is that of
// the context, or one of [Check].
func Resettle(ctx context.Context, path string, r Resettling) (Resettled, error) {
	return r.run(ctx, path, nil)
}

// Resettle is the function [Resettle], and corrects the games with other results. What is
// derived from them is wrong until [Database.Rebuild].
func (d *Database) Resettle(ctx context.Context, r Resettling) (Resettled, error) {
	return r.run(ctx, d.name, d.correct)
}

// run settles games again, and hands those with other results to correct, unless it is
// nil.
func (r Resettling) run(ctx context.Context, path string, correct func(context.Context, []Settled) error) (all Resettled, err error) {
	var mu sync.Mutex
	var done int64
	err = eachPart(ctx, path, r.Sample, func(ctx context.Context, games []Settled, parts int64) error {
		found, right, err := r.compare(ctx, games)
		if err != nil {
			return err
		}
		different := &all.Wrong
		if correct != nil && len(right) > 0 {
			if err := correct(ctx, right); err != nil {
				return err
			}
			different = &all.Mended
		}
		mu.Lock()
		defer mu.Unlock()
		all.Games += found.Games
		all.Wrong.join(found.Wrong)
		all.Unreadable = all.Unreadable || found.Unreadable
		different.join(found.Mended)
		done++
		if r.Progress != nil {
			r.Progress(all.Games, done, parts)
		}
		return nil
	})
	return all, err
}

// compare settles games again. It returns the games that cannot be settled as Wrong, those
// with other results as Mended, and the right results of the latter.
func (r Resettling) compare(ctx context.Context, games []Settled) (found Resettled, right []Settled, err error) {
	found.Games = int64(len(games))
	for _, stored := range games {
		g, err := r.Settle(ctx, stored)
		if ctx.Err() != nil {
			return found, nil, context.Cause(ctx)
		}
		if err != nil {
			found.Unreadable = true
			found.Wrong.add(stored.ID, err.Error())
		} else if different := stored.differences(g); different != nil {
			right = append(right, Settled{ID: stored.ID, Game: g})
			found.Mended.add(stored.ID, strings.Join(different, "; "))
		}
	}
	return found, right, nil
}
