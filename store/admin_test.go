package store

import (
	"crypto/rand"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// act returns an action of carla's on the server of these tests.
func act(number int) Action {
	return Action{
		RequestID: fmt.Sprintf("act-%d", number), GuildID: guild, ActorID: carla, ActorName: "Carla",
		At: noon().Add(time.Duration(number) * time.Minute),
	}
}

// newAct returns an action of carla's on a server, with a new request.
func newAct(guildID uint64) Action {
	return Action{RequestID: rand.Text(), GuildID: guildID, ActorID: carla, ActorName: "Carla", At: noon()}
}

func TestAHiddenEntryLeavesTheBoardAndComesBackToItsPlace(t *testing.T) {
	t.Parallel()
	notAgain(t)
	s := openTest(t)
	for i := range 5 {
		record(t, s, game(i+1, lasting(int64(100-i), 10)))
	}
	for i, step := range []struct {
		do      func() (int64, error)
		changed int64
		want    string
	}{
		{func() (int64, error) { return s.Hide(t.Context(), act(1), 2) }, 1, "[deal 1 deal 3 deal 4 deal 5]"},
		{func() (int64, error) { return s.Hide(t.Context(), act(2), 2) }, 0, "[deal 1 deal 3 deal 4 deal 5]"},
		{func() (int64, error) { return s.Restore(t.Context(), act(3), 2) }, 1, "[deal 1 deal 2 deal 3 deal 4 deal 5]"},
		// A request that is delivered again does nothing.
		{func() (int64, error) { return s.Hide(t.Context(), act(1), 2) }, 1, "[deal 1 deal 2 deal 3 deal 4 deal 5]"},
	} {
		changed, err := step.do()
		if err != nil || changed != step.changed {
			t.Errorf("step %d: changed %d (%v), want %d", i, changed, err, step.changed)
		}
		page := readBoard(t, s, wholeBoard())
		if got := fmt.Sprint(deals(page)); got != step.want || page.Total != int64(len(page.Entries)) {
			t.Errorf("step %d: board %s of %d, want %s", i, got, page.Total, step.want)
		}
		if got := record(t, s, game(10+i, keyed("key 2"), by(bruno, "Bruno"))); got.Standing != Taken { // hidden or not
			t.Errorf("step %d: the deal of the entry is %s", i, got.Standing)
		}
	}
	wantSound(t, s)
}

func TestAdminsReachTheirOwnServerOnly(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := record(t, s, game(1)).ID
	unranked := record(t, s, game(2, func(g *Game) { g.Kind = NoBoard })).ID
	elsewhere := act(1)
	elsewhere.GuildID = guild + 1
	for _, c := range []struct {
		by   Action
		game int64
	}{{elsewhere, id}, {act(2), 99}, {act(3), unranked}} {
		if _, err := s.Hide(t.Context(), c.by, c.game); !errors.Is(err, ErrNotFound) {
			t.Errorf("hiding %d from %d: %v, want ErrNotFound", c.game, c.by.GuildID, err)
		}
	}
	if got := readBoard(t, s, wholeBoard()).Total; got != 1 {
		t.Errorf("%d entries, want 1", got)
	}
	if page, err := s.Audit(t.Context(), guild+1, anna, PageQuery{Limit: 10}); err != nil || len(page.Lines) != 0 {
		t.Errorf("what failed is in the audit list: %+v, %v", page, err)
	}
}

func TestTheAuditListSaysWhoDidWhat(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := record(t, s, game(1)).ID
	for _, do := range []func() (int64, error){
		func() (int64, error) { return s.Restore(t.Context(), newAct(guild), id) }, // it was never hidden
		func() (int64, error) { return s.Hide(t.Context(), act(1), id) },
		func() (int64, error) { return s.Hide(t.Context(), newAct(guild), id) },
		func() (int64, error) { return s.Restore(t.Context(), act(2), id) },
		func() (int64, error) { return s.Restore(t.Context(), newAct(guild), id) },
		func() (int64, error) { return s.Hide(t.Context(), act(3), id) },
		func() (int64, error) { return s.Hide(t.Context(), act(3), id) },
	} {
		done(t)(do())
	}
	done := func(n int64, action AuditKind, game int64) AuditLine {
		return AuditLine{
			ID: n, Action: action, Entries: 1, ActorID: carla, ActorName: "Carla", GameID: game,
			Game: "camicia", Division: "52", Kind: Ends, At: noon().Add(time.Duration(n) * time.Minute),
		}
	}
	want := []AuditLine{done(3, HideAction, id), done(2, RestoreAction, id), done(1, HideAction, id)}
	got := value(s.Audit(t.Context(), guild, anna, PageQuery{Limit: 10}))(t)
	if diff := cmp.Diff(want, got.Lines); diff != "" {
		t.Error(diff)
	}
}

// wantSound fails the test if a check finds a problem.
func wantSound(t *testing.T, s *Store) {
	t.Helper()
	_, problems, err := Repair.Check(t.Context(), s.Path())
	if err != nil || len(problems) > 0 {
		t.Errorf("the check finds %q, %v", problems, err)
	}
}
