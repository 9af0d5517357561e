package repair_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"nonna/store"
	"nonna/store/repair"
)

// corrected returns the resettling in which the game with an id has a result, and every
// other game the stored one.
func corrected(id int64, result store.Game) repair.Resettling {
	return repair.Resettling{Settle: func(_ context.Context, s repair.Settled) (store.Game, error) {
		if s.ID == id {
			return result, nil
		}
		s.Key = "key " + strings.TrimPrefix(s.Deal, "deal ")
		return s.Game, nil
	}}
}

// A corrected game gets the place that it would have if it had been recorded so.
func TestACorrectedGameMovesWhereItBelongs(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		change     func(*store.Game)
		want       store.Standing
		full, half string // the standings of the challenges in divisions 52 and 40
	}{
		{"another length", lasting(500, 9), store.Ranked, "1 Bruno 500, 2 Anna 300", ""},
		{"another division", func(g *store.Game) { g.Division = "40" }, store.Ranked, "1 Anna 300", "1 Bruno 100"},
		{"another kind of board", func(g *store.Game) { g.Kind, g.Ending = store.Loops, "loop" }, store.Ranked, "1 Anna 300", ""},
		{"undecided", func(g *store.Game) { g.Kind, g.Ending = store.NoBoard, "undecided" }, store.Unranked, "1 Anna 300", ""},
		{"the deal of another game", func(g *store.Game) { g.Key = "key 1" }, store.Taken, "1 Anna 300", ""},
		{"a new deal", func(g *store.Game) { g.Key = "key 9" }, store.Ranked, "1 Anna 300, 2 Bruno 100", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			db := newDatabase(t)
			db.record(game(1))
			full, half := db.openChallenge("52"), db.openChallenge("40")
			wrong := game(3, byBruno)
			db.record(game(2, lasting(300, 9)), wrong)
			const id = 3
			right := wrong
			c.change(&right)
			db.mend(func(d *repair.Database) error {
				r, err := d.Resettle(t.Context(), corrected(id, right))
				if list := r.Mended.List(); r.Games != 3 || len(list) != 1 || !strings.HasPrefix(list[0], "game 3: ") || r.Wrong.List() != nil {
					t.Errorf("%d games are settled again, mended %q, wrong %q", r.Games, list, r.Wrong.List())
				}
				return errors.Join(err, d.Rebuild(t.Context()))
			})
			db.wantSound()
			db.wantStandings(full, c.full)
			db.wantStandings(half, c.half)
			if got, err := db.store.Lookup(t.Context(), guild, bruno, id); err != nil || got.Standing != c.want || got.Plays != right.Plays {
				t.Errorf("it is %+v, %v, want it %s", got, err, c.want)
			}
			if _, r, err := repair.CheckAndResettle(t.Context(), db.path, corrected(id, right)); err != nil || r.Wrong.List() != nil {
				t.Errorf("settled again: %q, %v", r.Wrong.List(), err)
			}
		})
	}
}

// Every game is settled once, or about as many as the sample says.
func TestEveryGameIsSettledOnce(t *testing.T) {
	t.Parallel()
	notAgain(t)
	db := newDatabase(t)
	const games = 3500
	db.damage(fmt.Sprintf(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < %d)
		INSERT INTO games (id, request_id, scope, user_id, shown, random, private, plays, takes, month, week, played_at, cycle_plays,
		cycle_takes, standing, options, game, division, ending, deal_key, deal)
		SELECT i, 'r' || i, 1, 2, FALSE, FALSE, FALSE, 1, 1, 1, 1, 1, 0, 0, 'unranked', '', 'g', '', '', 'k', 'd' FROM n`, games))
	for _, c := range []struct{ sample, least, most int64 }{{0, games, games}, {9999, games, games}, {100, 100, 101}, {1, 1, 1}} {
		var mu sync.Mutex
		seen := map[int64]bool{}
		var done int64
		_, r, err := repair.CheckAndResettle(t.Context(), db.path, repair.Resettling{
			Sample: c.sample,
			Settle: func(_ context.Context, s repair.Settled) (store.Game, error) {
				mu.Lock()
				defer mu.Unlock()
				if seen[s.ID] {
					t.Errorf("sample %d: game %d came twice", c.sample, s.ID)
				}
				seen[s.ID] = true
				return store.Game{}, errors.New("cannot be read")
			},
			Progress: func(settled, _, _ int64) { done = max(done, settled) },
		})
		if n := int64(len(seen)); err != nil || n < c.least || n > c.most || n != r.Games || done != n {
			t.Errorf("sample %d: %d games, reported %d and %d, %v", c.sample, n, r.Games, done, err)
		}
		list := r.Wrong.List()
		if more := int(r.Games) - 20; more > 0 && (len(list) != 21 || list[20] != fmt.Sprintf("and %d more games", more)) {
			t.Errorf("sample %d: the list ends with %q", c.sample, list[len(list)-1])
		}
		if c.sample == 0 && !slices.Equal(list[:2], []string{"game 1: cannot be read", "game 2: cannot be read"}) {
			t.Errorf("the list begins with %q", list[:2])
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	_, _, err := repair.CheckAndResettle(ctx, db.path, repair.Resettling{Settle: func(context.Context, repair.Settled) (store.Game, error) {
		cancel()
		return store.Game{}, nil
	}})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("after cancelling: %v", err)
	}
}
