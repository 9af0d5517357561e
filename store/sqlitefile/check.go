package sqlitefile

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"

	"nonna/store/internal/schema"
	"nonna/store/internal/sqltx"
)

// maxProblems is the maximum number of problems that a check returns.
const maxProblems = 20

// indexProblem matches what SQLite says of an index that does not agree with its table.
var indexProblem = regexp.MustCompile(`(missing from|entries in|entry in|values differ from|in) index `)

// CheckFile runs SQLite's checks of pages, indexes, CHECK constraints and references.
func (Dialect) CheckFile(ctx context.Context, tx *sqltx.Tx) (damage, indexes []string, err error) {
	err = tx.Each(ctx, fmt.Sprintf("PRAGMA integrity_check(%d)", maxProblems), nil, func(rows *sql.Rows) error {
		var line string
		err := rows.Scan(&line)
		switch p := "structure: " + line; {
		case line == "ok":
		case indexProblem.MatchString(line):
			indexes = append(indexes, p)
		default:
			damage = append(damage, p)
		}
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	err = tx.Each(ctx, "PRAGMA foreign_key_check", nil, func(rows *sql.Rows) error {
		var table, parent string
		var row, key sql.NullInt64
		err := rows.Scan(&table, &row, &parent, &key)
		if len(damage) < maxProblems {
			damage = append(damage, fmt.Sprintf("reference: row %d of %s refers to a missing row of %s", row.Int64, table, parent))
		}
		return err
	})
	return damage, indexes, err
}

// Objects returns the statement that selects tables and indexes.
func (Dialect) Objects() string { return schema.OfSQLite }
