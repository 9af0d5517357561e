package sqltx

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"testing"
	"time"

	_ "modernc.org/sqlite" // the driver
)

// plain is a dialect that waits for nothing and does nothing again, but for errors that retry
// knows.
type plain struct {
	Dialect
	retry   map[error]Retry
	attempt time.Duration
}

func (*plain) Options(bool) *sql.TxOptions                 { return nil }
func (*plain) Hold(context.Context, *sql.Tx, []Hold) error { return nil }
func (*plain) Classify(err error) error                    { return err }
func (p *plain) Retry(err error) Retry                     { return p.retry[errors.Unwrap(err)] }
func (p *plain) AttemptTime() time.Duration                { return p.attempt }

// A rehearsal runs each transaction twice and undoes the first: what the second finds is
// what was there before. An error ends it at once.
func TestARehearsalIsUndone(t *testing.T) {
	t.Parallel()
	db, err := sql.Open("sqlite", filepath.Join(t.TempDir(), "test.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE numbers (n BIGINT)`); err != nil {
		t.Fatal(err)
	}
	p := NewPool(db, new(plain), true)
	p.Rehearse = true
	runs, before := 0, int64(-1)
	err = p.Run(t.Context(), func(ctx context.Context, tx *Tx) error {
		runs++
		if before, err = Number[int64](tx.Row(ctx, `SELECT COUNT(*) FROM numbers`).Scan); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, `INSERT INTO numbers VALUES ($1)`, runs)
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
	if err := p.Close(); err != nil {
		t.Error(err)
	}
}
