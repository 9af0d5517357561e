package sqlitefile

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"

	"nonna/store/internal/sqltx"
)

// maxProblems is the maximum number of problems that a check returns.
const maxProblems = 20

// Check describes what is wrong with a database, also with one on a server: with files and
// references, with tables that are not those of the schema, and apart from that with indexes,
// which can be rebuilt. It returns nothing for a sound one, and about 20 problems of each at most.
func Check(ctx context.Context, tx *sqltx.Tx) (damage, indexes []string, err error) {
	damage, indexes, err = tx.Dialect().CheckFile(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	missing, err := Missing(ctx, tx)
	for _, o := range missing {
		if o.IsIndex {
			indexes = append(indexes, o.String())
		} else {
			damage = append(damage, o.String())
		}
	}
	return damage, indexes, err
}

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
