package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"net/url"

	"nonna/migrations"
	"nonna/store/internal/sqltx"
)

// Table is a table of the schema.
type Table struct {
	Name string
	// Columns are those whose values are stored, and not generated from others.
	Columns []Column
}

// Column is a column of a table.
type Column struct {
	Name   string
	IsBool bool
}

// storedColumns selects columns in the order in which the schema creates them: a table comes
// after those that it refers to.
const storedColumns = `
SELECT t.name, c.name, c.type = 'BOOLEAN' FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c
WHERE t.type = 'table' AND t.name NOT LIKE 'goose%' AND t.name NOT LIKE 'sqlite%' AND c.hidden = 0
ORDER BY t.rowid, c.cid`

// Tables returns the tables of the newest version of the schema, each after those that it
// refers to. On a server they are the same.
func Tables(ctx context.Context) (all []Table, err error) {
	err = inMemory(ctx, migrations.Latest(), func(ctx context.Context, tx *sqltx.Tx) error {
		return tx.Each(ctx, storedColumns, nil, func(rows *sql.Rows) error {
			var name string
			var c Column
			err := rows.Scan(&name, &c.Name, &c.IsBool)
			if n := len(all); n == 0 || all[n-1].Name != name {
				all = append(all, Table{Name: name})
			}
			last := &all[len(all)-1]
			last.Columns = append(last.Columns, c)
			return err
		})
	})
	return all, err
}

// inMemory calls read with an empty database of a version of the schema.
func inMemory(ctx context.Context, version int64, read sqltx.Func) (err error) {
	db, err := openPool(":memory:", 1, func() url.Values { return nil })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, Classify(db.Close())) }()
	m, err := migrations.New(db)
	if err == nil && version > 0 { // before the first there is none
		_, err = m.UpTo(ctx, version)
	}
	if err != nil {
		return err
	}
	return reading(db).Run(ctx, read)
}
