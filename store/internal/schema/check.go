package schema

import (
	"cmp"
	"context"

	"nonna/migrations"
	"nonna/store/internal/laws"
	"nonna/store/internal/sqltx"
)

// Check looks at all of a database: at files and references, at tables and indexes, and at what is
// derived from the games, unless it is to be upgraded first.
func Check(ctx context.Context, tx *sqltx.Tx) (r laws.Report, err error) {
	var version int64
	if err := tx.Row(ctx, migrations.Version).Scan(&version); err != nil {
		return r, err
	}
	if version < migrations.Latest() {
		return r, checkStructure(ctx, tx, &r)
	}
	return laws.Check(ctx, tx, checkStructure)
}

// Verify returns the first problem that a backup or a rebuild mends, as
// [nonna/store/sqlitefile.Check] does. Without all it looks at the structure alone.
func Verify(ctx context.Context, tx *sqltx.Tx, all bool) (err error) {
	var r laws.Report
	if all {
		r, err = Check(ctx, tx)
	} else {
		err = checkStructure(ctx, tx, &r)
	}
	return cmp.Or(err, r.Err())
}

// checkStructure adds to a report what is wrong with files, references, tables and indexes.
func checkStructure(ctx context.Context, tx *sqltx.Tx, r *laws.Report) error {
	damage, indexes, err := tx.Dialect().CheckFile(ctx, tx)
	if err != nil {
		return err
	}
	missing, err := Missing(ctx, tx)
	for _, o := range missing {
		if o.IsIndex {
			indexes = append(indexes, o.String())
		} else {
			damage = append(damage, o.String())
		}
	}
	for _, p := range damage {
		r.Damage("%s", p)
	}
	for _, p := range indexes {
		r.Problem("%s", p)
	}
	return err
}
