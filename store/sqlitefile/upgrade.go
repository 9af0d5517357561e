package sqlitefile

import (
	"context"
	"database/sql"
	"fmt"

	"nonna/migrations"
	"nonna/store/internal/errs"
)

// upgrade upgrades the schema to the newest version. It keeps a copy of the old
// database beside it, and replaces the copy of an earlier attempt that failed.
func (f *File) upgrade(ctx context.Context) error {
	var version int64
	err := f.writer.QueryRowContext(ctx, migrations.Version).Scan(&version)
	if err != nil || version >= migrations.Latest() {
		return Classify(err)
	}
	if err := Backup(ctx, f.path, versionName(f.path, version), true); err != nil {
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

// newerError returns the error for a database with a schema version above latest,
// which a newer program wrote.
func newerError(path string, version, latest int64) error {
	copied := "a backup made before the upgrade"
	for v := latest; v > 0; v-- {
		if there, err := exists(versionName(path, v)); err == nil && there {
			copied = fmt.Sprintf("the copy made before the upgrade: nonna --db %s restore %s", path, versionName(path, v))
			break
		}
	}
	return fmt.Errorf("%w: %s has schema version %d, this program knows versions up to %d; install the newer version"+
		" of the program or, losing what was stored since, restore %s", errs.ErrNewer, path, version, latest, copied)
}
