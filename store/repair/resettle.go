package repair

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"nonna/store"
	"nonna/store/internal/database"
	"nonna/store/internal/laws"
	"nonna/store/internal/sqltx"
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

// Findings are the first findings about games, and the number of all others.
type Findings struct {
	first []finding
	more  int
}

type finding struct {
	game int64
	text string
}

// maxFindings is the number of games that [Findings.List] describes.
const maxFindings = 20

func (f *Findings) add(game int64, text string) {
	f.join(Findings{first: []finding{{game, text}}})
}

func (f *Findings) join(others Findings) {
	f.first = append(f.first, others.first...)
	slices.SortFunc(f.first, func(a, b finding) int { return cmp.Compare(a.game, b.game) })
	kept := min(len(f.first), maxFindings)
	f.more += others.more + len(f.first) - kept
	f.first = f.first[:kept]
}

// List describes the games with the lowest ids, at most 20, and counts the others.
func (f Findings) List() (all []string) {
	for _, one := range f.first {
		all = append(all, fmt.Sprintf("game %d: %s", one.game, one.text))
	}
	if f.more > 0 {
		all = append(all, fmt.Sprintf("and %d more games", f.more))
	}
	return all
}

// CheckAndResettle is [Check], and compares the games at the same time with what r.Settle returns
// for them: each alone would leave a core idle. The error can be that of the context too.
func CheckAndResettle(ctx context.Context, path string, r Resettling) (report Report, again Resettled, err error) {
	// Of connections that are closed at once none would move the write-ahead log of a file into it.
	err = database.View(ctx, path, 1+readers(), func(ctx context.Context, reads *sqltx.Pool) error {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		var settling errgroup.Group
		settling.Go(func() (err error) {
			again, err = r.run(ctx, reads, nil)
			return err
		})
		report, err = sqltx.Value(ctx, reads, laws.Check)
		if err != nil {
			cancel()
		}
		// Where there is damage it says why games cannot be read.
		if failed := settling.Wait(); err == nil && (report.OK() || ctx.Err() != nil) {
			err = failed
		}
		return err
	})
	return report, again, err
}

// Resettle compares games as [CheckAndResettle] does, and corrects those with other results.
// Derived values are wrong until [Database.Rebuild].
func (d *Database) Resettle(ctx context.Context, r Resettling) (again Resettled, err error) {
	err = database.View(ctx, d.name, readers(), func(ctx context.Context, reads *sqltx.Pool) (err error) {
		again, err = r.run(ctx, reads, d.correct)
		return err
	})
	return again, err
}

// readers is how many read games and settle them at the same time.
func readers() int { return runtime.GOMAXPROCS(0) }

// partGames is the number of games that are read at a time.
const partGames = 1000

// run settles games again, each reader some at a time, and hands those with other results to
// correct, unless it is nil. Its first error ends it.
func (r Resettling) run(ctx context.Context, reads *sqltx.Pool, correct func(context.Context, []Settled) error) (all Resettled, err error) {
	last, err := sqltx.Value(ctx, reads, func(ctx context.Context, tx *sqltx.Tx) (int64, error) {
		return sqltx.Number[int64](tx.Row(ctx, largestID).Scan)
	})
	if err != nil {
		return all, err
	}
	// Ids have few gaps, so every step-th game is as good as a random draw.
	first, step := int64(1), int64(1)
	if r.Sample > 0 {
		step = max(1, last/r.Sample)
		first += rand.Int64N(step)
	}
	width := partGames * step
	parts := (last-first)/width + 1
	var mu sync.Mutex
	var done int64
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(readers())
	for from := first; from <= last && ctx.Err() == nil; from += width {
		group.Go(func() error {
			found, err := r.part(ctx, reads, from, from+width, step, correct)
			mu.Lock()
			defer mu.Unlock()
			all.Games += found.Games
			all.Unreadable = all.Unreadable || found.Unreadable
			all.Wrong.join(found.Wrong)
			all.Mended.join(found.Mended)
			done++
			if r.Progress != nil && err == nil {
				r.Progress(all.Games, done, parts)
			}
			return err
		})
	}
	err = group.Wait()
	return all, err
}

// part settles every step-th game with an id in [from, to) again.
func (r Resettling) part(ctx context.Context, reads *sqltx.Pool, from, to, step int64, correct func(context.Context, []Settled) error) (found Resettled, err error) {
	// A transaction of its own: a long one would keep the write-ahead log from being moved into the
	// file while the bot runs.
	games, err := sqltx.Value(ctx, reads, func(ctx context.Context, tx *sqltx.Tx) ([]Settled, error) {
		return sqltx.List(ctx, tx, scanSettled, settledBetween, from, to, step)
	})
	if err != nil {
		return found, err
	}
	found.Games = int64(len(games))
	different := &found.Wrong
	if correct != nil {
		different = &found.Mended
	}
	var right []Settled
	for _, stored := range games {
		g, err := r.Settle(ctx, stored)
		if ctx.Err() != nil {
			return found, context.Cause(ctx)
		}
		if err != nil {
			found.Unreadable = true
			found.Wrong.add(stored.ID, err.Error())
		} else if all := stored.differences(g); all != nil {
			right = append(right, Settled{ID: stored.ID, Game: g})
			different.add(stored.ID, strings.Join(all, "; "))
		}
	}
	if correct != nil && len(right) > 0 {
		err = correct(ctx, right)
	}
	return found, err
}
