package repair

import (
	"context"
	"fmt"
	"math/rand/v2"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"nonna/store"
	"nonna/store/internal/database"
	"nonna/store/internal/sqltx"
	"nonna/store/internal/table"
)

// Settled is the part of a stored game that follows from its deal.
type Settled struct {
	ID int64
	// Game holds the deal, its result and its board. Key is a digest of the key, and
	// Kind is the kind of the board that the game is on.
	store.Game
}

// differences describes where a stored game differs from a freshly settled one.
func (s Settled) differences(want store.Game) []string {
	if s.Kind == store.NoBoard {
		want.Kind = store.NoBoard // it may be off the boards for other reasons
	}
	var all []string
	for _, f := range []struct {
		name      string
		got, want any
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
		if f.got != f.want {
			all = append(all, fmt.Sprintf("%s %#v instead of %#v", f.name, f.got, f.want))
		}
	}
	return all
}

// partGames is the number of games that are read at a time.
const partGames = 1000

const (
	largestID = `SELECT COALESCE(MAX(id), 0) FROM games`

	settledBetween = `
SELECT g.id, g.game, g.division, g.deal, g.options, g.deal_key, g.ending,
  g.plays, g.takes, g.cycle_plays, g.cycle_takes, COALESCE(b.kind, '')
FROM games AS g LEFT JOIN boards AS b ON b.id = g.board_id AND b.` + table.BroughtBoards + `
WHERE g.id >= $1 AND g.id < $2 AND (g.id - $1) % $3 = 0 ORDER BY g.id`
)

// eachPart calls see with all games of the database at path, or with about sample games
// drawn at random if sample is not 0: some at a time, together with the number of calls
// there will be. see is called from several goroutines. Its first error ends eachPart.
func eachPart(ctx context.Context, path string, sample int64, see func(_ context.Context, games []Settled, calls int64) error) error {
	readers := runtime.GOMAXPROCS(0)
	return database.View(ctx, path, readers, func(ctx context.Context, reads *sqltx.Pool) error {
		last, err := readLast(ctx, reads)
		if err != nil {
			return err
		}
		// Ids have few gaps, so every step-th game is as good as a random draw.
		first, step := int64(1), int64(1)
		if sample > 0 {
			step = max(1, last/sample)
			first += rand.Int64N(step)
		}
		width := partGames * step
		calls := (last-first)/width + 1
		var call atomic.Int64
		group, ctx := errgroup.WithContext(ctx)
		for range readers {
			group.Go(func() error {
				for n := call.Add(1); n <= calls; n = call.Add(1) {
					from := first + (n-1)*width
					games, err := readSettled(ctx, reads, from, from+width, step)
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

// readSettled returns every step-th game with an id in [from, to). Each call is a
// transaction of its own: a long one would keep the write-ahead log from being moved
// into the file while the bot runs.
func readSettled(ctx context.Context, reads *sqltx.Pool, from, to, step int64) ([]Settled, error) {
	return sqltx.Value(ctx, reads, func(ctx context.Context, tx *sqltx.Tx) ([]Settled, error) {
		return sqltx.List(ctx, tx, scanSettled, settledBetween, from, to, step)
	})
}

// readLast returns the largest id of a game.
func readLast(ctx context.Context, reads *sqltx.Pool) (int64, error) {
	return sqltx.Value(ctx, reads, func(ctx context.Context, tx *sqltx.Tx) (int64, error) {
		return sqltx.Number[int64](tx.Row(ctx, largestID).Scan)
	})
}

func scanSettled(scan func(...any) error) (g Settled, err error) {
	err = scan(&g.ID, &g.Name, &g.Division, &g.Deal, &g.Options, &g.Key, &g.Ending,
		&g.Plays, &g.Takes, &g.CyclePlays, &g.CycleTakes, &g.Kind)
	return g, err
}
