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
	// time one of so many parts is done. The calls do not overlap.
	Progress func(settled, parts int64)
}

// Resettled is the result of settling games again.
type Resettled struct {
	// Games is the number of games.
	Games int64
	// Mended are the games that had another result and were corrected, Wrong those that
	// were not corrected or could not be settled.
	Mended, Wrong Findings
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
	return r.run(ctx, d.file.Path(), d.correct)
}

// run settles games again, and hands those with other results to correct, unless it is
// nil.
func (r Resettling) run(ctx context.Context, path string, correct func(context.Context, []Settled) error) (all Resettled, err error) {
	var mu sync.Mutex
	err = eachPart(ctx, path, r.Sample, func(ctx context.Context, games []Settled, parts int64) error {
		part, wrong, err := r.compare(ctx, games)
		if err != nil {
			return err
		}
		if correct != nil && len(wrong) > 0 {
			if err := correct(ctx, wrong); err != nil {
				return err
			}
		}
		mu.Lock()
		defer mu.Unlock()
		all.add(part, correct != nil)
		if r.Progress != nil {
			r.Progress(all.Games, parts)
		}
		return nil
	})
	return all, err
}

// compared is the result of comparing some games.
type compared struct {
	games                int64
	different, unsettled Findings
}

// compare settles games again, and returns what it finds and the correct results of the
// games that differ.
func (r Resettling) compare(ctx context.Context, games []Settled) (found compared, wrong []Settled, err error) {
	found.games = int64(len(games))
	for _, stored := range games {
		g, err := r.Settle(ctx, stored)
		if ctx.Err() != nil {
			return found, nil, context.Cause(ctx)
		}
		if err != nil {
			found.unsettled.add(stored.ID, err.Error())
		} else if different := stored.differences(g); different != nil {
			wrong = append(wrong, Settled{ID: stored.ID, Game: g})
			found.different.add(stored.ID, strings.Join(different, "; "))
		}
	}
	return found, wrong, nil
}

func (all *Resettled) add(part compared, mended bool) {
	all.Games += part.games
	all.Wrong.join(part.unsettled)
	if mended {
		all.Mended.join(part.different)
	} else {
		all.Wrong.join(part.different)
	}
}
