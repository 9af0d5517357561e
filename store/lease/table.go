package lease

import (
	"context"
	"math/rand/v2"

	"nonna/store"
	"nonna/store/internal/sqltx"
)

const (
	readAll = `SELECT name, holder, beat FROM leases`

	beatAll = `UPDATE leases SET beat = beat + 1 WHERE holder = $1`

	// takeFree takes a lease that has no row, or one that is still as it was seen. The
	// condition is part of the update: of two that take it at once, the second waits for
	// the first, and then finds another row.
	takeFree = `
INSERT INTO leases (name, holder, beat) VALUES ($1, $2, $3)
ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, beat = leases.beat + 1
WHERE leases.holder = $4 AND leases.beat = $5`

	giveBack = `DELETE FROM leases WHERE name = $1 AND holder = $2`

	giveBackAll = `DELETE FROM leases WHERE holder = $1`

	removeDead = `DELETE FROM leases WHERE name = $1 AND holder = $2 AND beat = $3`
)

// row is a lease as it is stored.
type row struct {
	name, holder string
	beat         int64
}

// table is where the leases are.
type table interface {
	// renew deletes leases of a holder by their names, adds a beat to its others, and
	// returns all that there are then.
	renew(ctx context.Context, holder string, returned []string) ([]row, error)
	// take takes a lease for a holder if it is as it was seen, or is not there. It reports
	// whether it did.
	take(ctx context.Context, holder string, seen row) (bool, error)
	// remove deletes a lease if it is as it was seen.
	remove(ctx context.Context, seen row) error
	// leave deletes all leases of a holder.
	leave(ctx context.Context, holder string) error
}

// stored is the table of a store.
type stored struct{ store *store.Store }

func (s stored) renew(ctx context.Context, holder string, returned []string) ([]row, error) {
	return store.Update(ctx, s.store, func(ctx context.Context, tx *sqltx.Tx) ([]row, error) {
		for _, name := range returned {
			if _, err := tx.Exec(ctx, giveBack, name, holder); err != nil {
				return nil, err
			}
		}
		if _, err := tx.Exec(ctx, beatAll, holder); err != nil {
			return nil, err
		}
		return sqltx.List(ctx, tx, scanRow, readAll)
	}, store.HoldNothing)
}

func scanRow(scan func(...any) error) (r row, err error) {
	err = scan(&r.name, &r.holder, &r.beat)
	return r, err
}

func (s stored) take(ctx context.Context, holder string, seen row) (bool, error) {
	// A lease that is given back and taken again is not to look as if it had never beaten.
	first := rand.Int64N(1 << 40)
	n, err := s.exec(ctx, takeFree, seen.name, holder, first, seen.holder, seen.beat)
	return n > 0, err
}

func (s stored) remove(ctx context.Context, seen row) error {
	_, err := s.exec(ctx, removeDead, seen.name, seen.holder, seen.beat)
	return err
}

func (s stored) leave(ctx context.Context, holder string) error {
	_, err := s.exec(ctx, giveBackAll, holder)
	return err
}

// exec runs one statement and returns the number of rows that it changed.
func (s stored) exec(ctx context.Context, text string, args ...any) (int64, error) {
	return store.Update(ctx, s.store, func(ctx context.Context, tx *sqltx.Tx) (int64, error) {
		return tx.Exec(ctx, text, args...)
	}, store.HoldNothing)
}
