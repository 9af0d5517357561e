package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestHistoryCountsGamesRunsAndDays(t *testing.T) {
	s := openTest(t)
	number := 0
	play := func(kind, ending string, at time.Time, changes ...func(*Game)) {
		number++
		record(t, s, game(number, append(changes, func(g *Game) {
			g.Game, g.Ending, g.Board, g.PlayedAt = kind, ending, NoBoard, at
		})...))
	}
	first := noon().Add(-12 * time.Hour) // the first moment of a day
	day := func(n int) time.Time { return first.Add(time.Duration(n) * 24 * time.Hour) }
	play("clock", "won", day(0))
	play("clock", "won", day(0).Add(24*time.Hour-time.Millisecond))
	play("camicia", "finished", day(1), func(g *Game) { g.GuildID = 0 })
	play("clock", "lost", day(1), by(bruno, "Bruno"))
	play("clock", "won", day(2))
	play("clock", "lost", day(1)) // recorded late
	play("clock", "won", day(4))
	got, err := s.History(t.Context(), anna)
	if err != nil {
		t.Fatal(err)
	}
	want := History{
		Games: 6, Days: 4, Run: 1, LongestRun: 3, First: day(0), Last: day(4),
		Tallies: []Tally{
			{Game: "clock", Ending: "won", Games: 4, LongestRun: 3, Run: 1},
			{Game: "camicia", Ending: "finished", Games: 1, LongestRun: 1, Run: 1},
			{Game: "clock", Ending: "lost", Games: 1, LongestRun: 1, Run: 0},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got, err := s.History(t.Context(), carla); err != nil || got.Games != 0 || got.Tallies != nil {
		t.Errorf("who never played has %+v, %v", got, err)
	}
}
