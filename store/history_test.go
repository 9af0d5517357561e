package store

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"
)

func TestHistoryCountsGamesRunsAndDays(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	number := 0
	play := func(kind, ending string, at time.Time, changes ...func(*Game)) {
		number++
		record(t, s, game(number, append(changes, func(g *Game) {
			g.Name, g.Ending, g.Kind, g.PlayedAt = kind, ending, NoBoard, at
		})...))
	}
	first := noon().Add(-12 * time.Hour) // the first moment of a day
	day := func(n int) time.Time { return first.Add(time.Duration(n) * 24 * time.Hour) }
	play("clock", "won", day(0))
	play("clock", "won", day(0).Add(24*time.Hour-time.Millisecond))
	play("camicia", "won", day(1), func(g *Game) { g.GuildID = 0 })
	play("clock", "lost", day(1), by(bruno, "Bruno"))
	play("clock", "won", day(2))
	play("clock", "lost", day(1)) // recorded late
	play("clock", "won", day(4))
	got := value(s.History(t.Context(), anna))(t)
	want := History{
		Games: 6, Days: 4, Run: 1, LongestRun: 3, First: day(0), Last: day(4),
		Tallies: []Tally{
			{Game: "clock", Ending: "won", Games: 4, LongestRun: 3, Run: 1, Plays: 100, Takes: 10},
			{Game: "camicia", Ending: "won", Games: 1, LongestRun: 1, Run: 1, Plays: 100, Takes: 10},
			{Game: "clock", Ending: "lost", Games: 1, LongestRun: 1, Run: 0, Plays: 100, Takes: 10},
		},
		Played: []GameSummary{
			{"clock", "won", 100, 10},
			{"clock", "won", 100, 10},
			{"camicia", "won", 100, 10},
			{"clock", "won", 100, 10},
			{"clock", "lost", 100, 10},
			{"clock", "won", 100, 10},
		},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if got, err := s.History(t.Context(), carla); err != nil || got.Games != 0 || got.Tallies != nil {
		t.Errorf("a user without games has %+v, %v", got, err)
	}
}

// Whatever the number of games, the history lists them in order, and knows the longest of each
// kind. Published deals are only counted.
func TestHistoryListsTheGamesAndKnowsTheLongest(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		games := rapid.IntRange(0, 1500).Draw(t, "games")
		plays := rapid.SliceOfN(rapid.Int64Range(0, 50), games, games).Draw(t, "plays")
		published := rapid.Int64Range(1, 60).Draw(t, "published") // published deals have so many plays
		var h History
		var all []GameSummary
		records := map[GameSummary]int64{}
		for i, n := range plays {
			g := GameSummary{[]string{"camicia", "snap"}[n%2], []string{"ends", "loop"}[n%3/2], n, int64(i)}
			h.add(g, n == published, noon())
			if n == published {
				records[GameSummary{Game: g.Game, Ending: g.Ending}]++
				continue
			}
			all = append(all, g)
		}
		if diff := cmp.Diff(all, h.Played, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("games (-played +listed):\n%s", diff)
		}
		for _, got := range h.Tallies {
			want := got
			want.Published = records[GameSummary{Game: got.Game, Ending: got.Ending}]
			want.Games, want.Plays, want.Takes = want.Published, -1, -1
			for _, g := range all {
				if g.Game != want.Game || g.Ending != want.Ending {
					continue
				}
				want.Games++
				if g.Plays > want.Plays {
					want.Plays, want.Takes = g.Plays, g.Takes
				}
			}
			if want.Games == want.Published {
				want.Plays, want.Takes = 0, 0
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Fatalf("%s, %s (-played +told):\n%s", want.Game, want.Ending, diff)
			}
		}
	})
}
