package jobs_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/jobs"
)

// wantGames checks which servers have stored games.
func (h *fixture) wantGames(when string, want ...uint64) {
	h.t.Helper()
	synctest.Wait()
	got, err := h.Store.GuildsStored(h.t.Context(), 0, 100)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		h.t.Errorf("%s: games on %v (%v), want %v", when, got, err, want)
	}
}

// The bot learns of a removal from Discord's list, within six hours.
func TestAServersDataGoesAfterTheGrace(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7, 8}, func(h *fixture) {
		h.join(8, false) // while the bot was down
		defer h.start("eraser")()
		time.Sleep(time.Hour)
		h.join(7, false)
		time.Sleep(jobs.Grace - 2*time.Hour)
		h.wantGames("before the grace is over", 7, 8)
		time.Sleep(3 * time.Hour)
		h.wantGames("after the grace of the one", 7)
		time.Sleep(12 * time.Hour)
		h.wantGames("after the grace of both")
	})
}

// errSilent is the error of a Discord that says nothing.
var errSilent = errors.New("no answer")

// While Discord does not say that a server is unknown, nothing of it is to be deleted. What is due
// then is put off.
func TestNothingIsDeletedUnlessDiscordSaysSo(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7, 8}, func(h *fixture) {
		h.join(7, false)
		h.says(errSilent, nil)
		defer h.start("eraser")()
		time.Sleep(7 * time.Hour)
		h.wantLeaving("without a list")
		h.says(nil, errSilent)
		time.Sleep(7 * time.Hour)
		h.wantLeaving("missing in the list alone")
		h.says(nil, nil)
		time.Sleep(7 * time.Hour)
		h.wantLeaving("by Discord's word", 7)
		h.says(nil, errSilent)
		time.Sleep(jobs.Grace + 10*24*time.Hour)
		h.wantGames("while Discord does not say so again", 7, 8)
		h.says(nil, nil)
		time.Sleep(48 * time.Hour)
		h.wantGames("when it does", 8)
	})
}

// If the bot comes back to a server, nothing is deleted, whether it was running then or not.
func TestAServerThatTakesTheBotBackKeepsItsData(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		h.join(7, false)
		end := h.start("eraser")
		time.Sleep(jobs.Grace / 2)
		h.join(7, true)
		time.Sleep(2 * jobs.Grace)
		h.wantGames("back in time", 7)

		h.join(7, false)
		time.Sleep(jobs.Grace / 2)
		end()
		time.Sleep(2 * jobs.Grace)
		h.join(7, true)
		defer h.start("eraser")()
		time.Sleep(2 * jobs.Grace)
		h.wantGames("back while the bot was down", 7)
	})
}

// A user's name and id are in no file a minute after those who read an older state have
// finished.
func TestADeletionLeavesNoTraceWhenReadersHaveFinished(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		defer h.start("finisher")()
		release := h.read()
		if _, err := h.Store.ForgetUser(h.t.Context(), 5, time.Now()); err != nil {
			h.t.Fatal(err)
		}
		time.Sleep(10 * time.Second)
		if !h.traces() {
			h.t.Error("nothing is in the log while it is read: the test would not notice")
		}
		h.playBy(8, 6, "Bruno") // recording goes on meanwhile, for another
		release()
		time.Sleep(time.Minute)
		if h.traces() {
			h.t.Error("a minute after the readers have finished the name is still in a file")
		}
	})
}

// A killed process may leave deleted rows in the log.
func TestTheTracesThatAKilledProcessLeftAreRemoved(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		if !h.traces() {
			h.t.Error("nothing is in the log: the test would not notice")
		}
		defer h.start("finisher")()
		time.Sleep(time.Minute)
		if log, err := os.Stat(h.path + "-wal"); err != nil || log.Size() > 0 {
			h.t.Errorf("the log: %v, %v, want it empty", log, err)
		}
	})
}

// read begins to read from the database. release ends it.
func (h *fixture) read() (release func()) {
	h.t.Helper()
	db, err := sql.Open("sqlite", h.path)
	if err != nil {
		h.t.Fatal(err)
	}
	tx, err := db.BeginTx(h.t.Context(), nil)
	if err != nil {
		h.t.Fatal(err)
	}
	var games int
	if err := tx.QueryRowContext(h.t.Context(), "SELECT COUNT(*) FROM games").Scan(&games); err != nil {
		h.t.Fatal(err)
	}
	return func() {
		if err := errors.Join(tx.Rollback(), db.Close()); err != nil {
			h.t.Error(err)
		}
	}
}

// traces reports whether Anna's name is in the database's file or its log.
func (h *fixture) traces() bool {
	h.t.Helper()
	for _, suffix := range []string{"", "-wal"} {
		// Reading the file here would end SQLite's locks.
		err := exec.CommandContext(h.t.Context(), "grep", "--quiet", "--text", "Anna", h.path+suffix).Run()
		if err == nil {
			return true
		}
		if failed, ok := errors.AsType[*exec.ExitError](err); !ok || failed.ExitCode() != 1 {
			h.t.Fatal(err)
		}
	}
	return false
}
