// Package schema says which tables and indexes a database should have, whichever its engine, and
// checks that it has them.
package schema

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	_ "modernc.org/sqlite" // the migrations make every schema in memory

	"nonna/migrations"
	"nonna/store/internal/sqltx"
)

// Object is a table with its constraints, or an index.
type Object struct {
	Name    string
	IsIndex bool
	// SQL is the statement that creates it in SQLite, and on a server if it is an index.
	SQL string
	// Columns are those of a table.
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

// Key returns the name of an object with those of its columns, sorted.
func (o Object) Key() string {
	return o.Name + strings.Join(slices.Sorted(slices.Values(o.Names())), ", ")
}

// Querier runs a query: a transaction of any kind.
type Querier interface {
	QueryContext(ctx context.Context, text string, args ...any) (*sql.Rows, error)
}

// objects selects tables and indexes in the order they were created, with the columns
// of tables: a table comes after those that it refers to.
const objects = `
SELECT s.name, s.type = 'index', COALESCE(s.sql, ''), COALESCE(c.name, ''), COALESCE(c.type, '') = 'BOOLEAN'
FROM sqlite_schema AS s LEFT JOIN pragma_table_info(s.name) AS c ON s.type = 'table'
WHERE s.name NOT LIKE 'goose%' AND s.name NOT LIKE 'sqlite%' ORDER BY s.rowid, c.cid`

// OfSQLite returns the tables and indexes that a database of SQLite has.
func OfSQLite(ctx context.Context, tx Querier) (all []Object, err error) {
	rows, err := tx.QueryContext(ctx, objects)
	if err != nil {
		return nil, err
	}
	defer rows.Close() //nolint:errcheck // after the last row there is nothing to close
	for rows.Next() {
		var o Object
		var c Column
		if err := rows.Scan(&o.Name, &o.IsIndex, &o.SQL, &c.Name, &c.IsBool); err != nil {
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
	return OfSQLite(ctx, tx)
}

// Missing returns what [Of] has and a database lacks, or has otherwise.
func Missing(ctx context.Context, tx *sqltx.Tx) ([]Object, error) {
	wanted, err := Of(ctx, tx)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, o := range wanted {
		texts[o.Key()] = o.SQL
	}
	has, err := tx.Dialect().Has(ctx, tx, texts)
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(wanted, func(o Object) bool { return has[o.Key()] }), nil
}

// word matches a text in quotes, a comment, a word, or another character of a statement.
var word = regexp.MustCompile(`(?s)'(?:[^']|'')*'|--[^\n]*|/\*.*?\*/|\w+|\S`)

// Same reports whether two statements create the same table or index: with the same columns and
// constraints, in any order if it is a table, whatever the comments and blanks in the texts. Equal
// texts, the usual case, are not taken apart: every opening compares all of them.
func Same(one, other string) bool { return one == other || slices.Equal(parts(one), parts(other)) }

// parts returns what a statement says before its first bracket, for each column and constraint in
// the brackets, and behind.
func parts(text string) []string {
	depth, all := 0, []string{""}
	for _, w := range word.FindAllString(text, -1) {
		switch {
		case strings.HasPrefix(w, "--"), strings.HasPrefix(w, "/*"), w == `"`: // quotes of names
			continue
		case w == "(":
			depth++
		case w == ")":
			depth--
		}
		if !strings.HasPrefix(w, "'") {
			w = strings.ToLower(w)
		}
		all[len(all)-1] += w + " "
		if depth == 1 && (w == "(" || w == ",") || depth == 0 && w == ")" {
			all = append(all, "")
		}
	}
	for i := range all {
		all[i] = strings.TrimSuffix(all[i], ", ")
	}
	if strings.HasPrefix(all[0], "create table") {
		slices.Sort(all)
	}
	return all
}
