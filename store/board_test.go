package store

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPeriodsAreThoseOfTheCalendar(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	at := func(date string) func(*Game) {
		return func(g *Game) {
			var err error
			if g.PlayedAt, err = time.Parse(time.RFC3339, date); err != nil {
				t.Fatal(err)
			}
		}
	}
	record(t, s, game(1, at("2026-11-15T23:59:59Z"))) // Sunday: this month, the week before
	record(t, s, game(2, at("2026-11-16T00:00:00Z"))) // Monday
	record(t, s, game(3, at("2026-11-22T23:59:59Z"))) // Sunday
	record(t, s, game(4, at("2026-12-01T00:30:00+01:00")))
	record(t, s, game(5, at("2026-12-01T00:00:00Z")))
	record(t, s, game(6, at("2025-11-18T12:00:00Z"))) // a year before

	for _, c := range []struct {
		span Span
		want []string
	}{
		{AllTime, []string{"deal 1", "deal 2", "deal 3", "deal 4", "deal 5", "deal 6"}},
		{Month, []string{"deal 1", "deal 2", "deal 3", "deal 4"}},
		{Week, []string{"deal 2", "deal 3"}},
	} {
		page := readBoard(t, s, wholeBoard(func(q *BoardQuery) { q.Span = c.span }))
		if diff := cmp.Diff(c.want, deals(page)); diff != "" {
			t.Errorf("span %d: %s", c.span, diff)
		}
		if page.Total != int64(len(c.want)) {
			t.Errorf("span %d: total %d, want %d", c.span, page.Total, len(c.want))
		}
	}
}

func TestLookupShowsGamesOfTheServerAndOnesOwn(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	here := record(t, s, game(1)).ID
	alone := record(t, s, game(2, func(g *Game) { g.GuildID = 0 })).ID
	for _, c := range []struct {
		name        string
		guild, user uint64
		id          int64
		found       bool
	}{
		{"the player on the server", guild, anna, here, true},
		{"another member", guild, bruno, here, true},
		{"the player elsewhere", guild + 1, anna, here, true},
		{"another user elsewhere", guild + 1, bruno, here, false},
		{"another user in a DM", 0, bruno, here, false},
		{"the player's own list", 0, anna, alone, true},
		{"somebody else's list", 0, bruno, alone, false},
		{"no such game", guild, anna, 99, false},
	} {
		got, err := s.Lookup(t.Context(), c.guild, c.user, c.id)
		if c.found && (err != nil || got.ID != c.id || got.Game != "camicia" || got.Standing != Ranked) {
			t.Errorf("%s: %+v, %v", c.name, got, err)
		}
		if !c.found && !errors.Is(err, ErrNotFound) {
			t.Errorf("%s: got %v, want ErrNotFound", c.name, err)
		}
	}
}

func TestLatestGamesComeNewestFirst(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for i := range 6 {
		record(t, s, game(i, func(g *Game) {
			g.GuildID = uint64(i % 2)
			if i%3 == 0 {
				g.Name = "snap"
			}
		}))
	}
	record(t, s, game(9, by(bruno, "Bruno")))
	for _, c := range []struct {
		game  string
		limit int64
		want  string
	}{
		{"camicia", 3, "[deal 5 deal 4 deal 2]"}, {"snap", 10, "[deal 3 deal 0]"}, {"clock", 9, "[]"},
	} {
		got := value(s.Latest(t.Context(), anna, c.game, c.limit))(t)
		var names []string
		for _, p := range got {
			names = append(names, p.Deal)
		}
		if fmt.Sprint(names) != c.want {
			t.Errorf("latest %d of %q: %v, want %s", c.limit, c.game, names, c.want)
		}
	}
}
