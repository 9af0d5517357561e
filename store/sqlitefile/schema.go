package sqlitefile

import (
	"context"
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

const (
	storedColumns = `
SELECT t.name, c.name, c.type = 'BOOLEAN' FROM sqlite_schema AS t JOIN pragma_table_xinfo(t.name) AS c
WHERE t.type = 'table' AND t.name NOT LIKE 'goose%' AND t.name NOT LIKE 'sqlite%' AND c.hidden = 0
ORDER BY t.name, c.cid`

	references = `
SELECT t.name, r."table" FROM sqlite_schema AS t JOIN pragma_foreign_key_list(t.name) AS r
WHERE t.type = 'table' ORDER BY t.name, r.id`
)

// Tables returns the tables of the newest version of the schema, each after those that it
// refers to. On a server they are the same.
func Tables(ctx context.Context) (all []Table, err error) {
	err = inMemory(ctx, migrations.Latest(), func(ctx context.Context, tx *sqltx.Tx) error {
		columns, err := sqltx.List(ctx, tx, scanTable, storedColumns)
		if err != nil {
			return err
		}
		edges, err := sqltx.List(ctx, tx, scanReference, references)
		all = inOrder(merge(columns), edges)
		return err
	})
	return all, err
}

// scanTable scans a table with one column.
func scanTable(scan func(...any) error) (t Table, err error) {
	var c Column
	err = scan(&t.Name, &c.Name, &c.IsBool)
	t.Columns = []Column{c}
	return t, err
}

// merge joins the columns of neighbouring tables of the same name.
func merge(columns []Table) (all []Table) {
	for _, t := range columns {
		if n := len(all); n > 0 && all[n-1].Name == t.Name {
			all[n-1].Columns = append(all[n-1].Columns, t.Columns...)
		} else {
			all = append(all, t)
		}
	}
	return all
}

// reference says that a table refers to another.
type reference struct{ from, to string }

func scanReference(scan func(...any) error) (r reference, err error) {
	err = scan(&r.from, &r.to)
	return r, err
}

// inOrder returns the tables, each after those that it refers to.
func inOrder(tables []Table, edges []reference) (ordered []Table) {
	seen := map[string]bool{}
	var add func(name string)
	add = func(name string) {
		if seen[name] {
			return
		}
		seen[name] = true
		for _, e := range edges {
			if e.from == name {
				add(e.to)
			}
		}
		for _, t := range tables {
			if t.Name == name {
				ordered = append(ordered, t)
			}
		}
	}
	for _, t := range tables {
		add(t.Name)
	}
	return ordered
}

// inMemory calls read with an empty database of a version of the schema.
func inMemory(ctx context.Context, version int64, read sqltx.Func) (err error) {
	db, err := openPool(":memory:", 1, func() url.Values { return nil })
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, Classify(db.Close())) }()
	m, err := migrations.New(db)
	if err == nil {
		_, err = m.UpTo(ctx, version)
	}
	if err != nil {
		return err
	}
	return reading(db).Run(ctx, read)
}
