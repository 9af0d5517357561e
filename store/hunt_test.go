package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"nonna/store/setting"
)

// startHunt starts a hunt by anna on the server of these tests, and returns its id.
func startHunt(t testing.TB, s *Store, number int) int64 {
	t.Helper()
	h := value(s.StartHunt(t.Context(), hunting(number), fullDeck()))(t)
	return h.ID
}

func hunting(number int) Action {
	return Action{RequestID: fmt.Sprint("hunt ", number), GuildID: guild, ActorID: anna, ActorName: "Anna", At: noon()}
}

func fullDeck() Hunt {
	return Hunt{ChannelID: 66, Game: "camicia", Deck: "full", By: ByPlays, Seed: 42}
}

// found returns a deal that a hunt found, with the key "find PLAYS".
func found(plays int64) *Game {
	return &Game{
		Name: "camicia", Division: "52", Deal: fmt.Sprint("deal of ", plays), Key: fmt.Sprint("find ", plays),
		Ending: "won", Plays: plays, Takes: plays / 10, Kind: Ends,
	}
}

// save saves progress of a hunt of the server.
func save(t testing.TB, s *Store, p HuntProgress, at time.Time) {
	t.Helper()
	p.State = []byte("somewhere")
	must(t, s.SaveHunt(t.Context(), guild, p, at))
}

func saveFind(t testing.TB, s *Store, hunt, plays int64, at time.Time) {
	t.Helper()
	save(t, s, HuntProgress{ID: hunt, Tried: 1000, Used: time.Second, Found: found(plays)}, at)
}

// finds returns the keys of the server's finds as "plays by name", the longest first.
func finds(t testing.TB, s *Store) []string {
	t.Helper()
	var all []string
	for _, e := range readBoard(t, s, wholeBoard(func(q *BoardQuery) { q.UserID, q.Kind = bruno, Hunts })).Entries {
		all = append(all, fmt.Sprint(e.Rank, ". ", e.Plays, " by ", e.Player.Name))
	}
	return all
}

// running returns the hunt that runs on the server, and the core time of the day.
func running(t testing.TB, s *Store, now time.Time) (*Hunt, HuntServer) {
	t.Helper()
	h, used, err := s.RunningHunt(t.Context(), guild, bruno, now)
	must(t, err)
	return h, used
}

func TestAFindTakesNoPlaceAnywhere(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1, lasting(300, 30)))
	challenge := open(t, s, week())
	id := startHunt(t, s, 1)
	saveFind(t, s, id, 700, noon())
	saveFind(t, s, id, 650, noon()) // not longer than the hunt's own
	saveFind(t, s, id, 900, noon())

	if diff := cmp.Diff([]string{"1. 900 by Anna", "2. 700 by Anna"}, finds(t, s)); diff != "" {
		t.Error(diff)
	}
	if got := deals(readBoard(t, s, wholeBoard())); !slices.Equal(got, []string{"deal 1"}) {
		t.Errorf("on the board: %q", got)
	}
	again := record(t, s, game(2, by(bruno, "Bruno"), keyed("find 900"), lasting(900, 90)))
	if again.Standing != Found || again.Find != (Find{Hunted, noon()}) || again.Owner == nil || again.Owner.Player.Name != "Anna" || again.ByPlays.Rank != 0 {
		t.Errorf("the same deal brought later: %+v", again)
	}
	if replayed := record(t, s, game(2, by(bruno, "Bruno"), keyed("find 900"), lasting(900, 90))); !replayed.Replayed || replayed.Find != again.Find {
		t.Errorf("delivered again: %+v", replayed)
	}
	elsewhere := record(t, s, game(3, keyed("find 900"), lasting(900, 90), func(g *Game) { g.GuildID = guild + 1 }))
	if elsewhere.Standing != Ranked {
		t.Errorf("on another server: %+v", elsewhere)
	}
	if all, err := s.Standings(t.Context(), StandingsQuery{GuildID: guild, ChallengeID: challenge, PageQuery: PageQuery{Limit: 9}}); err != nil || all.Total != 0 {
		t.Errorf("in the challenge: %+v, %v", all.Entries, err)
	}
	if h, err := s.History(t.Context(), anna); err != nil || h.Games != 2 {
		t.Errorf("the history of the hunter counts %d games, %v", h.Games, err)
	}
	if h, err := s.History(t.Context(), bruno); err != nil || h.Games != 1 || len(h.Played) != 0 {
		t.Errorf("the history of who brought it: %+v, %v", h, err)
	}
	wantSound(t, s)
}

// A deal that is known on the server is not recorded again.
func TestAKnownDealIsNoFind(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	record(t, s, game(1, by(bruno, "Bruno"), keyed("find 700"), lasting(700, 70)))
	id := startHunt(t, s, 1)
	saveFind(t, s, id, 700, noon())
	if h, _ := running(t, s, noon()); h.Plays != 700 || h.Best != nil {
		t.Errorf("the hunt is %+v", h)
	}
	published := found(800)
	published.Published = true
	save(t, s, HuntProgress{ID: id, Found: published}, noon())
	saveFind(t, s, id, 900, noon())
	other := startAgain(t, s, id)
	saveFind(t, s, other, 900, noon()) // the first hunt found it
	if diff := cmp.Diff([]string{"1. 900 by Anna"}, finds(t, s)); diff != "" {
		t.Error(diff)
	}
	if got := record(t, s, game(1, by(bruno, "Bruno"), keyed("find 700"), lasting(700, 70))); got.Standing != Ranked {
		t.Errorf("what was brought before is %s", got.Standing)
	}
	wantSound(t, s)
}

// startAgain stops and deletes a hunt, and starts another.
func startAgain(t testing.TB, s *Store, id int64) int64 {
	t.Helper()
	must(t, s.StopHunt(t.Context(), id, HuntAsked, noon()))
	must(t, s.CloseHunt(t.Context(), id))
	must(t, s.DeleteHunt(t.Context(), id))
	return startHunt(t, s, int(id)+1)
}

func TestAHuntFromStartToEnd(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	done(t)(s.Configure(t.Context(), act(1), func(v *setting.Values) { v.HuntTime = time.Minute }))
	id := startHunt(t, s, 1)
	if again := startHunt(t, s, 1); again != id {
		t.Errorf("delivered again it started hunt %d besides %d", again, id)
	}
	if _, err := s.StartHunt(t.Context(), hunting(2), fullDeck()); !errors.Is(err, ErrExists) {
		t.Errorf("a second hunt: %v, want ErrExists", err)
	}
	must(t, s.HuntShown(t.Context(), id, 66, 67))
	saveFind(t, s, id, 700, noon().Add(time.Minute))
	save(t, s, HuntProgress{ID: id, Tried: 3000, Used: 2 * time.Second}, noon().Add(2*time.Minute))
	h, used := running(t, s, noon())
	want := Hunt{
		ID: id, GuildID: guild, ChannelID: 66, MessageID: 67, Game: "camicia", Deck: "full", By: ByPlays, Seed: 42,
		Starter: Person{ID: anna, Name: "Anna"}, StartedAt: noon(), State: []byte("somewhere"), SavedAt: noon().Add(2 * time.Minute),
		Tried: 3000, Used: 3 * time.Second, Plays: 700, Takes: 70, Best: h.Best, HuntServer: HuntServer{Budget: time.Minute, Today: 3 * time.Second},
	}
	if diff := cmp.Diff(&want, h); diff != "" || used != want.HuntServer || h.Best.Deal != "deal of 700" {
		t.Errorf("%+v: %s", used, diff)
	}
	// The budget is of the day.
	if _, used := running(t, s, noon().AddDate(0, 0, 1)); used.Today != 0 || used.Left() != time.Minute {
		t.Errorf("on the next day: %+v", used)
	}
	save(t, s, HuntProgress{ID: id, Used: 90 * time.Second}, noon().AddDate(0, 0, 1))
	if _, used := running(t, s, noon().AddDate(0, 0, 1)); used.Today != 90*time.Second || used.Left() != 0 {
		t.Errorf("after the next day: %+v", used)
	}
	// What it found before it was stopped is stored still.
	must(t, s.StopHunt(t.Context(), id, HuntAsked, noon()))
	must(t, s.DeleteHunt(t.Context(), id)) // not before it is closed
	save(t, s, HuntProgress{ID: id, Found: found(900), Pauses: true}, noon())
	all, err := s.Hunts(t.Context(), 0, noon())
	if err != nil || len(all) != 1 || all[0].End != HuntAsked || !all[0].Closed || all[0].Plays != 900 || all[0].StoppedAt != noon() {
		t.Errorf("the hunts are %+v, %v", all, err)
	}
	must(t, s.DeleteHunt(t.Context(), id))
	if h, _ := running(t, s, noon()); h != nil || len(finds(t, s)) != 2 {
		t.Errorf("after the end: %+v, %q", h, finds(t, s))
	}
	wantSound(t, s)
}

// The longest find is announced when the hunt pauses, once.
func TestTheLongestFindIsAnnounced(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	announcing(t, s)
	id := startHunt(t, s, 1)
	at := func(minutes int) time.Time { return noon().Add(time.Duration(minutes) * time.Minute) }
	saveFind(t, s, id, 700, at(1))
	saveFind(t, s, id, 800, at(2))
	save(t, s, HuntProgress{ID: id}, at(180))
	wantAnnounced(t, s)
	save(t, s, HuntProgress{ID: id, Pauses: true}, at(181))
	all := wantAnnounced(t, s, 2)
	if a := all[0]; a.Standing != Hunted || a.ChannelID != 55 || a.Kind != Hunts || a.Plays != 800 || a.ByPlays.Before == nil || a.ByPlays.Before.Plays != 700 {
		t.Errorf("announced is %+v", a)
	}
	must(t, s.Announced(t.Context(), 2))
	save(t, s, HuntProgress{ID: id, Pauses: true}, at(182))
	wantAnnounced(t, s)
	saveFind(t, s, id, 900, at(183))
	save(t, s, HuntProgress{ID: id, Pauses: true, Found: found(950)}, at(184))
	wantAnnounced(t, s, 4)
	other := startAgain(t, s, id)
	saveFind(t, s, other, 940, at(400)) // shorter
	save(t, s, HuntProgress{ID: other, Pauses: true}, at(401))
	if all := wantAnnounced(t, s, 4, 5); all[1].ChannelID != 0 {
		t.Errorf("a shorter find is announced in %d", all[1].ChannelID)
	}
	done(t)(s.SetShown(t.Context(), act(5), 4, false))
	if all := wantAnnounced(t, s, 4, 5); all[0].ChannelID != 0 {
		t.Errorf("a hidden find is announced in %d", all[0].ChannelID)
	}
	wantSound(t, s)
}

// A find is announced only if no game that the server's members brought is as long.
func TestAFindIsComparedWithTheBoard(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		brought func(*Game)
		want    uint64
	}{
		"a member's is longer":            {lasting(1000, 100), 0},
		"a member's is as long":           {lasting(900, 90), 0},
		"a member's is shorter":           {lasting(800, 80), 55},
		"a member's has more tricks only": {lasting(800, 1000), 55},
		"of another deck":                 {func(g *Game) { lasting(1000, 100)(g); g.Division = "40" }, 55},
		"endless":                         {func(g *Game) { lasting(1000, 100)(g); g.Kind = Loops }, 55},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := openTest(t)
			announcing(t, s)
			brought := record(t, s, game(1, by(bruno, "Bruno"), c.brought))
			id := startHunt(t, s, 1)
			save(t, s, HuntProgress{ID: id, Found: found(900), Pauses: true}, noon())
			a := wantAnnounced(t, s, 2)[0]
			before := a.ByPlays.Before != nil && a.ByPlays.Before.ID == brought.ID
			if want := strings.HasPrefix(name, "a member's"); a.ChannelID != c.want || before != want {
				t.Errorf("announced is %+v", a)
			}
			wantSound(t, s)
		})
	}
}

// The core time of a day is that of all saves, and more than the budget leaves none.
func TestCoreTimeOfADay(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	done(t)(s.Configure(t.Context(), newAct(guild), func(v *setting.Values) { v.HuntTime = time.Minute }))
	id := startHunt(t, s, 1)
	for i, c := range []struct{ used, today, left time.Duration }{
		{0, 0, time.Minute},
		{10 * time.Second, 10 * time.Second, 50 * time.Second},
		{2 * time.Second, 12 * time.Second, 48 * time.Second},
		{49 * time.Second, 61 * time.Second, 0},
	} {
		save(t, s, HuntProgress{ID: id, Used: c.used}, noon().Add(time.Duration(i+1)*time.Millisecond))
		if h, server := running(t, s, noon()); server.Today != c.today || server.Left() != c.left || h.Used != c.today {
			t.Errorf("step %d: %+v, left %s, of the hunt %s; want %s, left %s", i, server, server.Left(), h.Used, c.today, c.left)
		}
	}
}

func TestAFindIsHiddenAndRestored(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := startHunt(t, s, 1)
	saveFind(t, s, id, 700, noon())
	saveFind(t, s, id, 900, noon())
	for i, c := range []struct {
		do      func() (bool, error)
		changed bool
		want    []string
	}{
		{func() (bool, error) { return s.SetShown(t.Context(), act(1), 2, false) }, true, []string{"1. 700 by Anna"}},
		{func() (bool, error) { return s.SetShown(t.Context(), act(2), 2, false) }, false, []string{"1. 700 by Anna"}},
		{func() (bool, error) { return s.SetShown(t.Context(), act(3), 2, true) }, true, []string{"1. 900 by Anna", "2. 700 by Anna"}},
	} {
		if changed, err := c.do(); err != nil || changed != c.changed {
			t.Errorf("step %d: %t, %v", i, changed, err)
		}
		if diff := cmp.Diff(c.want, finds(t, s)); diff != "" {
			t.Errorf("step %d: %s", i, diff)
		}
		if got := record(t, s, game(i, keyed("find 900"))); got.Standing != Found {
			t.Errorf("step %d: brought again it is %s", i, got.Standing)
		}
	}
	elsewhere := act(4)
	elsewhere.GuildID++
	if _, err := s.SetShown(t.Context(), elsewhere, 2, false); !errors.Is(err, ErrNotFound) {
		t.Errorf("hidden from another server: %v", err)
	}
	wantSound(t, s)
}

// A hunt ends with the data of its starter. Its finds stay unranked.
func TestForgettingTheHunter(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := startHunt(t, s, 1)
	saveFind(t, s, id, 700, noon().Add(time.Second))
	done(t)(s.ForgetUser(t.Context(), anna, noon()))
	save(t, s, HuntProgress{ID: id, Used: time.Second, Found: found(900), Pauses: true}, noon())
	if h, used := running(t, s, noon()); h != nil || used.Today != 2*time.Second {
		t.Errorf("it still runs: %+v, %+v", h, used)
	}
	all, err := s.Hunts(t.Context(), 0, noon())
	if err != nil || len(all) != 1 || all[0].End != HuntErased || !all[0].Closed || all[0].Starter.Name != "" || all[0].Plays != 700 {
		t.Errorf("the hunts are %+v, %v", all, err)
	}
	if len(finds(t, s)) != 0 {
		t.Errorf("the finds are %q", finds(t, s))
	}
	if got := record(t, s, game(1, by(bruno, "Bruno"), keyed("find 700"))); got.Standing != Found || got.Owner != nil || got.Find.Kind != Hunted {
		t.Errorf("its deal brought again: %+v", got)
	}
	if got := record(t, s, game(2, by(bruno, "Bruno"), keyed("find 900"))); got.Standing != Ranked {
		t.Errorf("a deal that was never stored is %s", got.Standing)
	}
	wantSound(t, s)
}

func TestAServersHuntsGoWithIt(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := startHunt(t, s, 1)
	saveFind(t, s, id, 700, noon())
	for range 2 { // the second time with hunts and finds alone
		if all, err := s.GuildsStored(t.Context(), 0, 9); err != nil || !slices.Equal(all, []uint64{guild}) {
			t.Errorf("stored are %v, %v", all, err)
		}
		done(t)(s.ForgetUser(t.Context(), anna, noon()))
	}
	must(t, s.GuildLeft(t.Context(), guild, noon()))
	done(t)(s.Erase(t.Context(), noon()))
	if all, err := s.GuildsStored(t.Context(), 0, 9); err != nil || len(all) != 0 {
		t.Errorf("still stored are %v, %v", all, err)
	}
	wantSound(t, s)
}

func TestWhatIsNoHunt(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	for name, change := range map[string]func(*Action, *Hunt){
		"no server":    func(a *Action, _ *Hunt) { a.GuildID = 0 },
		"no game":      func(_ *Action, h *Hunt) { h.Game = "" },
		"a long deck":  func(_ *Action, h *Hunt) { h.Deck = string(make([]byte, MaxDeck+1)) },
		"a large seed": func(_ *Action, h *Hunt) { h.Seed = 1 << 63 },
	} {
		a, h := hunting(1), fullDeck()
		change(&a, &h)
		if _, err := s.StartHunt(t.Context(), a, h); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v, want ErrInvalid", name, err)
		}
	}
}
