package sqlitefile

import (
	"context"
	"database/sql"
	"slices"
	"sync"

	"nonna/migrations"
	"nonna/store/internal/sqltx"
)

// objects selects tables and indexes in the order in which they were created, with the columns
// of tables: a table comes after those that it refers to.
const objects = `
SELECT s.name, s.type = 'index', COALESCE(s.sql, ''), COALESCE(c.name, ''), COALESCE(c.type, '') = 'BOOLEAN'
FROM sqlite_schema AS s LEFT JOIN pragma_table_xinfo(s.name) AS c ON s.type = 'table' AND c.hidden = 0
WHERE s.name NOT LIKE 'goose%' AND s.name NOT LIKE 'sqlite%' ORDER BY s.rowid, c.cid`

// objectsOf returns the tables and indexes of a database.
func objectsOf(ctx context.Context, tx *sqltx.Tx) (all []sqltx.Object, err error) {
	err = tx.Each(ctx, objects, nil, func(rows *sql.Rows) error {
		var o sqltx.Object
		var c sqltx.Column
		err := rows.Scan(&o.Name, &o.IsIndex, &o.SQL, &c.Name, &c.IsBool)
		if n := len(all); n == 0 || all[n-1].Name != o.Name {
			all = append(all, o)
		}
		last := &all[len(all)-1]
		last.Columns = append(last.Columns, c)
		return err
	})
	return all, err
}

// Schema returns the tables and indexes that the database of a transaction should have at its
// version: those of an empty one that the migrations make in memory. On a server they are the
// same.
func Schema(ctx context.Context, tx *sqltx.Tx) (all []sqltx.Object, err error) {
	var version int64
	if err := tx.Row(ctx, migrations.Version).Scan(&version); err != nil {
		return nil, err
	}
	if version == migrations.Latest() {
		all, err = latest()
		return slices.Clone(all), err
	}
	return schemaAt(ctx, version)
}

// latest is the schema of the latest version.
//
//nolint:gochecknoglobals // made once in a process, and never changed
var latest = sync.OnceValues(func() ([]sqltx.Object, error) { return schemaAt(context.Background(), migrations.Latest()) })

// schemaAt returns the tables and indexes that the migrations make up to a version.
func schemaAt(ctx context.Context, version int64) (all []sqltx.Object, err error) {
	err = migrated(ctx, ":memory:", version, func(db *sql.DB) error {
		return reading(db).Run(ctx, func(ctx context.Context, tx *sqltx.Tx) (err error) {
			all, err = objectsOf(ctx, tx)
			return err
		})
	})
	return all, err
}

// Missing returns what [Schema] has and a database, also one on a server, lacks or has otherwise.
func Missing(ctx context.Context, tx *sqltx.Tx) ([]sqltx.Object, error) {
	wanted, err := Schema(ctx, tx)
	if err != nil {
		return nil, err
	}
	has, err := tx.Dialect().Has(ctx, tx, wanted)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(wanted, func(o sqltx.Object) bool { return has[o.Name] }), nil
}

// Has compares the statements that created the objects.
func (Dialect) Has(ctx context.Context, tx *sqltx.Tx, wanted []sqltx.Object) (map[string]bool, error) {
	there, err := objectsOf(ctx, tx)
	has := map[string]bool{}
	for _, w := range wanted {
		has[w.Name] = slices.ContainsFunc(there, func(o sqltx.Object) bool { return o.Name == w.Name && o.SQL == w.SQL })
	}
	return has, err
}
