package sqlitefile

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"

	"nonna/migrations"
	"nonna/store/internal/laws"
	"nonna/store/internal/sqltx"
)

// maxProblems is the maximum number of problems that a check returns.
const maxProblems = 20

// Check looks at all of a database, also of one on a server: at files and references, at tables and
// indexes, which are to be those of the schema, and at what is derived from the games, unless it is to
// be upgraded first.
func Check(ctx context.Context, tx *sqltx.Tx) (r laws.Report, err error) {
	var version int64
	if err := tx.Row(ctx, migrations.Version).Scan(&version); err != nil {
		return r, err
	}
	if version < migrations.Latest() {
		return r, structure(ctx, tx, &r)
	}
	return laws.Check(ctx, tx, structure)
}

// structure adds to a report what is wrong with files, references, tables and indexes.
func structure(ctx context.Context, tx *sqltx.Tx, r *laws.Report) error {
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
