package sqltx

import (
	"context"
	"sync"
	"testing"

	_ "modernc.org/sqlite" // the driver
)

// Statements are prepared once, after their first use, even if many transactions run
// at once on a single connection. None is kept after closing.
func TestStatementsArePreparedOnceUsed(t *testing.T) {
	t.Parallel()
	db := newDB(t)
	db.SetMaxOpenConns(1)
	p := NewPool(db, new(plain), true)
	p.Prepare()
	const add, count = `INSERT INTO numbers VALUES ($1)`, `SELECT COUNT(*) FROM numbers`
	create := func(ctx context.Context, tx *Tx) error {
		_, err := tx.Exec(ctx, `CREATE TABLE numbers (n BIGINT)`)
		return err
	}
	if err := NewPool(db, new(plain), true).Run(t.Context(), create); err != nil {
		t.Fatal(err)
	}
	if n := len(p.stmts.byText); n != 0 {
		t.Errorf("%d statements are prepared before the pool ran any", n)
	}
	const runs = 8
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
	var got int
	err := p.Run(t.Context(), func(ctx context.Context, tx *Tx) error {
		_, err := tx.Scan(ctx, count, nil, &got)
		return err
	})
	if err != nil || got != runs {
		t.Errorf("%d rows (%v), want %d", got, err, runs)
	}
	if p.stmts.get(add) == nil || p.stmts.get(count) == nil {
		t.Error("a statement that ran is not prepared")
	}
	if err := p.Close(); err != nil {
		t.Fatal(err)
	}
	late, err := db.PrepareContext(t.Context(), count)
	if err != nil {
		t.Fatal(err)
	}
	p.stmts.keep("late", late)
	if p.stmts.get("late") != nil {
		t.Error("a statement was kept after closing")
	}
}
