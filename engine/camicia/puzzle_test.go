package camicia_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/engine/camicia"
	"nonna/engine/game"
)

// firstDays are the puzzles from 1 December 2026 on: the position, its length,
// the number of swaps, and those that save A with the cards that they make the game last.
const firstDays = `
Tue --A---KJ-/AQ----AQJJ----Q---K-----KQ-A-------J---K--- 17 cards, 5 swaps: 2-7 90 2-8 295
Wed ---K--KJ-/---A--AQ----Q-----A------Q---JAK-K-Q-J---J- 17 cards, 9 swaps: 4-6 125 4-9 519
Thu --A--Q--/---J------J--JK-K--Q---Q--Q-A-A---KK--JA---- 29 cards, 9 swaps: 1-3 619 4-6 183
Fri --KA--J-/-KK-AJ-K--Q---QJ-Q----J-----------Q-A--A---- 14 cards, 9 swaps: 1-7 106 4-7 349
Sat --J--K---/AJQ------QA---J--K------AKQ--Q--A-------KJ- 26 cards, 8 swaps: 3-6 216
Sun --K--Q--/K------QK--AJ-J--Q----A---------A--AKJ--JQ-- 30 cards, 8 swaps: 3-4 84
Mon -K--J-/--J----Q-A--KK--------A-K-J--------A-QAQQ---J- 21 cards, 5 swaps: 1-2 89 3-5 147
Tue --Q-A-J-/Q-K-JAJ----K--------K-Q-A--Q-J-------K-A---- 15 cards, 5 swaps: 2-7 244 3-7 158
Wed J------J-/----Q-KQ------AA--K-A-K----AQK-J---Q-----J- 19 cards, 9 swaps: 1-6 690 2-8 129
Thu K----J-/----JK---J-KQJ----AQ-QA-Q-K----------A--A---- 29 cards, 9 swaps: 1-4 185 1-7 196
`

// weekday returns the weekday as the calendar has it.
func weekday(d game.Day) time.Weekday { return time.Unix(d.Unix(), 0).UTC().Weekday() }

// The puzzle of a day never changes: people compare their points.
func TestFirstPuzzlesStay(t *testing.T) {
	t.Parallel()
	g := camicia.New(nil)
	first := game.DayAt(time.Date(2026, 12, 1, 23, 59, 59, 0, time.UTC).Unix())
	var got strings.Builder
	got.WriteByte('\n')
	for day := first; day < first+10; day++ {
		p, err := g.Puzzle(t.Context(), day)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&got, "%s %s %d cards, %d swaps:", weekday(day).String()[:3], p.Deal, p.Play.Outcome().Length.Plays, len(p.Choices))
		for _, c := range p.Choices {
			if c.Saves {
				fmt.Fprintf(&got, " %d-%d %d", c.Said.Args["first"], c.Said.Args["second"], c.Outcome.Length.Plays)
			}
		}
		got.WriteByte('\n')
	}
	if got.String() != firstDays {
		t.Errorf("the puzzles are %s\nwant %s", &got, firstDays)
	}
}

// Every puzzle is within the bounds, and offers as many swaps as its weekday has.
func TestPuzzlesOfManyDays(t *testing.T) {
	t.Parallel()
	g := camicia.New(nil)
	first := game.DayAt(time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC).Unix())
	days := game.Day(91)
	if os.Getenv("NONNA_LONG") != "" {
		days = 3650
	}
	offers := map[time.Weekday][2]int{
		time.Monday: {5, 2}, time.Tuesday: {5, 2}, time.Wednesday: {9, 2}, time.Thursday: {9, 2}, time.Friday: {9, 2},
		time.Saturday: {8, 1}, time.Sunday: {8, 1},
	}
	for day := first; day < first+days; day++ {
		p, err := g.Puzzle(t.Context(), day)
		if err != nil {
			t.Fatal(err)
		}
		saving, seen := 0, map[string]bool{p.Deal.Key(): true}
		for _, c := range p.Choices {
			settled, err := c.Deal.Settle(t.Context(), game.DefaultBudget)
			if err != nil || !cmp.Equal(settled.Outcome(), c.Outcome) || seen[c.Deal.Key()] {
				t.Errorf("day %d: %v is there twice, or is settled as %+v, not %+v: %v", day, c.Said, settled.Outcome(), c.Outcome, err)
			}
			seen[c.Deal.Key()] = true
			long := c.Outcome.Length.Plays >= p.Play.Outcome().Length.Plays+50
			if c.Saves != long {
				t.Errorf("day %d: %v saves: %v, with %+v after %+v", day, c.Said, c.Saves, c.Outcome, p.Play.Outcome())
			}
			if c.Saves {
				saving++
			}
			if !c.Outcome.Ending.Ends() {
				t.Errorf("day %d: after %v it never ends", day, c.Said)
			}
		}
		if want := offers[weekday(day)]; len(p.Choices) != want[0] || saving != want[1] {
			t.Errorf("day %d, a %s: %d swaps, and %d save", day, weekday(day), len(p.Choices), saving)
		}
		a, left := strings.Index(p.Deal.String(), "/"), p.Play.Outcome().Length.Plays
		if o := p.Play.Outcome(); a < 4 || a > 9 || left < 5 || left > 30 || o.Winner() != 1 {
			t.Errorf("day %d: %s lasts %d cards, won by seat %d", day, p.Deal, left, o.Winner())
		}
	}
}

// A member who plays each swap in mind until the first trick is taken, and chooses the one after
// which A holds most cards, solves at least twice as many puzzles at the first try as one who draws
// lots, over all days and at weekends.
func TestPuzzlesCanBeReasonedAbout(t *testing.T) {
	t.Parallel()
	g := camicia.New(nil)
	first := game.DayAt(time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC).Unix())
	type counts struct{ days, solved, lots float64 }
	var all, weekends counts
	for day := first; day < first+182; day++ {
		p, err := g.Puzzle(t.Context(), day)
		if err != nil {
			t.Fatal(err)
		}
		one := counts{days: 1}
		most := -1
		for _, c := range p.Choices {
			if c.Saves {
				one.lots += 1 / float64(len(p.Choices))
			}
			if held := heldAfterATrick(t, c.Deal); held > most {
				if most, one.solved = held, 0; c.Saves {
					one.solved = 1
				}
			}
		}
		kinds := []*counts{&all}
		if d := weekday(day); d == time.Saturday || d == time.Sunday {
			kinds = append(kinds, &weekends)
		}
		for _, k := range kinds {
			k.days, k.solved, k.lots = k.days+1, k.solved+one.solved, k.lots+one.lots
		}
	}
	for name, k := range map[string]counts{"all days": all, "weekends": weekends} {
		t.Logf("%s: %.0f %% are solved at the first try, and %.0f %% by lot", name, 100*k.solved/k.days, 100*k.lots/k.days)
		if k.solved < 2*k.lots {
			t.Errorf("%s: of %.0f puzzles %.0f are solved at the first try, and %.0f by lot", name, k.days, k.solved, k.lots)
		}
	}
}

// heldAfterATrick returns how many cards A holds once the first trick is taken, 0 if A is out.
func heldAfterATrick(t *testing.T, d game.Deal) (held int) {
	t.Helper()
	play, err := d.Settle(t.Context(), game.DefaultBudget)
	if err != nil {
		t.Fatal(err)
	}
	tricks := 0
	err = play.Replay(t.Context(), play.Outcome().Length.Plays, func(s game.Step) {
		if s.Move == game.Took {
			if tricks++; tricks == 1 {
				held = len(s.Table.Hand(0))
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return held
}

// A request that is over does not wait for a puzzle.
func TestPuzzleStops(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := camicia.New(nil).Puzzle(ctx, 20000); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func BenchmarkPuzzle(b *testing.B) {
	g := camicia.New(nil)
	day := game.Day(20788)
	for b.Loop() {
		if _, err := g.Puzzle(b.Context(), day); err != nil {
			b.Fatal(err)
		}
		day++
	}
}
