package store

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// wantDivisions reads the divisions of the server of these tests, and compares all but their latest
// games.
func wantDivisions(t *testing.T, s *Store, q DivisionQuery, want ...Division) {
	t.Helper()
	q.GuildID = guild
	if q.Limit == 0 {
		q.Limit = MaxPage
	}
	all := value(s.Divisions(t.Context(), q))(t)
	if diff := cmp.Diff(want, all, cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("%+v (-want +got):\n%s", q, diff)
	}
}

// Equally full boards are in the order of their names, not in that of their first games.
func TestDivisionsAreListedByEntriesOrByTime(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	n := 0
	for _, d := range []struct {
		game, division string
		kind           Kind
		games          int
	}{{"snap", "3x4", Ends, 1}, {"camicia", "52", Ends, 3}, {"camicia", "52", Loops, 2}, {"camicia", "40", Ends, 1}} {
		for range d.games {
			n++
			record(t, s, game(n, func(g *Game) { g.Name, g.Division, g.Kind = d.game, d.division, d.kind }))
		}
	}
	record(t, s, game(100, func(g *Game) { g.GuildID = 0 })) // on another list
	full, loops := Division{"camicia", "52", Ends, 3}, Division{"camicia", "52", Loops, 2}
	italian, snap := Division{"camicia", "40", Ends, 1}, Division{"snap", "3x4", Ends, 1}
	wantDivisions(t, s, DivisionQuery{}, full, loops, italian, snap)
	wantDivisions(t, s, DivisionQuery{Limit: 2}, full, loops)
	wantDivisions(t, s, DivisionQuery{Game: "camicia", Kind: Ends}, full, italian)
	wantDivisions(t, s, DivisionQuery{Kind: Loops}, loops)
	wantDivisions(t, s, DivisionQuery{Game: "camicia", Latest: true}, italian, loops, full)

	done(t)(s.SetShown(t.Context(), act(1), 7, false)) // the only one of italian
	wantDivisions(t, s, DivisionQuery{Game: "camicia", Latest: true}, loops, full)
	done(t)(s.SetShown(t.Context(), act(2), 7, true))
	wantDivisions(t, s, DivisionQuery{Game: "camicia", Latest: true}, italian, loops, full)

	record(t, s, game(200, shuffled))
	full.Entries++
	wantDivisions(t, s, DivisionQuery{Game: "camicia", Latest: true}, full, italian, loops)
	wantSound(t, s)
}

// Names sort by their bytes, whatever the locale of the server.
func TestEquallyFullDivisionsAreInTheOrderOfTheirBytes(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	var want []Division
	for i, name := range []string{"40 (20×2)", "40-20", "4x13", "B", "a", "à"} {
		record(t, s, game(i, func(g *Game) { g.Division = name }))
		want = append(want, Division{Game: "camicia", Division: name, Kind: Ends, Entries: 1})
	}
	wantDivisions(t, s, DivisionQuery{}, want...)
}

// openBoards opens boards on the server of these tests, with a game each.
func openBoards(tb testing.TB, s *Store, first, last int) {
	tb.Helper()
	must(tb, s.Do(tb.Context(), func(ctx context.Context, tx Tx) error {
		for i := first; i <= last; i++ {
			_, err := RecordIn(ctx, tx, game(i, func(g *Game) {
				g.Division = fmt.Sprintf("%d+1J+1Q+1K+1A %d:%d", i%30+1, i%17, i)
			}))
			if err != nil {
				return err
			}
		}
		return nil
	}))
}

// With the maximum number of boards a game of another division is stored unranked. It is
// ranked once a board is deleted together with its only game.
func TestTheNumberOfBoardsIsBounded(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1, by(bruno, "Bruno")))
	done(t)(s.db.Writer().Exec(`WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < $1)
		INSERT INTO boards (id, scope, game, division, kind) SELECT i, $2, 'camicia', 'division ' || i, 'ends' FROM n`, MaxBoards, guild))
	raiseID(t, s, "boards")
	another := func(g *Game) { g.Division = "another" }
	r := record(t, s, game(2, another))
	if again := record(t, s, game(2, another)); r.Standing != Crowded || again.Standing != Crowded || !again.Replayed {
		t.Errorf("another board: %+v, delivered again %+v, want both crowded", r, again)
	}
	if got, err := s.Lookup(t.Context(), guild, anna, r.ID); err != nil || got.Standing != Crowded {
		t.Errorf("it is stored as %+v, %v", got, err)
	}
	if r := record(t, s, game(3, func(g *Game) { g.Division = "division 7" })); r.Standing != Ranked {
		t.Errorf("on an existing board: %+v, want it ranked", r)
	}
	if r := record(t, s, game(4, func(g *Game) { g.Division, g.GuildID = "another", guild+1 })); r.Standing != Ranked {
		t.Errorf("on another server: %+v, want it ranked", r)
	}
	done(t)(s.ForgetUser(t.Context(), bruno, noon()))
	if r := record(t, s, game(5, another)); r.Standing != Ranked {
		t.Errorf("after another board is deleted: %+v, want it ranked", r)
	}
}

// BenchmarkDivisions measures what every key typed costs where 4,000 boards are.
func BenchmarkDivisions(b *testing.B) {
	s := openTest(b)
	openBoards(b, s, 1, 4000)
	for name, q := range map[string]DivisionQuery{
		"fullest": {}, "latest": {Game: "camicia", Latest: true}, "typed": {Game: "camicia", Kind: Ends, Latest: true, Limit: MaxBoards},
	} {
		if q.GuildID = guild; q.Limit == 0 {
			q.Limit = 25
		}
		b.Run(name, func(b *testing.B) {
			timeEach(b, func() (string, error) {
				_, err := s.Divisions(b.Context(), q)
				return "", err
			})
		})
	}
}
