package store

import (
	"context"
	"errors"
	"testing"
)

// A game that is corrected goes where it would have gone had it been recorded so.
func TestCorrect(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name       string
		reset      bool // the board, before
		change     func(*Game)
		want       Standing
		full, half string // the standings of the challenges in divisions 52 and 40
	}{
		{"another length", false, lasting(500, 9), Ranked, "1 Bruno 500, 2 Anna 300", ""},
		{"another division", false, func(g *Game) { g.Division = "40" }, Ranked, "1 Anna 300", "1 Bruno 100"},
		{"another kind of board", false, func(g *Game) { g.Kind, g.Ending = Loops, "loop" }, Ranked, "1 Anna 300", ""},
		{"undecided", false, func(g *Game) { g.Kind, g.Ending = NoBoard, "undecided" }, Unranked, "1 Anna 300", ""},
		{"a deal that is there already", false, keyed("key 1"), Taken, "1 Anna 300", ""},
		{"a deal that is not", false, keyed("key 9"), Ranked, "1 Anna 300, 2 Bruno 100", ""},
		{"another length before a reset", true, lasting(500, 9), Ranked, "", ""},
		{"another division before a reset", true, func(g *Game) { g.Division = "40" }, Unranked, "", ""},
	} {
		s := openTest(t)
		record(t, s, game(1))
		full := open(t, s, week())
		half := open(t, s, week(func(c *Challenge) { c.Division = "40" }))
		record(t, s, game(2, lasting(300, 9)))
		bad := game(3, by(bruno, "Bruno"))
		id := record(t, s, bad).ID
		if c.reset {
			if _, err := s.Reset(t.Context(), newAct(guild), "camicia", "52", Ends); err != nil {
				t.Fatal(err)
			}
		}
		c.change(&bad)
		gone := Settled{ID: 99, Game: bad}
		if err := s.Correct(t.Context(), []Settled{{ID: id, Game: bad}, gone}); err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if err := s.Rebuild(t.Context()); err != nil {
			t.Fatal(err)
		}
		wantSound(t, s)
		wantStandings(t, s, full, c.full)
		wantStandings(t, s, half, c.half)
		if got, err := s.Lookup(t.Context(), guild, bruno, id); err != nil || got.Standing != c.want || got.Plays != bad.Plays {
			t.Errorf("%s: it is %+v, %v, want it to be %s", c.name, got, err, c.want)
		}
		wantSettled(t, s, id, bad)
	}
}

// wantSettled looks for a game as its deal gives it.
func wantSettled(t *testing.T, s *Store, id int64, want Game) {
	t.Helper()
	seen := false
	err := EachSettled(t.Context(), s.Path(), 0, func(_ context.Context, games []Settled, _ int64) error {
		for _, g := range games {
			if g.ID == id {
				seen = true
				if different := g.Differences(want); different != nil {
					t.Errorf("game %d: %q", id, different)
				}
			}
		}
		return nil
	})
	if err != nil || !seen {
		t.Errorf("game %d: %v, %v", id, seen, err)
	}
}

// Every game is handed out once, or about as many as are asked for.
func TestEachSettled(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	generate(t, s, 3500)
	for _, c := range []struct{ sample, least, most int64 }{{0, 3500, 3500}, {9999, 3500, 3500}, {100, 100, 101}, {1, 1, 1}} {
		ids := make(chan int64, 10_000)
		err := EachSettled(t.Context(), s.Path(), c.sample, func(_ context.Context, games []Settled, _ int64) error {
			for _, g := range games {
				ids <- g.ID
			}
			return nil
		})
		close(ids)
		seen := map[int64]bool{}
		for id := range ids {
			if seen[id] {
				t.Errorf("sample %d: game %d came twice", c.sample, id)
			}
			seen[id] = true
		}
		if n := int64(len(seen)); err != nil || n < c.least || n > c.most {
			t.Errorf("sample %d: %d games, %v", c.sample, n, err)
		}
	}
	enough := errors.New("enough")
	if err := EachSettled(t.Context(), s.Path(), 0, func(context.Context, []Settled, int64) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("error %v, want that of the callback", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := EachSettled(ctx, s.Path(), 0, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}
