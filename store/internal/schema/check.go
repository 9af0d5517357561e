package schema

import (
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
		return r, CheckStructure(ctx, tx, &r)
	}
	return laws.Check(ctx, tx, CheckStructure)
}

// CheckStructure adds to a report what is wrong with files, references, tables and indexes.
func CheckStructure(ctx context.Context, tx *sqltx.Tx, r *laws.Report) error {
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
