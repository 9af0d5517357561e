package repair

import (
	"context"

	"nonna/store/internal/database"
	"nonna/store/internal/laws"
	"nonna/store/internal/sqltx"
)

// Report is the result of a check.
type Report = laws.Report

// Check reads the whole database at path, and reports whether it is consistent: the
// structure of the file, references between tables, the number of games of each length,
// and all else that is derived from the games. It sees the database as it is at one moment,
// changes nothing and locks out no writer. With millions of games it takes minutes.
//
// Problems are in the report. The error is for a database that cannot be checked: one
// of [store.Open], or [store.ErrNotFound].
func Check(ctx context.Context, path string) (Report, error) {
	return view(ctx, path, laws.Check)
}

// view returns what read returns in a reading transaction on a database that need not be
// open.
func view[T any](ctx context.Context, path string, read func(context.Context, *sqltx.Tx) (T, error)) (out T, err error) {
	err = database.View(ctx, path, 1, func(ctx context.Context, reads *sqltx.Pool) (err error) {
		out, err = sqltx.Value(ctx, reads, read)
		return err
	})
	return out, err
}
