package store

import (
	"fmt"
	"slices"
	"testing"
	"time"
)

// The longest game of a month is told of each board with games in it: no hidden, private or
// found one, no shuffled one where these stay off the boards, and nobody's hidden name.
func TestMonthBests(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	add := func(number int, at time.Time, change ...func(*Game)) int64 {
		return record(t, s, game(number, append(change, func(g *Game) { g.PlayedAt = at })...)).ID
	}
	october, december := noon().AddDate(0, -1, 0), noon().AddDate(0, 1, 0)
	add(1, october, lasting(900, 90))
	add(2, noon(), lasting(100, 10))
	add(3, noon(), lasting(300, 30), shuffled)
	hidden := add(4, noon(), lasting(500, 50), by(bruno, "Bruno"))
	add(5, noon(), lasting(600, 60), func(g *Game) { g.Private = true })
	add(6, december, lasting(800, 80))
	small := func(g *Game) { g.Division = "4" }
	add(7, noon(), lasting(20, 2), small, by(bruno, "Bruno"))
	add(8, noon(), lasting(700, 70), func(g *Game) { g.Division = "8"; g.Private = true })
	add(9, october, lasting(7, 1), func(g *Game) { g.Division = "6" })
	add(10, noon(), lasting(999, 99), func(g *Game) { g.GuildID = guild + 1 })

	told := func(limit int, want ...string) {
		t.Helper()
		all, err := s.MonthBests(t.Context(), guild, noon(), limit)
		var got []string
		for _, b := range all {
			got = append(got, fmt.Sprint(b.Division.Division, " ", b.Division.Kind, " ", b.Division.Entries, ": ", b.Entry.Plays, " ", b.Entry.Player.Name))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%q, %v; want %q", got, err, want)
		}
	}
	told(5, "52 ends 4: 500 Bruno", "4 ends 1: 20 Bruno")
	told(1, "52 ends 4: 500 Bruno")
	must(t, s.HideName(t.Context(), bruno, true))
	told(5, "52 ends 4: 500 ", "4 ends 1: 20 ")
	done(t)(s.SetShown(t.Context(), act(1), hidden, false))
	told(5, "52 ends 3: 300 Anna", "4 ends 1: 20 ")
	done(t)(s.ForgetUser(t.Context(), bruno, noon()))
	told(5, "52 ends 3: 300 Anna")
}
