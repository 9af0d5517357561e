package store

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestInvalidGamesAreRefusedWithTheirValue(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for _, c := range []struct {
		change func(*Game)
		want   string
	}{
		{func(g *Game) { g.RequestID = "" }, "request id of 0 bytes"},
		{func(g *Game) { g.RequestID = strings.Repeat("x", 201) }, "request id of 201 bytes"},
		{func(g *Game) { g.Name = "" }, "game of 0 bytes"},
		{func(g *Game) { g.Deal = "\xff" }, "deal \"\\xff\""},
		{func(g *Game) { g.Division = "a\x00b" }, "division \"a\\x00b\""},
		{func(g *Game) { g.Deal = strings.Repeat("-", 256<<10+1) }, "deal of 262145 bytes"},
		{func(g *Game) { g.Options = strings.Repeat("-", 201) }, "options of 201 bytes"},
		{func(g *Game) { g.Key = "" }, "needs the key of its deal"},
		{func(g *Game) { g.Kind = "top" }, "board \"top\""},
		{func(g *Game) { g.Plays = -1 }, "-1 plays"},
		{func(g *Game) { g.CycleTakes = 1 << 31 }, "and 2147483648"},
		{func(g *Game) { g.PlayedAt = time.Time{} }, "no time"},
	} {
		_, err := s.Record(t.Context(), game(1, c.change))
		if !errors.Is(err, ErrInvalid) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("got %v, want ErrInvalid naming %q", err, c.want)
		}
	}
	if got, err := s.Latest(t.Context(), anna, "camicia", 10); err != nil || len(got) != 0 {
		t.Errorf("refused games left %v, %v", got, err)
	}
}

func TestNamesFromOutsideAreMadeStorable(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i, c := range []struct{ name, want string }{
		{"Nonna\x00Papera", "NonnaPapera"},
		{"a\xffb", "a\uFFFDb"},
		{strings.Repeat("é", 150), strings.Repeat("é", 100)},
	} {
		r := record(t, s, game(i, by(bruno, c.name)))
		got, err := s.Lookup(t.Context(), guild, anna, r.ID)
		if err != nil || got.Player.Name != c.want {
			t.Errorf("stored %q as %q (%v), want %q", c.name, got.Player.Name, err, c.want)
		}
	}
}

func TestTheLongestGamesCount(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1))
	first := record(t, s, game(2, lasting(math.MaxInt32, math.MaxInt32)))
	second := record(t, s, game(3, lasting(math.MaxInt32-1, math.MaxInt32)))
	if first.ByPlays.Rank != 1 || second.ByPlays.Rank != 2 || second.ByTakes.Rank != 1 || second.ByTakes.Record {
		t.Errorf("%+v, then %+v", first, second)
	}
	if got := deals(readBoard(t, s, wholeBoard())); !slices.Equal(got, []string{"deal 2", "deal 3", "deal 1"}) {
		t.Errorf("on the board are %q", got)
	}
	wantSound(t, s)
}
