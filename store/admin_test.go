package store

import (
	"crypto/rand"
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

func TestTheAuditListSaysWhoDidWhat(t *testing.T) {
	t.Parallel()
	s := openTest(t)
	id := record(t, s, game(1)).ID
	for _, do := range []func() (bool, error){
		func() (bool, error) { return s.SetShown(t.Context(), newAct(guild), id, true) }, // it was never hidden
		func() (bool, error) { return s.SetShown(t.Context(), act(1), id, false) },
		func() (bool, error) { return s.SetShown(t.Context(), newAct(guild), id, false) },
		func() (bool, error) { return s.SetShown(t.Context(), act(2), id, true) },
		func() (bool, error) { return s.SetShown(t.Context(), newAct(guild), id, true) },
		func() (bool, error) { return s.SetShown(t.Context(), act(3), id, false) },
		func() (bool, error) { return s.SetShown(t.Context(), act(3), id, false) },
	} {
		done(t)(do())
	}
	done := func(n int64, action AuditKind, game int64) AuditLine {
		return AuditLine{
			ID: n, Action: action, ActorID: carla, ActorName: "Carla", GameID: game,
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
