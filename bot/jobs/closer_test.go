package jobs_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"nonna/bot/jobs"
	"nonna/store"
	"nonna/store/match"
)

// invite opens a match on a server and seals the host's hand.
func (h *fixture) invite(guild uint64) int64 {
	h.t.Helper()
	a := store.AdminAction{RequestID: fmt.Sprint("opens in ", guild, " at ", time.Now()), GuildID: guild, ActorID: 5, ActorName: "Anna", At: time.Now()}
	matches := match.New(h.store)
	m, err := matches.Open(h.t.Context(), a, match.Match{Game: "camicia", Seats: 2, BestOf: 1}, 6)
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
	m, err := match.New(h.store).Get(h.t.Context(), guild, id)
	if err != nil || m.End != want || m.Players[0].Sealed() != (want == "") {
		h.t.Errorf("%s: the match is over by %q, sealed %v, %v; want %q", when, m.End, m.Players[0].Sealed(), err, want)
	}
}

// A round that panics is one line in the log, with a reference and the stack, and the job goes
// on with the next.
func TestAJobOutlivesAPanic(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		log, id, wild := new(logbook), h.invite(7), 2
		logger := slog.New(slog.NewTextHandler(log, nil))
		clock := jobs.NewClock(time.Now, func(context.Context) (time.Duration, bool) {
			if wild--; wild >= 0 {
				panic(errWild)
			}
			return 0, true
		}, logger)
		time.Sleep(match.Idle + time.Hour)
		end := h.start(jobs.NewCloser(h.store, clock, logger))
		time.Sleep(30 * time.Second)
		h.wantEnd("after a panic", 7, id, "")
		time.Sleep(5 * time.Minute)
		end()
		h.wantEnd("then", 7, id, match.TimedOut)
		if said := log.String(); strings.Count(said, "level=ERROR") != 2 || strings.Count(said, "panic (ref ") != 2 || !strings.Contains(said, "job=closer") || !strings.Contains(said, "closer_test.go") {
			t.Errorf("the log says\n%s", said)
		}
	})
}

// A match without play is closed after a day, but not by a clock that is wrong.
func TestAMatchWithoutPlayIsClosed(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		by := new(skew)
		id := h.invite(7)
		by.set(2 * match.Idle)
		end := h.start(h.resultsAt(new(recorder), by))
		time.Sleep(10 * time.Minute)
		end()
		h.wantEnd("by a clock that is ahead", 7, id, "")
		by.set(0)
		time.Sleep(match.Idle - 20*time.Minute)
		defer h.start(h.resultsAt(new(recorder), by))()
		time.Sleep(9 * time.Minute)
		h.wantEnd("before the day is over", 7, id, "")
		time.Sleep(20 * time.Minute)
		h.wantEnd("after a day", 7, id, match.TimedOut)
	})
}

// A bot that is removed closes the matches, and a bot that is back does not open them again.
func TestMatchesEndWhenTheBotIsRemoved(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7, 8}, func(h *fixture) {
		e, end := h.erase()
		defer end()
		id, other := h.invite(7), h.invite(8)
		h.join(7, false)
		e.Left(h.t.Context(), 7)
		h.wantEnd("at once", 7, id, match.Removed)
		h.wantEnd("elsewhere", 8, other, "")
		h.join(7, true)
		time.Sleep(12 * time.Hour)
		h.wantEnd("back again", 7, id, match.Removed)
		h.wantEnd("elsewhere", 8, other, "") // the closer is another job
	})
}
