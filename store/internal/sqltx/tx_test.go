package sqltx

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	_ "modernc.org/sqlite" // the driver

	"nonna/store/internal/errs"
)

// plain is a dialect for which an error is final, unless it is again.
type plain struct {
	Dialect
	again error
}

func (*plain) Options(bool) *sql.TxOptions                 { return nil }
func (*plain) Hold(context.Context, *sql.Tx, []Hold) error { return nil }
func (*plain) Classify(err error) error                    { return err }

func (p *plain) Retry(err error) bool { return p.again != nil && errors.Is(err, p.again) }

// newDB returns a database with a table of numbers and a single connection, which is closed when
// the test ends.
func newDB(t *testing.T) *sql.DB {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE numbers (n BIGINT)`); err != nil {
		t.Fatal(err)
	}
	return db
}

// A rehearsal runs each transaction twice and undoes the first: what the second finds is
// what was there before. An error ends it at once.
func TestARehearsalIsUndone(t *testing.T) {
	t.Parallel()
	db := newDB(t)
	p := NewPool(db, new(plain), true)
	p.Rehearses = true
	runs, before := 0, int64(-1)
	err := p.Run(t.Context(), func(ctx context.Context, tx *Tx) (err error) {
		runs++
		if before, err = Number[int64](tx.Row(ctx, `SELECT COUNT(*) FROM numbers`).Scan); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `INSERT INTO numbers VALUES ($1)`, runs)
		return err
	})
	if err != nil || runs != 2 || before != 0 {
		t.Errorf("%d runs, the last with %d rows before it (%v); want 2 and 0", runs, before, err)
	}
	var n int64
	if err := db.QueryRow(`SELECT SUM(n) FROM numbers`).Scan(&n); err != nil || n != 2 {
		t.Errorf("stored %d (%v), want what the second run stored, 2", n, err)
	}
	failed := errors.New("failed")
	runs = 0
	if err := p.Run(t.Context(), func(context.Context, *Tx) error { runs++; return failed }); !errors.Is(err, failed) || runs != 1 {
		t.Errorf("%d runs with %v, want 1 with its own error", runs, err)
	}
}

// Statements are prepared once, after their first use, even if many transactions run
// at once on a single connection.
func TestStatementsArePreparedOnceUsed(t *testing.T) {
	t.Parallel()
	db := newDB(t)
	p := NewPool(db, new(plain), true)
	p.Stmts = new(sync.Map)
	const add, runs = `INSERT INTO numbers VALUES ($1)`, 8
	var running sync.WaitGroup
	for range runs {
		running.Go(func() {
			err := p.Run(t.Context(), func(ctx context.Context, tx *Tx) error {
				_, err := tx.Exec(ctx, add, 1)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	running.Wait()
	var n int
	if err := db.QueryRow(`SELECT COUNT(*) FROM numbers`).Scan(&n); err != nil || n != runs || !slices.Equal(texts(p), []string{add}) {
		t.Errorf("%d rows (%v) by %q, want %d by one statement", n, err, texts(p), runs)
	}
}

// What lost against others or did not reach the server is done again for some time, and nothing
// else.
func TestWhatIsDoneAgain(t *testing.T) {
	t.Parallel()
	db := newDB(t)
	away, other := errors.New("away"), errors.New("other")
	for _, c := range []struct {
		err         error
		fails       int // how often, before it succeeds
		runs        int
		ok          bool
		atMost      time.Duration
		cancelledAt int // the run in which its context ends, 0 if there is none
	}{
		{away, 3, 4, true, time.Second, 0},
		{away, 20, 21, true, 30 * time.Second, 0},
		{away, 1000, 0, false, 50 * time.Second, 0},
		{other, 1, 1, false, 0, 0},
		{away, 1000, 3, false, time.Second, 3},
	} {
		synctest.Test(t, func(t *testing.T) {
			p := NewPool(db, &plain{again: away}, true)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			runs, start := 0, time.Now()
			err := p.Run(ctx, func(context.Context, *Tx) error {
				runs++
				if runs == c.cancelledAt {
					cancel()
				}
				if runs <= c.fails {
					return c.err
				}
				return nil
			})
			if took := time.Since(start); (err == nil) != c.ok || c.runs > 0 && runs != c.runs || took > c.atMost {
				t.Errorf("%v %d times: %d runs in %v and %v, want %d in at most %v", c.err, c.fails, runs, took, err, c.runs, c.atMost)
			}
		})
	}
}

// An attempt that takes too long is done again, within the time of its caller.
func TestAnAttemptHasADeadline(t *testing.T) {
	t.Parallel()
	db := newDB(t)
	synctest.Test(t, func(t *testing.T) {
		p := NewPool(db, &plain{again: errs.ErrUnreachable}, true)
		p.Limit = 10 * time.Second
		runs := 0
		err := p.Run(t.Context(), func(ctx context.Context, _ *Tx) error {
			if runs++; runs < 3 {
				<-ctx.Done() // a server that froze
				return ctx.Err()
			}
			return nil
		})
		if err != nil || runs != 3 {
			t.Errorf("%d runs and %v, want 3", runs, err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
		defer cancel()
		start := time.Now()
		err = p.Run(ctx, func(ctx context.Context, _ *Tx) error { <-ctx.Done(); return ctx.Err() })
		if took := time.Since(start); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, errs.ErrUnreachable) || took != 4*time.Second {
			t.Errorf("ended with %v after %v, want the caller's deadline", err, took)
		}
	})
}

// texts returns the statements that are prepared.
func texts(p *Pool) (all []string) {
	for text := range p.Stmts.Range {
		all = append(all, text.(string))
	}
	return all
}
