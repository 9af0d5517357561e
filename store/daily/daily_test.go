package daily_test

import (
	"errors"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"nonna/store"
	"nonna/store/daily"
	"nonna/store/storetest"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m.Run)) }

const (
	anna = 1001
	bob  = 1002
)

// open returns the days of a new store.
func open(t *testing.T) (*store.Store, *daily.Days) {
	t.Helper()
	st := storetest.New(t, store.WithRehearsal())
	return st, daily.New(st)
}

// try makes a try at choice 8 or 9, which save, or at another, which fails.
func try(t *testing.T, d *daily.Days, user, guild uint64, day int64, choice int) daily.PuzzleDay {
	t.Helper()
	one := daily.Try{Day: day, Choice: choice}
	if choice >= 8 {
		one.Plays = int64(100 * choice)
	}
	return storetest.Value(d.Try(t.Context(), daily.Player{UserID: user, Name: "Anna", GuildID: guild}, one))(t)
}

func TestPoints(t *testing.T) {
	t.Parallel()
	_, d := open(t)
	for day, c := range []struct {
		choices []int
		tries   []int
		points  int
	}{
		{[]int{9}, []int{9}, 4},
		{[]int{1, 9}, []int{1, 9}, 2},
		{[]int{1, 2, 8}, []int{1, 2, 8}, 1},
		{[]int{1, 2, 3}, []int{1, 2, 3}, 0},
		{[]int{1, 2, 3, 9}, []int{1, 2, 3}, 0}, // no fourth
		{[]int{8, 9}, []int{8}, 4},             // the first that saves ends them
		{[]int{1, 1, 1, 9}, []int{1, 9}, 2},    // the same again does not count
	} {
		var got daily.PuzzleDay
		for _, choice := range c.choices {
			got = try(t, d, anna, 7, int64(day), choice)
		}
		if !slices.Equal(got.Tries, c.tries) || got.Points() != c.points || got.Star() != (c.points == 4) {
			t.Errorf("%v: %+v, want the tries %v and %d points", c.choices, got, c.tries, c.points)
		}
		if daily.Over(got) != (c.points > 0 || len(c.tries) == 3) {
			t.Errorf("%v: over: %v", c.choices, daily.Over(got))
		}
	}
}

// Presses at once count once, and different ones never more than three.
func TestTriesAtOnce(t *testing.T) {
	t.Parallel()
	_, d := open(t)
	for day, choices := range [][]int{{1, 1, 1, 1, 1, 1}, {1, 2, 3, 4, 5, 6}, {9, 9, 9, 9}} {
		var all sync.WaitGroup
		for i, choice := range choices {
			guild := uint64(7 + i%2) // two servers make one row
			all.Go(func() {
				_, err := d.Try(t.Context(), daily.Player{UserID: anna, Name: "Anna", GuildID: guild}, daily.Try{
					Day: int64(day), Choice: choice, Plays: int64(choice / 9 * 500),
				})
				if err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		got, err := d.Progress(t.Context(), anna, int64(day))
		if want := []int{1, 3, 1}[day]; err != nil || len(got.Tries) != want {
			t.Errorf("%v at once are counted as %v (%v), want %d tries", choices, got.Tries, err, want)
		}
		if tables := len(members(t, d, 7, int64(day))) + len(members(t, d, 8, int64(day))); day == 2 && tables != 1 {
			t.Errorf("the day is on %d tables", tables)
		}
	}
}

func members(t *testing.T, d *daily.Days, guild uint64, day int64) []daily.Member {
	t.Helper()
	table := storetest.Value(d.Table(t.Context(), guild, day))(t)
	return table.Members
}

// A member has another name on each server: a table shows that of its own.
func TestTheNameIsThatOfTheFirstServer(t *testing.T) {
	t.Parallel()
	_, d := open(t)
	for _, p := range []daily.Player{{UserID: anna, Name: "Anna", GuildID: 7}, {UserID: anna, Name: "Nonna's cat", GuildID: 8}} {
		storetest.Done(t)(d.Try(t.Context(), p, daily.Try{Day: 1, Choice: int(p.GuildID), Plays: int64(p.GuildID/8) * 500}))
	}
	if all := members(t, d, 7, 1); len(all) != 1 || all[0].Name != "Anna" {
		t.Errorf("on the table of the first server: %+v", all)
	}
}

func TestStreaks(t *testing.T) {
	t.Parallel()
	_, d := open(t)
	for _, day := range []int64{20, 21, 22, 24, 26, 27} {
		try(t, d, anna, 0, day, 9)
	}
	for _, choice := range []int{1, 2, 3} { // not solved
		try(t, d, anna, 0, 25, choice)
	}
	for day, want := range map[int64][2]int{19: {0, 3}, 20: {1, 3}, 22: {3, 3}, 23: {3, 3}, 24: {1, 3}, 25: {1, 3}, 26: {1, 3}, 27: {2, 3}, 28: {2, 3}, 29: {0, 3}} {
		p, err := d.Progress(t.Context(), anna, day)
		if err != nil || [2]int{p.Streak, p.Best} != want {
			t.Errorf("on day %d the streaks are %d and %d (%v), want %v", day, p.Streak, p.Best, err, want)
		}
	}
	// The day before is solved after midnight.
	try(t, d, bob, 0, 31, 9)
	try(t, d, bob, 0, 30, 9)
	if p, err := d.Progress(t.Context(), bob, 31); err != nil || p.Streak != 2 {
		t.Errorf("the streak is %d (%v), want 2", p.Streak, err)
	}
}

// A day is open until 01:00 of the next, by the time of the request.
func TestDaysAreOpenForAnHourMore(t *testing.T) {
	t.Parallel()
	const day = 20788
	for text, want := range map[string]struct {
		open bool
		last int64
	}{
		"2026-11-30T23:59:59Z":      {false, 20786},
		"2026-12-01T00:00:00Z":      {true, 20786},
		"2026-12-01T00:59:59Z":      {true, 20786},
		"2026-12-01T01:00:00Z":      {true, 20787},
		"2026-12-02T00:59:59Z":      {true, 20787},
		"2026-12-02T01:59:59+01:00": {true, 20787},
		"2026-12-02T01:00:00Z":      {false, 20788},
		"2027-12-02T01:00:00Z":      {false, 21153},
	} {
		at := storetest.Value(time.Parse(time.RFC3339, text))(t)
		if open, last := daily.Open(day, at), daily.Last(at); open != want.open || last != want.last {
			t.Errorf("at %s the day is open: %v, and %d is the last that is over; want %+v", text, open, last, want)
		}
	}
}

// A member who deletes their data between two tries begins again, and is on no table.
func TestErasureBetweenTries(t *testing.T) {
	t.Parallel()
	st, d := open(t)
	try(t, d, anna, 7, 5, 1)
	try(t, d, anna, 7, 4, 9)
	storetest.Done(t)(st.ForgetUser(t.Context(), anna, time.Now()))
	if p, err := d.Progress(t.Context(), anna, 5); err != nil || len(p.Tries) != 0 || p.Best != 0 || len(members(t, d, 7, 4)) != 0 {
		t.Errorf("left: %+v, %v", p, err)
	}
	if got := try(t, d, anna, 8, 5, 8); got.Points() != 4 || got.GuildID != 8 {
		t.Errorf("the next try is %+v", got)
	}
	// The data of a server goes, and that of its members stays theirs.
	storetest.Must(t, st.GuildLeft(t.Context(), 8, time.UnixMilli(1)))
	if all, err := st.GuildsStored(t.Context(), 0, 10); err != nil || !slices.Equal(all, []uint64{8}) {
		t.Errorf("stored are the servers %v, %v", all, err)
	}
	storetest.Done(t)(st.Erase(t.Context(), time.Now()))
	if p, err := d.Progress(t.Context(), anna, 5); err != nil || p.Points() != 4 || p.GuildID != 0 || len(members(t, d, 8, 5)) != 0 {
		t.Errorf("after the server's data is gone: %+v, %v", p, err)
	}
}

func TestBoundsOfTries(t *testing.T) {
	t.Parallel()
	_, d := open(t)
	good := daily.Player{UserID: anna, Name: "Anna", GuildID: 7}
	for name, c := range map[string]struct {
		p daily.Player
		t daily.Try
	}{
		"no user":      {daily.Player{}, daily.Try{}},
		"a low choice": {good, daily.Try{Choice: -1}},
		"a high one":   {good, daily.Try{Choice: 26}},
		"no length":    {good, daily.Try{Plays: -1}},
	} {
		if _, err := d.Try(t.Context(), c.p, c.t); !errors.Is(err, store.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The champions of some days are those with the most points on the tables of the server, with
// more stars first; who hides their name has none.
func TestChampions(t *testing.T) {
	t.Parallel()
	st, d := open(t)
	try(t, d, anna, 7, 9, 9)  // the day before
	try(t, d, anna, 8, 10, 9) // another server
	try(t, d, anna, 7, 11, 9)
	for _, choice := range []int{1, 8} {
		try(t, d, anna, 7, 12, choice)
		try(t, d, bob, 7, 11, choice)
		try(t, d, bob, 7, 12, choice)
		try(t, d, bob, 7, 13, choice)
	}
	for _, choice := range []int{1, 2, 3} { // not solved
		try(t, d, 1003, 7, 13, choice)
	}
	try(t, d, anna, 7, 14, 9) // the day after
	champions := func(want ...daily.Champion) {
		t.Helper()
		got, err := d.Champions(t.Context(), 7, 10, 14, 5)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%+v, %v; want %+v", got, err, want)
		}
	}
	// Both have six points.
	first, second := store.Person{ID: anna, Name: "Anna"}, store.Person{ID: bob, Name: "Anna"}
	champions(daily.Champion{Person: first, Points: 6, Days: 2, Stars: 1}, daily.Champion{Person: second, Points: 6, Days: 3})
	storetest.Must(t, st.HideName(t.Context(), anna, true))
	champions(daily.Champion{Person: store.Person{Hidden: true}, Points: 6, Days: 2, Stars: 1}, daily.Champion{Person: second, Points: 6, Days: 3})
	storetest.Done(t)(st.ForgetUser(t.Context(), anna, time.Now()))
	champions(daily.Champion{Person: second, Points: 6, Days: 3})
}
