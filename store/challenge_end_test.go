package store

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// wantResults reads all results to announce and compares the ids of their challenges.
func wantResults(t *testing.T, s *Store, want ...int64) []Result {
	t.Helper()
	var all []Result
	var ids []int64
	for {
		var last int64
		if len(ids) > 0 {
			last = ids[len(ids)-1]
		}
		r, err := s.NextResult(t.Context(), last)
		if errors.Is(err, ErrNotFound) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		all, ids = append(all, r), append(ids, r.ID)
	}
	if diff := cmp.Diff(want, ids); diff != "" {
		t.Fatal(diff)
	}
	return all
}

func closeAt(t *testing.T, s *Store, at time.Time) {
	t.Helper()
	if err := s.CloseChallenges(t.Context(), at); err != nil {
		t.Fatal(err)
	}
}

// A result waits for games that were asked for before the end, and no longer.
func TestAResultWaitsForTheLastGames(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := open(t, s, week())
	end := week().EndsAt
	inTime := func(g *Game) { g.PlayedAt = end.Add(-time.Millisecond) }
	closeAt(t, s, end.Add(LateGames-time.Millisecond))
	wantResults(t, s)
	record(t, s, game(1, inTime))
	closeAt(t, s, end.Add(LateGames))
	record(t, s, game(2, inTime, lasting(900, 9)))
	closeAt(t, s, end.AddDate(1, 0, 0)) // it stays closed
	wantStandings(t, s, id, "1 Anna 100")
	wantResults(t, s, id)
}

func TestAResultIsToBeAnnouncedOnce(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	first, second := open(t, s, week()), open(t, s, week(byTakes))
	if err := s.ResultAnnounced(t.Context(), first); err != nil { // there is no result yet
		t.Fatal(err)
	}
	for i, name := range []string{"Anna", "Bruno", "Carla", "Dora"} {
		record(t, s, game(i, by(anna+uint64(i), name), lasting(int64(400-i), int64(i))))
	}
	if err := s.HideName(t.Context(), anna, true); err != nil {
		t.Fatal(err)
	}
	closeAt(t, s, week().EndsAt.Add(time.Hour))
	all := wantResults(t, s, first, second)
	r := all[0]
	if len(r.Entries) != 3 || r.Total != 4 || r.Own != nil || r.AnnounceIn != 66 || r.Language != "" ||
		r.Entries[0].UserName != "" || r.Entries[1].UserName != "Bruno" || r.Entries[2].Rank != 3 {
		t.Errorf("the first is %+v", r)
	}
	announcing(t, s)
	if r := wantResults(t, s, first, second)[1]; r.AnnounceIn != 55 || r.Language != "it" || r.Entries[0].UserName != "Dora" {
		t.Errorf("the second is %+v", r)
	}
	for range 2 {
		if err := s.ResultAnnounced(t.Context(), first); err != nil {
			t.Fatal(err)
		}
	}
	wantResults(t, s, second)
	wantSound(t, s)
}

// After a clock that was ahead is corrected, a challenge is open until it is closed,
// whatever the time.
func TestAChallengeIsOpenUntilItIsClosed(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := open(t, s, week())
	record(t, s, game(1))
	list := func() (all [2]int) {
		t.Helper()
		running, err := s.Challenges(t.Context(), guild, anna)
		if err != nil {
			t.Fatal(err)
		}
		over, err := s.EndedChallenges(t.Context(), guild, anna, 9)
		if err != nil {
			t.Fatal(err)
		}
		return [2]int{len(running), len(over)}
	}
	ahead := newAct(guild)
	ahead.At = week().EndsAt.AddDate(0, 0, 3)
	_, err := s.OpenChallenge(t.Context(), ahead, week(func(c *Challenge) { c.EndsAt = ahead.At.AddDate(0, 0, 1) }))
	if got := list(); got != [2]int{1, 0} || !errors.Is(err, ErrExists) {
		t.Errorf("past its end and not closed: %v open and ended, another is opened: %v", got, err)
	}
	if err := s.EndChallenge(t.Context(), ahead, id); err != nil {
		t.Errorf("past its end and not closed: %v", err)
	}
	closeAt(t, s, ahead.At)
	if all := wantResults(t, s, id); !all[0].Closed || !all[0].EndsAt.Equal(week().EndsAt) {
		t.Errorf("the result is %+v", all[0])
	}
	if got := list(); got != [2]int{0, 1} {
		t.Errorf("closed: %v open and ended", got)
	}
	if err := s.EndChallenge(t.Context(), newAct(guild), id); !errors.Is(err, ErrNotFound) {
		t.Errorf("ending what is closed: %v, want ErrNotFound", err)
	}
	if _, err := s.Reset(t.Context(), newAct(guild), "camicia", "52", Ends); err != nil {
		t.Fatal(err)
	}
	wantStandings(t, s, id, "1 Anna 100")
	next := open(t, s, week())
	record(t, s, game(2, lasting(300, 30)))
	wantStandings(t, s, next, "1 Anna 300")
}
