package store

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// week returns a challenge for full decks by plays, open for a week, after changes.
func week(changes ...func(*Challenge)) Challenge {
	c := Challenge{
		ChannelID: 66, Game: "camicia", Division: "52", Kind: Ends, By: ByPlays, EndsAt: noon().AddDate(0, 0, 7),
	}
	for _, change := range changes {
		change(&c)
	}
	return c
}

func byTakes(c *Challenge) { c.By = ByTakes }

// open opens a challenge at noon, and returns its id.
func open(t *testing.T, s *Store, c Challenge) int64 {
	t.Helper()
	opened, err := s.OpenChallenge(t.Context(), newAct(guild), c)
	if err != nil {
		t.Fatalf("OpenChallenge(%+v): %v", c, err)
	}
	return opened.ID
}

// wantStandings compares the standings, as carla sees them, with a text such as "1 Anna
// 300, 2 Bruno 200".
func wantStandings(t *testing.T, s *Store, id int64, want string) {
	t.Helper()
	all := value(s.Standings(t.Context(), StandingsQuery{GuildID: guild, UserID: carla, ChallengeID: id, PageQuery: PageQuery{Limit: MaxPage}}))(t)
	var got []string
	for _, e := range all.Entries {
		n := e.Plays
		if all.By == ByTakes {
			n = e.Takes
		}
		got = append(got, fmt.Sprint(e.Rank, " ", e.Player.Name, " ", n))
	}
	if diff := cmp.Diff(want, strings.Join(got, ", ")); diff != "" || all.Total != int64(len(got)) {
		t.Errorf("challenge %d, %d in all: %s", id, all.Total, diff)
	}
	wantSound(t, s)
}

func TestAServerHasFewChallengesAndNoTwoAlike(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	tryOpen := func(a Action, c Challenge) error {
		_, err := s.OpenChallenge(t.Context(), a, c)
		return err
	}
	division := func(name string) func(*Challenge) { return func(c *Challenge) { c.Division = name } }
	a := newAct(guild)
	must(t, tryOpen(a, week()))
	if err := tryOpen(a, week()); err != nil {
		t.Errorf("delivered again: %v", err)
	}
	if err := tryOpen(newAct(guild), week(func(c *Challenge) { c.Random = true })); !errors.Is(err, ErrExists) {
		t.Errorf("one alike: %v, want ErrExists", err)
	}
	open(t, s, week(byTakes))
	for _, name := range []string{"40", "x", "y"} {
		open(t, s, week(division(name)))
	}
	if err := tryOpen(newAct(guild), week(division("z"))); !errors.Is(err, ErrTooMany) {
		t.Errorf("a sixth: %v, want ErrTooMany", err)
	}
	if err := tryOpen(newAct(guild+1), week()); err != nil {
		t.Errorf("on another server: %v", err)
	}
	later := newAct(guild)
	later.At = over()
	if err := tryOpen(later, week(func(c *Challenge) { c.EndsAt = later.At.Add(time.Hour) })); err != nil {
		t.Errorf("after they have ended: %v", err)
	}
}

func TestChallengesOutOfBoundsAreRefused(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for name, change := range map[string]func(*Challenge){
		"no game":         func(c *Challenge) { c.Game = "" },
		"no division":     func(c *Challenge) { c.Division = "" },
		"a long division": func(c *Challenge) { c.Division = strings.Repeat("x", maxDivision+1) },
		"no board":        func(c *Challenge) { c.Kind = NoBoard },
		"no time":         func(c *Challenge) { c.EndsAt = noon() },
		"too much time":   func(c *Challenge) { c.EndsAt = noon().Add(MaxChallengeTime + time.Millisecond) },
	} {
		if _, err := s.OpenChallenge(t.Context(), newAct(guild), week(change)); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
	for name, a := range map[string]Action{"no server": newAct(0), "no request": {GuildID: guild, At: noon()}} {
		if _, err := s.OpenChallenge(t.Context(), a, week()); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
}

func TestAChallengeEndsWhenItIsEnded(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := open(t, s, week())
	record(t, s, game(60))
	record(t, s, game(200, lasting(200, 20))) // recorded before the request that ends it
	a := act(2)                               // two minutes past noon
	for range 2 {                             // delivered twice
		must(t, s.EndChallenge(t.Context(), a, id))
	}
	if err := s.EndChallenge(t.Context(), act(3), id); err != nil { // it has ended already
		t.Fatal(err)
	}
	record(t, s, game(119, lasting(150, 10), by(bruno, "Bruno"))) // asked for before the end
	record(t, s, game(121, lasting(900, 90), by(carla, "Carla")))
	wantStandings(t, s, id, "1 Bruno 150, 2 Anna 100")
	elsewhere := newAct(guild + 1)
	for name, err := range map[string]error{
		"none":       s.EndChallenge(t.Context(), act(4), id+1),
		"elsewhere":  s.EndChallenge(t.Context(), elsewhere, open(t, s, week(byTakes))),
		"no request": s.EndChallenge(t.Context(), Action{GuildID: guild}, id),
	} {
		want := ErrNotFound
		if name == "no request" {
			want = ErrInvalid
		}
		if !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	page := value(s.Audit(t.Context(), guild, 0, PageQuery{Limit: 9}))(t)
	var done []string
	for _, d := range page.Lines {
		done = append(done, fmt.Sprint(d.Action, " ", d.Game, " ", d.Division, " ", d.Kind, " ", d.By, " ", d.ActorName))
	}
	if diff := cmp.Diff([]string{"open camicia 52 ends 2 Carla", "end camicia 52 ends 1 Carla", "open camicia 52 ends 1 Carla"}, done); diff != "" {
		t.Error(diff)
	}
}

func TestChallengesAreListed(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	end := func(days int) func(*Challenge) {
		return func(c *Challenge) { c.EndsAt = noon().AddDate(0, 0, days) }
	}
	open(t, s, week(end(3)))
	open(t, s, week(end(1), byTakes))
	open(t, s, week(end(2), func(c *Challenge) { c.Kind = Loops }))
	list := func(all []Challenge, err error) string {
		t.Helper()
		var ids []int64
		for _, c := range all {
			ids = append(ids, c.ID)
		}
		return fmt.Sprint(ids, err)
	}
	want := func(at time.Time, running, over string) {
		t.Helper()
		for name, c := range map[string]struct{ got, want string }{
			"open":         {list(s.Challenges(t.Context(), guild, anna, at)), running},
			"ended":        {list(s.EndedChallenges(t.Context(), guild, anna, at, 9)), over},
			"the last one": {list(s.EndedChallenges(t.Context(), guild, anna, at, 1)), over[:min(2, len(over)-1)] + "]"},
			"elsewhere":    {list(s.Challenges(t.Context(), guild+1, anna, at)), "[]"},
		} {
			if c.got != c.want+" <nil>" {
				t.Errorf("%s, %s: %s, want %s", at, name, c.got, c.want)
			}
		}
	}
	want(noon(), "[2 3 1]", "[]")
	want(noon().AddDate(0, 0, 2).Add(LateGames), "[1]", "[3 2]")
	if _, err := s.Standings(t.Context(), StandingsQuery{GuildID: guild + 1, ChallengeID: 1}); !errors.Is(err, ErrNotFound) {
		t.Errorf("another server's standings: %v, want ErrNotFound", err)
	}
}

// Openers can hide their names and have them deleted.
func TestOpenersCanHideTheirNames(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	a := newAct(guild)
	a.ActorID, a.ActorName = anna, "Anna"
	c, err := s.OpenChallenge(t.Context(), a, week())
	if err != nil || c.Opener.ID != anna || c.Opener.Name != "Anna" || !c.OpenedAt.Equal(noon()) {
		t.Fatalf("opened %+v, %v", c, err)
	}
	opener := func(user uint64) string {
		t.Helper()
		all, err := s.Challenges(t.Context(), guild, user, noon())
		if err != nil || len(all) != 1 {
			t.Fatalf("%+v, %v", all, err)
		}
		return fmt.Sprint(all[0].Opener.ID, all[0].Opener.Name)
	}
	must(t, s.HideName(t.Context(), anna, true))
	if got, want := opener(bruno)+" "+opener(anna), fmt.Sprint("0 ", anna, "Anna"); got != want {
		t.Errorf("bruno and anna see %s, want %s", got, want)
	}
	record(t, s, game(1))
	record(t, s, game(2))
	stored, err := s.UserData(t.Context(), anna)
	if err != nil || len(stored.Challenges) != 1 || len(stored.Acts) != 1 {
		t.Errorf("stored about anna: %+v, %v", stored, err)
	}
	done(t)(s.ForgetUser(t.Context(), anna, noon()))
	data, err := s.UserData(t.Context(), anna)
	if diff := cmp.Diff(UserData{UserID: anna}, data); diff != "" || err != nil {
		t.Error(diff, err)
	}
	if got := opener(anna); got != "0" {
		t.Errorf("forgotten, anna sees %s", got)
	}
	wantNoTrace(t, s, "Anna")
}

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
