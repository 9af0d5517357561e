package store

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"nonna/store/internal/errs"
	"nonna/store/postgres/postgrestest"
)

// openLost opens a database on the server twice: through a proxy, and beside it.
func openLost(t *testing.T) (p *postgrestest.Proxy, lost, beside *Store) {
	t.Helper()
	if server == nil {
		t.Skip("a file loses no answer")
	}
	url := newDatabase(t)
	p, through := postgrestest.NewProxy(t, url)
	return p, openAt(t, through), openAt(t, url)
}

// A commit whose answer was lost is recognised: the game is stored once, and its player is
// told what was stored.
func TestALostAnswerIsAReplay(t *testing.T) {
	t.Parallel()
	p, s, _ := openLost(t)
	record(t, s, game(1))
	p.Lose(1)
	r := record(t, s, game(2, lasting(500, 50)))
	if !p.AnswersLost() || !r.Replayed || !r.ByPlays.Record || r.ByPlays.Of != 2 {
		t.Errorf("all answers lost: %v; told %+v, want a record among 2 that was stored before", p.AnswersLost(), r)
	}
	if page := readBoard(t, s, wholeBoard()); page.Total != 2 {
		t.Errorf("%d games are stored, want 2", page.Total)
	}
}

// All games are stored, once each, while all connections are cut again and again.
func TestCutConnectionsLoseNothing(t *testing.T) {
	t.Parallel()
	p, s, _ := openLost(t)
	var running sync.WaitGroup
	for w := range 3 {
		running.Go(func() {
			for i := range 4 {
				g := game(w*100+i, by(uint64(anna+w), "x"))
				g.Key = fmt.Sprint(w, i)
				record(t, s, g)
				if w == 0 {
					p.Cut()
				}
			}
		})
	}
	running.Wait()
	if page := readBoard(t, s, wholeBoard()); page.Total != 12 {
		t.Errorf("%d games are stored, want 12", page.Total)
	}
}

// The core time of a hunt counts once, though the answer to its commit was lost, also if the data
// of its starter is gone.
func TestALostAnswerCountsNoTimeTwice(t *testing.T) {
	t.Parallel()
	for _, erased := range []bool{false, true} {
		p, s, _ := openLost(t)
		id := startHunt(t, s, 1)
		if erased {
			done(t)(s.ForgetUser(t.Context(), anna, noon()))
		}
		p.Lose(1)
		now := noon().Add(time.Minute)
		save(t, s, HuntProgress{ID: id, Tried: 7, Used: time.Second}, now)
		if _, used := running(t, s, now); !p.AnswersLost() || used.Today != time.Second {
			t.Errorf("erased: %t, all answers lost: %v; used %v, want 1s", erased, p.AnswersLost(), used.Today)
		}
	}
}

// A deletion returns how many games it deleted though the answer to each of its commits was lost.
func TestALostAnswerLosesNoDeletedGame(t *testing.T) {
	t.Parallel()
	p, s, _ := openLost(t)
	for i := range 5 {
		record(t, s, game(i, by([]uint64{anna, bruno}[i%2], "x")))
	}
	p.LoseEverySecond()
	if n, err := s.ForgetUser(t.Context(), anna, noon()); n != 3 || err != nil {
		t.Errorf("of a user %d games were deleted (%v), want 3", n, err)
	}
}

// A game whose transaction the server ended, since its process was too slow, is recorded again.
func TestATransactionThatWasIdleIsDoneAgain(t *testing.T) {
	t.Parallel()
	_, s, beside := openLost(t)
	attempts := 0
	must(t, s.Do(t.Context(), func(ctx context.Context, tx Tx) error {
		var session int
		if err := tx.Row(ctx, `SELECT pg_backend_pid()`).Scan(&session); err != nil {
			return err
		}
		if attempts++; attempts == 1 {
			if _, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = 50`); err != nil {
				return err
			}
		}
		for lives := attempts == 1; lives; { // until the server ended it
			err := beside.db.Writer().QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = $1)`, session).Scan(&lives)
			if err != nil {
				return err
			}
		}
		_, err := tx.Exec(ctx, eraseAudit, 0)
		return err
	}))
	if attempts != 2 {
		t.Errorf("%d attempts, want 2", attempts)
	}
}

// A process that is cut off in the middle of a game does not block others for long: the server ends
// its transaction, and what it sends later arrives nowhere.
func TestAProcessThatIsCutOffBlocksNobody(t *testing.T) {
	t.Parallel()
	p, cut, healthy := openLost(t)
	frozen := make(chan struct{})
	p.When("INSERT INTO games", func() { p.Freeze(); close(frozen) })
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() {
		ended <- cut.Do(ctx, func(ctx context.Context, tx Tx) error {
			if _, err := tx.Exec(ctx, `SET LOCAL idle_in_transaction_session_timeout = 300`); err != nil {
				return err
			}
			_, err := RecordIn(ctx, tx, game(1))
			return err
		}, HoldGuild(guild))
	}()
	<-frozen
	if r, err := healthy.Record(t.Context(), game(2)); err != nil || r.ByPlays.Of != 1 {
		t.Errorf("beside it: %+v, %v", r, err)
	}
	stop()
	if err := <-ended; err == nil {
		t.Error("the game of the process that is cut off is recorded")
	}
	p.Thaw()
}

// Only a server that is silent or not there is said not to answer: of a lock that is held for
// long and of a schema without its version it says so itself.
func TestOnlySilenceIsNoAnswer(t *testing.T) {
	t.Parallel()
	if server == nil {
		t.Skip("a file always answers")
	}
	url := newDatabase(t)
	s := openAt(t, url+"?lock_timeout=50ms")
	held := value(s.db.Writer().Begin())(t)
	done(t)(held.Exec(`SELECT pg_advisory_xact_lock(0)`))
	if _, err := s.Record(t.Context(), game(1)); !errors.Is(err, ErrBusy) || errors.Is(err, errs.ErrUnreachable) {
		t.Errorf("behind a lock: %v, want ErrBusy and not ErrUnreachable", err)
	}
	must(t, held.Rollback())
	if _, err := Open(t.Context(), "postgres://127.0.0.1:1/x"); !errors.Is(err, errs.ErrUnreachable) {
		t.Errorf("where no server is: %v, want ErrUnreachable", err)
	}
	must(t, s.execUnheld(t.Context(), `DELETE FROM goose_db_version`))
	if _, err := Open(t.Context(), url); !errors.Is(err, ErrCorrupt) || !Unusable(err) {
		t.Errorf("without the version of its schema: %v, want ErrCorrupt", err)
	}
	must(t, s.execUnheld(t.Context(), `INSERT INTO goose_db_version (version_id, is_applied) VALUES (0, TRUE), (1, TRUE)`))
}
