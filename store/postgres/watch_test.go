package postgres_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"nonna/store/internal/errs"
	"nonna/store/postgres"
	"nonna/store/postgres/postgrestest"
)

// What waits for a server that froze ends, and what takes long does not.
func TestWatch(t *testing.T) {
	t.Parallel()
	p, url := postgrestest.NewProxy(t, postgrestest.New(t))
	db, err := sql.Open("pgx", url)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	sleep := func(ctx context.Context) error {
		_, err := db.ExecContext(ctx, `SELECT pg_sleep(0.1)`)
		return err
	}
	if err := postgres.WatchFor(t.Context(), time.Minute, db, sleep); err != nil {
		t.Errorf("what takes long: %v", err)
	}
	p.Freeze()
	if err := postgres.WatchFor(t.Context(), 10*time.Millisecond, db, sleep); !errors.Is(err, errs.ErrAway) {
		t.Errorf("a server that froze: %v, want ErrAway", err)
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := postgres.WatchFor(ctx, time.Minute, db, sleep); !errors.Is(err, context.Canceled) || errors.Is(err, errs.ErrAway) {
		t.Errorf("interrupted: %v", err)
	}
}

// Opening and reading a database ends when its server freezes after connecting, at any
// statement.
func TestNothingWaitsForAFrozenServer(t *testing.T) {
	t.Parallel()
	name := postgrestest.Long(t)
	read := func(ctx context.Context, url string) error {
		return postgres.View(ctx, url, 1, func(ctx context.Context, db *sql.DB) error {
			return db.QueryRowContext(ctx, `SELECT MAX(id) FROM games`).Scan(new(sql.NullInt64))
		})
	}
	open := func(ctx context.Context, url string) error {
		s, err := postgres.Open(ctx, url)
		if err == nil {
			err = s.Close()
		}
		return err
	}
	for _, c := range []struct {
		at string
		do func(context.Context, string) error
	}{{"goose_db_version", read}, {"MAX(id)", read}, {"goose_db_version", open}} {
		t.Run(c.at, func(t *testing.T) {
			t.Parallel()
			p, url := postgrestest.NewProxy(t, name)
			if err := c.do(t.Context(), url); err != nil {
				t.Error(err)
			}
			p.When(c.at, p.Freeze)
			if err := c.do(t.Context(), url); !errors.Is(err, errs.ErrAway) || !p.IsDone() {
				t.Errorf("%v, want ErrAway", err)
			}
		})
	}
}
