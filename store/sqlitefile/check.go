package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"nonna/migrations"
	"nonna/store/internal/sqltx"
)

// View calls use with a read-only pool of the given number of connections to the
// database at path, which may be open elsewhere. It returns the errors of [Open] for a
// file that is not a database of this program, and [errs.ErrNotFound] if there is none.
func View(ctx context.Context, path string, connections int, use func(*sql.DB) error) (err error) {
	path, err = resolve(path)
	if err != nil {
		return err
	}
	there, err := exists(path)
	if err != nil {
		return err
	}
	if !there {
		return missingError(path)
	}
	db, err := openPool(path, connections, readOnlyParams)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, Classify(db.Close())) }()
	if err := identify(ctx, db, path); err != nil {
		return err
	}
	return use(db)
}

// SQLite's checks of a file. The whole one is that of every check, backup and restore; the quick
// one, which does not compare indexes with tables, is for files that are opened.
const (
	wholeCheck = "integrity_check"
	quickCheck = "quick_check"
)

// maxProblems is the maximum number of problems that a check returns.
const maxProblems = 20

// Check describes what is wrong with the structure of the file and with references
// between tables, and apart from that what is wrong with its indexes, which [Reindex] mends. It
// returns nothing for a sound file, and at most about 20 problems.
func Check(ctx context.Context, tx *sqltx.Tx) (damage, indexes []string, err error) {
	structure, err := checkStructure(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range structure {
		if indexProblem.MatchString(p) {
			indexes = append(indexes, p)
		} else {
			damage = append(damage, p)
		}
	}
	references, err := checkReferences(ctx, tx)
	if err != nil {
		return nil, nil, err
	}
	tables, missing, err := checkSchema(ctx, tx)
	return slices.Concat(damage, references, tables), append(indexes, missing...), err
}

// indexProblem matches what SQLite says of an index that does not agree with its table.
var indexProblem = regexp.MustCompile(`(missing from|entries in|entry in|values differ from|in) index `)

// objects selects all tables, views and named indexes with the statements that created them.
const objects = `
SELECT name, type, COALESCE(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'sqlite%' AND name NOT LIKE 'goose%' ORDER BY rowid`

// checkSchema compares tables and indexes, with their constraints, with those of the schema.
func checkSchema(ctx context.Context, tx *sqltx.Tx) (tables, indexes []string, err error) {
	there, err := sqltx.List(ctx, tx, scanIndex, objects)
	if err != nil {
		return nil, nil, err
	}
	var version int64
	if _, err := tx.Scan(ctx, migrations.Version, nil, &version); err != nil {
		return nil, nil, err
	}
	err = inMemory(ctx, version, func(ctx context.Context, schema *sqltx.Tx) error {
		wanted, err := sqltx.List(ctx, schema, scanIndex, objects)
		for _, w := range wanted {
			i := slices.IndexFunc(there, func(i index) bool { return i.name == w.name })
			switch {
			case i >= 0 && there[i].created == w.created:
			case i >= 0 && w.table == "index":
				indexes = append(indexes, fmt.Sprintf("index %s is not that of the schema", w.name))
			case i >= 0:
				tables = append(tables, fmt.Sprintf("%s %s is not that of the schema", w.table, w.name))
			case w.table == "index":
				indexes = append(indexes, fmt.Sprintf("index %s is missing", w.name))
			default:
				tables = append(tables, fmt.Sprintf("%s %s is missing", w.table, w.name))
			}
		}
		return err
	})
	return tables, indexes, err
}

// missingIndexes returns the indexes of the schema that a database lacks, or has otherwise, with the
// statements that create them, by their names.
func missingIndexes(ctx context.Context, tx *sqltx.Tx) (missing []index, err error) {
	there, err := sqltx.List(ctx, tx, scanIndex, indexes)
	if err != nil {
		return nil, err
	}
	var version int64
	if _, err := tx.Scan(ctx, migrations.Version, nil, &version); err != nil {
		return nil, err
	}
	wanted, err := schemaIndexes(ctx, version)
	for _, w := range wanted {
		if !slices.ContainsFunc(there, func(i index) bool { return i == w }) {
			missing = append(missing, w)
		}
	}
	return missing, err
}

// schemaIndexes returns the indexes of a version of the schema.
func schemaIndexes(ctx context.Context, version int64) (all []index, err error) {
	err = inMemory(ctx, version, func(ctx context.Context, tx *sqltx.Tx) (err error) {
		all, err = sqltx.List(ctx, tx, scanIndex, indexes)
		return err
	})
	return all, err
}

// Reindex rebuilds all indexes, and creates those that are missing or not those of the schema.
func Reindex(ctx context.Context, tx *sqltx.Tx) error {
	missing, err := missingIndexes(ctx, tx)
	if err != nil {
		return err
	}
	for _, i := range missing {
		if i.created == "" { // SQLite's own, of a constraint, which checkSchema compares
			continue
		}
		if _, err := tx.Exec(ctx, fmt.Sprintf("DROP INDEX IF EXISTS %q", i.name)); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, i.created); err != nil {
			return fmt.Errorf("creating the index %s: %w", i.name, err)
		}
	}
	_, err = tx.Exec(ctx, "REINDEX")
	return err
}

// checkStructure runs SQLite's check of pages, indexes and CHECK constraints.
func checkStructure(ctx context.Context, tx *sqltx.Tx) (problems []string, err error) {
	text := fmt.Sprintf("PRAGMA %s(%d)", wholeCheck, maxProblems)
	err = tx.Each(ctx, text, nil, func(rows *sql.Rows) error {
		var line string
		err := rows.Scan(&line)
		if line != "ok" {
			problems = append(problems, "structure: "+line)
		}
		return err
	})
	return problems, err
}

// checkReferences finds rows that refer to missing rows.
func checkReferences(ctx context.Context, tx *sqltx.Tx) (problems []string, err error) {
	err = tx.Each(ctx, "PRAGMA foreign_key_check", nil, func(rows *sql.Rows) error {
		var table, parent string
		var row, key sql.NullInt64
		if err := rows.Scan(&table, &row, &parent, &key); err != nil {
			return err
		}
		if len(problems) < maxProblems {
			problems = append(problems, fmt.Sprintf("reference: row %d of %s refers to a missing row of %s", row.Int64, table, parent))
		}
		return nil
	})
	return problems, err
}

// indexes selects all indexes and the statements that created them, "" for those that
// SQLite creates by itself.
const indexes = `SELECT name, tbl_name, COALESCE(sql, '') FROM sqlite_master WHERE type = 'index' ORDER BY name`

// index is an index of a table, and the statement that created it. Of other objects of a schema
// table is the type.
type index struct{ name, table, created string }

func scanIndex(scan func(...any) error) (i index, err error) {
	err = scan(&i.name, &i.table, &i.created)
	return i, err
}
