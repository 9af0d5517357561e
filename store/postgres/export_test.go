package postgres

import (
	"context"
	"database/sql"
	"time"
)

// WatchFor is [Watch] with a silence of its own.
func WatchFor(ctx context.Context, silence time.Duration, db *sql.DB, do func(context.Context) error) error {
	return pace{time.Millisecond, silence}.watch(ctx, db, do)
}
