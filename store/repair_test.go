package store

import (
	"context"
)

// Repair is what the tests need of package repair, which imports this package. TestMain
// sets it.
var Repair struct {
	// Check returns the number of games and the problems of the database at path.
	Check func(ctx context.Context, path string) (games int64, problems []string, err error)
	// Rebuild rebuilds a database that is not open.
	Rebuild func(ctx context.Context, path string) error
}
