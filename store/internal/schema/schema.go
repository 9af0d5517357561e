// Package schema says which tables and indexes a database should have, whichever its engine, and
// checks that it has them.
package schema

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"sync"

	_ "modernc.org/sqlite" // the migrations make every schema in memory

	"nonna/migrations"
	"nonna/store/internal/sqltx"
)

// Object is a table with its constraints, or an index.
type Object struct {
	Name              string
	IsIndex, IsUnique bool
	// SQL is the statement that creates it, of one that the migrations make.
	SQL     string
	Columns []Column
}

// Column is a column of a table.
type Column struct {
	Name   string
	IsBool bool
}

// String says what is wrong with an object that a database should have.
func (o Object) String() string {
	kind := "table"
	if o.IsIndex {
		kind = "index"
	}
	return fmt.Sprintf("%s %s is missing, or not that of the schema", kind, o.Name)
}

// Names returns the names of the columns.
func (o Object) Names() (all []string) {
	for _, c := range o.Columns {
		all = append(all, c.Name)
	}
	return all
}

// Key returns the name of an object with its columns, those of a table in any order, and whether
// they are unique.
func (o Object) Key() string {
	names := o.Names()
	if !o.IsIndex {
		slices.Sort(names)
	}
	return fmt.Sprintf("%s (%s) %t", o.Name, strings.Join(names, ", "), o.IsUnique)
}

// Querier runs a query: a transaction of any kind.
type Querier interface {
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
}

// OfSQLite is the statement that selects tables and indexes of SQLite in the order they were
// created: a table comes after those that it refers to.
const OfSQLite = `
SELECT s.name, s.type = 'index', COALESCE(s.sql LIKE 'CREATE UNIQUE %', FALSE), COALESCE(s.sql, ''), COALESCE(c.name, i.name, ''), COALESCE(c.type, '') = 'BOOLEAN'
FROM sqlite_schema AS s LEFT JOIN pragma_table_info(s.name) AS c ON s.type = 'table'
  LEFT JOIN pragma_index_info(s.name) AS i ON s.type = 'index'
WHERE s.name NOT LIKE 'goose%' AND s.name NOT LIKE 'sqlite%' ORDER BY s.rowid, c.cid, i.seqno`

// list returns the tables and indexes that a statement of [sqltx.Dialect.Objects] selects.
func list(ctx context.Context, tx Querier, text string) (all []Object, err error) {
	rows, err := tx.QueryContext(ctx, text)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // after the last row there is nothing to close
	for rows.Next() {
		var o Object
		var c Column
		if err := rows.Scan(&o.Name, &o.IsIndex, &o.IsUnique, &o.SQL, &c.Name, &c.IsBool); err != nil {
			return nil, err
		}
		if n := len(all); n == 0 || all[n-1].Name != o.Name {
			all = append(all, o)
		}
		last := &all[len(all)-1]
		last.Columns = append(last.Columns, c)
	}
	return all, rows.Err()
}

// Of returns the tables and indexes that the database of a transaction should have at its
// version: those of an empty one that the migrations make in memory. On a server they are the
// same.
func Of(ctx context.Context, tx *sqltx.Tx) (all []Object, err error) {
	var version int64
	if err := tx.Row(ctx, migrations.Version).Scan(&version); err != nil {
		return nil, err
	}
	if version == migrations.Latest() {
		all, err = latest()
		return slices.Clone(all), err
	}
	return at(ctx, version)
}

// latest is the schema of the latest version.
//
//nolint:gochecknoglobals // made once in a process, and never changed
var latest = sync.OnceValues(func() ([]Object, error) { return at(context.Background(), migrations.Latest()) })

// at returns the tables and indexes that the migrations make up to a version.
func at(ctx context.Context, version int64) ([]Object, error) {
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		return nil, err
	}
	defer db.Close() //nolint:errcheck // nothing of it is kept
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return nil, err
	}
	defer tx.Rollback() //nolint:errcheck // nothing of it is kept
	if err := migrations.SQLite().Up(ctx, tx, -1, version); err != nil {
		return nil, err
	}
	return list(ctx, tx, OfSQLite)
}

// Missing returns what [Of] has and a database lacks, or has with other columns or another
// uniqueness. Constraints are not compared: to edit a comment of a migration, or to load a dump,
// changes how they are written.
func Missing(ctx context.Context, tx *sqltx.Tx) ([]Object, error) {
	wanted, err := Of(ctx, tx)
	if err != nil {
		return nil, err
	}
	there, err := list(ctx, tx, tx.Dialect().Objects())
	if err != nil {
		return nil, err
	}
	has := map[string]bool{}
	for _, o := range there {
		has[o.Key()] = true
	}
	return slices.DeleteFunc(wanted, func(o Object) bool { return has[o.Key()] }), nil
}
