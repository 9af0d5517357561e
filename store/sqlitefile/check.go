package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"nonna/store/internal/errs"
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
		return fmt.Errorf("%w: there is no database at %s", errs.ErrNotFound, path)
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

// SchemaVersion returns the version of the schema of an open database.
func SchemaVersion(ctx context.Context, db *sql.DB) (version int64, err error) {
	err = db.QueryRowContext(ctx, schemaVersion).Scan(&version)
	return version, Classify(err)
}

// SQLite's checks of a file. The quick one does not compare indexes with tables, which
// takes most of the time with millions of rows.
const (
	wholeCheck = "integrity_check"
	quickCheck = "quick_check"
)

// maxProblems is the maximum number of problems that a check returns.
const maxProblems = 20

// Check describes what is wrong with the structure of the file, with references
// between tables, and with the number of entries in the indexes. It returns nothing
// for a sound file, and at most 20 problems.
func Check(ctx context.Context, tx *sqltx.Tx) ([]string, error) {
	problems, err := checkFile(ctx, tx, quickCheck)
	if err != nil || len(problems) > 0 {
		return problems, err
	}
	return checkIndexes(ctx, tx)
}

// checkFile checks structure and references.
func checkFile(ctx context.Context, tx *sqltx.Tx, check string) ([]string, error) {
	problems, err := checkStructure(ctx, tx, check)
	if err != nil {
		return nil, err
	}
	references, err := checkReferences(ctx, tx)
	return append(problems, references...), err
}

// checkStructure runs SQLite's check of pages, indexes and CHECK constraints.
func checkStructure(ctx context.Context, tx *sqltx.Tx, check string) (problems []string, err error) {
	text := fmt.Sprintf("PRAGMA %s(%d)", check, maxProblems)
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

// checkIndexes finds indexes that have more or fewer entries than their table has rows
// for them. SQLite's whole check looks up every row in every index, which takes longer
// than everything else together.
func checkIndexes(ctx context.Context, tx *sqltx.Tx) (problems []string, err error) {
	type index struct{ name, table, where string }
	all, err := sqltx.List(ctx, tx, func(scan func(...any) error) (i index, err error) {
		var created string
		err = scan(&i.name, &i.table, &created)
		if _, where, partial := strings.Cut(created, " WHERE "); partial {
			i.where = " WHERE " + where
		}
		return i, err
	}, indexes)
	if err != nil {
		return nil, err
	}
	counts := map[string]int64{}
	for _, i := range all {
		table := i.table + " NOT INDEXED" + i.where
		if _, known := counts[table]; !known {
			if counts[table], err = count(ctx, tx, table); err != nil {
				return nil, err
			}
		}
		entries, err := count(ctx, tx, fmt.Sprintf("%s INDEXED BY %q%s", i.table, i.name, i.where))
		if err != nil {
			return nil, err
		}
		if entries != counts[table] && len(problems) < maxProblems {
			problems = append(problems, fmt.Sprintf("index %s has %d entries for %d rows", i.name, entries, counts[table]))
		}
	}
	return problems, nil
}

// count returns the number of rows that a FROM clause selects.
func count(ctx context.Context, tx *sqltx.Tx, from string) (n int64, err error) {
	_, err = tx.Scan(ctx, "SELECT count(*) FROM "+from, nil, &n)
	return n, err
}
