package store

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"nonna/store/internal/table"
)

// Settled is a game as far as it follows from its deal: its id, and the fields of
// [Game] that say what was dealt, how it went and where it ranks.
type Settled struct {
	ID int64
	Game
}

// batchGames is how many games [EachSettled] hands out at a time.
const batchGames = 1000

const (
	largestID = `SELECT COALESCE(MAX(id), 0) FROM games`

	settledBetween = `
SELECT g.id, g.game, g.division, g.deal, g.options, g.deal_key, g.ending,
  g.plays, g.takes, g.cycle_plays, g.cycle_takes, COALESCE(b.kind, '')
FROM games AS g LEFT JOIN boards AS b ON b.id = g.board_id
WHERE g.id >= $1 AND g.id < $2 AND (g.id - $1) % $3 = 0 ORDER BY g.id`
)

// EachSettled hands out what is stored in a file that need not be opened, and that
// another process may have open: every game, or about sample of them, drawn at
// random, where sample is not 0. In a game's place of Key stands a digest, and Kind
// is that of the board that it is on. see is called from several goroutines, with
// games that it owns and the number of calls there will be. The error is the first
// of see, the context's, or one of [Open].
func EachSettled(ctx context.Context, path string, sample int64, see func(_ context.Context, games []Settled, calls int64) error) error {
	readers := runtime.GOMAXPROCS(0)
	return withFile(ctx, path, readers, func(db *sql.DB) error {
		var last int64
		if err := db.QueryRowContext(ctx, largestID).Scan(&last); err != nil {
			return classify(err)
		}
		// Ids have few gaps: every step-th is as good as a draw.
		first, step := int64(1), int64(1)
		if sample > 0 {
			step = max(1, last/sample)
			first += rand.Int64N(step)
		}
		width := batchGames * step
		calls := (last-first)/width + 1
		var call atomic.Int64
		group, ctx := errgroup.WithContext(ctx)
		for range readers {
			group.Go(func() error {
				for n := call.Add(1); n <= calls; n = call.Add(1) {
					from := first + (n-1)*width
					games, err := readSettled(ctx, db, from, from+width, step)
					if err == nil {
						err = see(ctx, games, calls)
					}
					if err != nil {
						return err
					}
				}
				return nil
			})
		}
		return group.Wait()
	})
}

// readSettled reads the games with every step-th id from one up to another. Each
// call is a transaction of its own: a long one would keep the log from being
// written back where the bot runs.
func readSettled(ctx context.Context, db *sql.DB, from, to, step int64) ([]Settled, error) {
	var all []Settled
	err := transact(ctx, db, nil, func(t session) error {
		return t.each(ctx, settledBetween, []any{from, to, step}, func(rows *sql.Rows) error {
			var g Settled
			err := rows.Scan(&g.ID, &g.Game.Game, &g.Division, &g.Deal, &g.Options, &g.Key, &g.Ending,
				&g.Plays, &g.Takes, &g.CyclePlays, &g.CycleTakes, &g.Kind)
			all = append(all, g)
			return err
		})
	})
	return all, err
}

// Differences says where a game of [EachSettled] is otherwise than what its deal
// comes to, nil for nowhere.
func (s Settled) Differences(want Game) []string {
	if s.Kind == NoBoard {
		want.Kind = NoBoard // it may be off the boards for other reasons
	}
	var all []string
	for _, f := range []struct {
		name     string
		is, want any
	}{
		{"division", s.Division, want.Division},
		{"key", s.Key, table.Digest(want.Key)},
		{"ending", s.Ending, want.Ending},
		{"plays", s.Plays, want.Plays},
		{"takes", s.Takes, want.Takes},
		{"plays of the cycle", s.CyclePlays, want.CyclePlays},
		{"takes of the cycle", s.CycleTakes, want.CycleTakes},
		{"board", s.Kind, want.Kind},
	} {
		if f.is != f.want {
			all = append(all, fmt.Sprintf("%s %#v instead of %#v", f.name, f.is, f.want))
		}
	}
	return all
}
