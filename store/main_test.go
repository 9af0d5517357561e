package store_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"nonna/store"
	"nonna/store/repair"
)

func TestMain(m *testing.M) {
	store.Repair.Check = func(ctx context.Context, path string) (int64, []string, error) {
		r, err := repair.Check(ctx, path)
		return r.Games, r.Problems, err
	}
	store.Repair.Rebuild = func(ctx context.Context, path string) error {
		db, err := repair.Open(ctx, path)
		if err != nil {
			return err
		}
		return errors.Join(db.Rebuild(ctx), db.Close())
	}
	os.Exit(store.RunTests(m))
}
