package store

import (
	"context"
	"fmt"

	"nonna/migrations"
)

// upgrade brings the schema up to date. What the database was before is kept
// beside it; a copy left by an attempt that failed is replaced.
func (s *Store) upgrade(ctx context.Context) error {
	m, err := migrations.New(s.writer)
	if err != nil {
		return err
	}
	version, err := m.GetDBVersion(ctx)
	if err != nil || version >= migrations.Latest() {
		return classify(err)
	}
	if err := Backup(ctx, s.path, versionName(s.path, version), true); err != nil {
		return fmt.Errorf("before migrating: %w", err)
	}
	if _, err := m.Up(ctx); err != nil {
		return fmt.Errorf("%s: %w", s.path, classify(err))
	}
	return nil
}

// versionName names the copy of a database as it was at a version of its schema.
func versionName(path string, version int64) string {
	return fmt.Sprintf("%s.version-%d", path, version)
}

// newerError says what to do about a database that a newer program has upgraded
// to version; this one knows versions up to latest.
func newerError(path string, version, latest int64) error {
	copied := "a backup made before the upgrade"
	for v := latest; v > 0; v-- {
		if there, err := exists(versionName(path, v)); err == nil && there {
			copied = fmt.Sprintf("the copy made before the upgrade: nonna --db %s restore %s", path, versionName(path, v))
			break
		}
	}
	return fmt.Errorf("%w: %s has schema version %d, this program knows versions up to %d; install the newer version"+
		" of the program or, without what was stored since, restore %s", ErrNewer, path, version, latest, copied)
}
