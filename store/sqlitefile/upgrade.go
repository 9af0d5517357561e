package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"nonna/migrations"
	"nonna/store/internal/errs"
)

// upgrade upgrades the schema to the newest version. It keeps a copy of the old
// database beside it, and replaces the copy of an earlier attempt that failed. The copy may have
// damage that a rebuild mends.
func (f *File) upgrade(ctx context.Context, check Check) error {
	var version int64
	err := f.writer.QueryRowContext(ctx, migrations.Version).Scan(&version)
	if err != nil || version >= migrations.Latest() {
		return Classify(err)
	}
	err = Backup(ctx, f.path, versionName(f.path, version), check, true)
	if err != nil && !errors.Is(err, errs.ErrRepairable) {
		return fmt.Errorf("before migrating: %w", err)
	}
	if err := up(ctx, f.writer, version, migrations.Latest()); err != nil {
		return fmt.Errorf("%s: %w", f.path, Classify(err))
	}
	return nil
}

// up upgrades a database from a version, -1 for an empty one.
func up(ctx context.Context, db *sql.DB, from, to int64) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit there is nothing to undo
	if err := migrations.SQLite().Up(ctx, tx, from, to); err != nil {
		return err
	}
	return tx.Commit()
}

// versionName returns the name of the copy of a database at a schema version.
func versionName(path string, version int64) string {
	return fmt.Sprintf("%s.version-%d", path, version)
}
