package store

import (
	"errors"
	"testing"
	"time"
)

// over is when the challenges of these tests are closed.
func over() time.Time { return week().EndsAt.Add(LateGames) }

// wantResults reads all results to announce at a time and compares the ids of their challenges.
func wantResults(t *testing.T, s *Store, at time.Time, want ...int64) []Result {
	t.Helper()
	next := func(after int64) (Result, error) { return s.NextResult(t.Context(), after, at) }
	return wantEach(t, next, func(r Result) int64 { return r.ID }, want)
}

// A result waits for games that were asked for before the end, and no longer.
func TestAResultWaitsForTheLastGames(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := open(t, s, week())
	wantResults(t, s, over().Add(-time.Millisecond))
	record(t, s, game(1, func(g *Game) { g.PlayedAt = week().EndsAt.Add(-time.Millisecond) }))
	record(t, s, game(2, func(g *Game) { g.PlayedAt = week().EndsAt }, lasting(900, 9)))
	wantStandings(t, s, id, "1 Anna 100")
	wantResults(t, s, over(), id)
}

func TestAResultIsToBeAnnouncedOnce(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	first, second := open(t, s, week()), open(t, s, week(byTakes))
	for i, name := range []string{"Anna", "Bruno", "Carla", "Dora"} {
		record(t, s, game(i, by(anna+uint64(i), name), lasting(int64(400-i), int64(i))))
	}
	must(t, s.HideName(t.Context(), anna, true))
	all := wantResults(t, s, over(), first, second)
	r := all[0]
	if len(r.Entries) != 3 || r.Total != 4 || r.Own != nil || r.AnnounceIn != 66 || r.Language != "" ||
		r.Entries[0].Player.Name != "" || r.Entries[1].Player.Name != "Bruno" || r.Entries[2].Rank != 3 {
		t.Errorf("the first is %+v", r)
	}
	announcing(t, s)
	if r := wantResults(t, s, over(), first, second)[1]; r.AnnounceIn != 55 || r.Language != "it" || r.Entries[0].Player.Name != "Dora" {
		t.Errorf("the second is %+v", r)
	}
	for range 2 {
		must(t, s.ResultAnnounced(t.Context(), first))
	}
	wantResults(t, s, over(), second)
	wantSound(t, s)
}

// What is asked for until a challenge is closed is still about an open one, and what is asked for
// later is not. It is closed early where its result was announced, as at the console.
func TestAChallengeIsOpenUntilItIsClosed(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := open(t, s, week())
	record(t, s, game(1))
	wantOpen := func(at time.Time, want bool) {
		t.Helper()
		running, err := s.Challenges(t.Context(), guild, anna, at)
		ended, errEnded := s.EndedChallenges(t.Context(), guild, anna, at, 9)
		if err := errors.Join(err, errEnded); err != nil || len(running)+len(ended) != 1 || (len(running) == 1) != want || append(running, ended...)[0].IsClosed(at) == want {
			t.Errorf("at %v: %+v are open, %+v ended, %v", at, running, ended, err)
		}
		a := newAct(guild)
		a.At = at
		if err := s.EndChallenge(t.Context(), a, id); (err == nil) != want || err != nil && !errors.Is(err, ErrNotFound) {
			t.Errorf("ended at %v: %v", at, err)
		}
		_, err = s.OpenChallenge(t.Context(), a, week(func(c *Challenge) { c.GuildID, c.EndsAt = guild+1, at.AddDate(0, 0, 1) }))
		if want != errors.Is(err, ErrExists) {
			t.Errorf("another opened at %v: %v", at, err)
		}
	}
	wantOpen(over().Add(-time.Millisecond), true)
	if r := wantResults(t, s, over(), id)[0]; !r.EndsAt.Equal(week().EndsAt) {
		t.Errorf("the result is %+v", r)
	}
	must(t, s.ResultAnnounced(t.Context(), id))
	wantOpen(week().EndsAt, false)
}
