package jobs_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"nonna/bot/jobs"
	"nonna/store"
	"nonna/store/storetest"
)

// fixture is a store with a job over it, in a bubble of time.
type fixture struct {
	t     *testing.T
	store *store.Store
	path  string // of its file
	// servers is asked which servers the bot is in: by default the fixture.
	servers jobs.Servers

	mu     sync.Mutex
	guilds map[uint64]bool
}

// newFixture makes a server for each of the ids, with one game. The bot is in all of them.
func newFixture(t *testing.T, guilds ...uint64) *fixture {
	t.Helper()
	path := filepath.Join(t.TempDir(), "nonna.db")
	st, err := storetest.Open(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	h := &fixture{t: t, store: st, path: path, guilds: map[uint64]bool{}}
	h.servers = h
	for _, id := range guilds {
		h.play(id)
		h.join(id, true)
	}
	return h
}

func (h *fixture) play(guild uint64) { h.playBy(guild, 5, "Anna") }

func (h *fixture) playBy(guild, user uint64, name string) {
	h.t.Helper()
	_, err := h.store.Record(h.t.Context(), store.Game{
		RequestID: fmt.Sprint("request ", guild), GuildID: guild, UserID: user, UserName: name, Name: "camicia",
		Division: "52", Deal: "#1", Key: "k", Ending: "won", Plays: 9, Takes: 1, Kind: store.Ends, PlayedAt: time.Now(),
	})
	if err != nil {
		h.t.Fatal(err)
	}
}

func (h *fixture) join(guild uint64, in bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.guilds[guild] = in
}

func (h *fixture) in(guild uint64) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.guilds[guild]
}

// Guilds and Knows implement [jobs.Servers].
func (h *fixture) Guilds(context.Context) (all []uint64, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for id, in := range h.guilds {
		if in {
			all = append(all, id)
		}
	}
	slices.Sort(all)
	return all, nil
}

func (h *fixture) Knows(_ context.Context, guild uint64) (bool, error) { return h.in(guild), nil }

// wantGames checks which servers have stored games.
func (h *fixture) wantGames(when string, want ...uint64) {
	h.t.Helper()
	synctest.Wait()
	got, err := h.store.GuildsStored(h.t.Context(), 0, 100)
	if err != nil || fmt.Sprint(got) != fmt.Sprint(want) {
		h.t.Errorf("%s: games on %v (%v), want %v", when, got, err, want)
	}
}

type job interface{ Run(ctx context.Context) }

// together is several jobs that run at the same time.
type together []job

func (t together) Run(ctx context.Context) {
	var running sync.WaitGroup
	for _, j := range t {
		running.Go(func() { j.Run(ctx) })
	}
	running.Wait()
}

// start runs a job; end stops it and waits for its end.
func (h *fixture) start(j job) (end func()) {
	ctx, cancel := context.WithCancel(h.t.Context())
	done := make(chan struct{})
	go func() { defer close(done); j.Run(ctx) }()
	return func() { cancel(); <-done }
}

// erase starts the eraser over the fixture.
func (h *fixture) erase() (e *jobs.Eraser, end func()) { return h.eraseBy(new(skew)) }

// eraseBy starts the eraser with a clock that may be off.
func (h *fixture) eraseBy(by *skew) (e *jobs.Eraser, end func()) {
	log := slog.New(slog.DiscardHandler)
	e = jobs.NewEraser(h.store, h.servers, jobs.NewClock(by.now, by.off, log), log)
	return e, h.start(e)
}

// bubble runs a test with a fixture in a bubble, and closes the fixture inside it.
func bubble(t *testing.T, guilds []uint64, f func(*fixture)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		h := newFixture(t, guilds...)
		f(h)
		if err := h.store.Close(); err != nil {
			t.Error(err)
		}
	})
}

func TestAServersDataGoesAfterTheGrace(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7, 8}, func(h *fixture) {
		e, end := h.erase()
		defer end()
		h.join(7, false)
		e.Left(h.t.Context(), 7)
		time.Sleep(jobs.Grace - time.Minute)
		h.wantGames("before the grace is over", 7, 8)
		time.Sleep(12 * time.Hour)
		h.wantGames("after the grace", 8)
	})
}

// A clock that is a month ahead for a day deletes nothing.
func TestAServersDataOutlivesAWrongClock(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		by := new(skew)
		e, end := h.eraseBy(by)
		defer end()
		h.join(7, false)
		e.Left(h.t.Context(), 7)
		by.set(2 * jobs.Grace)
		time.Sleep(24 * time.Hour)
		h.wantGames("while the clock is ahead", 7)
		by.set(0)
		time.Sleep(jobs.Grace - 25*time.Hour)
		h.wantGames("set right, before the grace is over", 7)
		time.Sleep(12 * time.Hour)
		h.wantGames("after the grace")
	})
}

// A removal recorded by a clock that is far behind does not seem long past.
func TestAServersDataOutlivesAClockThatIsBehind(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		by := new(skew)
		by.set(-2 * jobs.Grace)
		e, end := h.eraseBy(by)
		defer end()
		h.join(7, false)
		e.Left(h.t.Context(), 7)
		time.Sleep(time.Hour)
		by.set(0)
		time.Sleep(24 * time.Hour)
		h.wantGames("set right", 7)
		time.Sleep(jobs.Grace)
		h.wantGames("after the grace")
	})
}

// The deletion of a user's data that has begun is completed whatever the clock says.
func TestABegunDeletionDoesNotWaitForTheClock(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		db, err := sql.Open("sqlite", h.path)
		if err != nil {
			h.t.Fatal(err)
		}
		const begun = `INSERT INTO erasures (subject, subject_id, due_at, last_game) VALUES ('user', 5, 0, 1)`
		_, err = db.ExecContext(h.t.Context(), begun)
		if err := errors.Join(err, db.Close()); err != nil {
			h.t.Fatal(err)
		}
		by := new(skew)
		by.set(-2 * jobs.Grace)
		_, end := h.eraseBy(by)
		defer end()
		time.Sleep(time.Hour)
		h.wantGames("carried through")
	})
}

// If the bot comes back to a server, nothing is deleted, whether it was running then or not.
func TestAServerThatTakesTheBotBackKeepsItsData(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		e, end := h.erase()
		e.Left(h.t.Context(), 7)
		time.Sleep(2 * jobs.Grace) // the bot is in the server all the time
		h.wantGames("back at once", 7)

		h.join(7, false)
		e.Left(h.t.Context(), 7)
		end()
		time.Sleep(2 * jobs.Grace)
		h.join(7, true)
		_, end = h.erase()
		defer end()
		time.Sleep(2 * jobs.Grace)
		h.wantGames("back while the bot was down", 7)
	})
}

// A removal without an event is noticed too.
func TestARemovalWhileTheBotIsDownIsNoticed(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7, 8}, func(h *fixture) {
		h.join(8, false)
		_, end := h.erase()
		defer end()
		time.Sleep(jobs.Grace - time.Minute)
		h.wantGames("before the grace is over", 7, 8)
		time.Sleep(12 * time.Hour)
		h.wantGames("after the grace", 7)
	})
}

// A removal that cannot be recorded is recorded by the next round.
func TestARemovalThatCouldNotBeNotedIsNotedLater(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		e, end := h.erase()
		defer end()
		cancelled, cancel := context.WithCancel(h.t.Context())
		cancel()
		h.join(7, false)
		e.Left(cancelled, 7) // fails
		time.Sleep(jobs.Grace + 12*time.Hour)
		h.wantGames("after the grace")
	})
}

// A user's name and id are in no file a minute after those who read an older state have
// finished.
func TestADeletionLeavesNoTraceWhenReadersHaveFinished(t *testing.T) {
	t.Parallel()
	bubble(t, []uint64{7}, func(h *fixture) {
		_, end := h.erase()
		defer end()
		release := h.read()
		if _, err := h.store.ForgetUser(h.t.Context(), 5, time.Now()); err != nil {
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
		_, end := h.erase()
		defer end()
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
