package repair

import (
	"context"
	"time"

	"nonna/store/internal/laws"
	"nonna/store/sqlitefile"
)

// Backup is [sqlitefile.Backup], and checks all that [Check] does.
func Backup(ctx context.Context, path, to string, replace bool) error {
	return sqlitefile.Backup(ctx, path, to, laws.Verify, replace)
}

// Restore is [sqlitefile.Restore], and checks all that [Check] does.
func Restore(ctx context.Context, from, path string, now time.Time) (kept string, err error) {
	return sqlitefile.Restore(ctx, from, path, laws.Verify, now)
}
