package jobs_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"nonna/store"
	"nonna/store/daily"
	"nonna/store/match"
)

// A round that panics is one line in the log, with a reference and the stack, and the job goes
// on with the next.
func TestAJobOutlivesAPanic(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		id, wild := h.invite(7), 2
		h.Now = func(context.Context) (time.Time, error) {
			if wild--; wild >= 0 {
				panic(errWild)
			}
			return time.Now(), nil
		}
		time.Sleep(match.Idle + time.Hour)
		defer h.start("closer")()
		time.Sleep(30 * time.Second)
		h.wantEnd("after a panic", 7, id, "")
		time.Sleep(5 * time.Minute)
		h.wantEnd("then", 7, id, match.TimedOut)
		if said := h.logged(); strings.Count(said, "level=ERROR") != 2 || strings.Count(said, "panic (ref ") != 2 || !strings.Contains(said, "job=closer") || !strings.Contains(said, "jobs_test.go") {
			t.Errorf("the log says\n%s", said)
		}
	})
}

// While nobody knows what time it is, nothing is closed, posted, hunted or deleted, and the log
// says why. All of that is done as soon as the time is known.
func TestNothingIsDoneAtAnUnknownTime(t *testing.T) {
	t.Parallel()
	hunting(t, time.Hour, []uint64{7, 8}, func(k *kennel) {
		k.join(8, false)
		k.challenge(1)
		k.hunt(7)
		k.wantTables(7)
		id := k.invite(7)
		time.Sleep(40*24*time.Hour + 2*time.Hour)
		var known atomic.Bool
		k.Now = func(context.Context) (time.Time, error) {
			if !known.Load() {
				return time.Now(), errNoTime
			}
			return time.Now(), nil
		}
		defer k.start()()
		time.Sleep(time.Hour)
		k.said()
		k.wantEnd("at an unknown time", 7, id, "")
		if k.worked(7) != 0 {
			t.Error("it hunted")
		}
		if said := k.logged(); strings.Count(said, errNoTime.Error()) < 60 {
			t.Errorf("the log says\n%s", said)
		}
		k.solve(7, daily.Last(time.Now()))
		known.Store(true)
		time.Sleep(6 * time.Minute)
		k.wantEnd("then", 7, id, match.TimedOut)
		var sent []string
		for _, said := range k.sent.take() {
			nonce, _, _ := strings.Cut(strings.Fields(said)[2], "-")
			sent = append(sent, nonce)
		}
		slices.Sort(sent)
		if want := "[daily edit hunt month month]"; fmt.Sprint(sent) != want { // the result is old
			t.Errorf("sent: %v, want %s", sent, want)
		}
		k.wantLeaving("then", 8)
	})
}

// invite opens a match on a server and seals the host's hand.
func (h *fixture) invite(guild uint64) int64 {
	h.t.Helper()
	a := store.Action{RequestID: fmt.Sprint("opens in ", guild, " at ", time.Now()), GuildID: guild, ActorID: 5, ActorName: "Anna", At: time.Now()}
	matches := match.New(h.Store)
	m, err := matches.Open(h.t.Context(), a, match.Match{Game: "camicia", BestOf: 1}, 6)
	if err != nil {
		h.t.Fatal(err)
	}
	a.RequestID = fmt.Sprint("seals in ", guild, " at ", time.Now())
	if _, _, err := matches.Seal(h.t.Context(), a, m.ID, 1, "secret", nil); err != nil {
		h.t.Fatal(err)
	}
	return m.ID
}

// wantEnd checks why a match is over.
func (h *fixture) wantEnd(when string, guild uint64, id int64, want match.End) {
	h.t.Helper()
	synctest.Wait()
	m, err := match.New(h.Store).Get(h.t.Context(), guild, id)
	if err != nil || m.End != want || m.Players[0].Sealed() != (want == "") {
		h.t.Errorf("%s: the match is over by %q, sealed %v, %v; want %q", when, m.End, m.Players[0].Sealed(), err, want)
	}
}

// A match without play is closed after a day.
func TestAMatchWithoutPlayIsClosed(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		id := h.invite(7)
		time.Sleep(match.Idle - 10*time.Minute)
		defer h.start("closer")()
		time.Sleep(9 * time.Minute)
		h.wantEnd("before the day is over", 7, id, "")
		time.Sleep(2 * time.Minute)
		h.wantEnd("after a day", 7, id, match.TimedOut)
	})
}
