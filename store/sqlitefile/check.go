package sqlitefile

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"nonna/migrations"
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

// SQLite's checks of a file. The quick one does not compare indexes with tables, which
// takes most of the time with millions of rows.
const (
	wholeCheck = "integrity_check"
	quickCheck = "quick_check"
)

// maxProblems is the maximum number of problems that a check returns.
const maxProblems = 20

// Check describes what is wrong with the structure of the file and with references
// between tables. It returns nothing for a sound file, and at most 20 problems.
func Check(ctx context.Context, tx *sqltx.Tx) ([]string, error) {
	return checkFile(ctx, tx, quickCheck)
}

// missingIndexes returns the indexes of the schema that a database lacks, with the
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
		if !slices.ContainsFunc(there, func(i index) bool { return i.name == w.name }) {
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

// Reindex rebuilds all indexes, and creates those that are missing.
func Reindex(ctx context.Context, tx *sqltx.Tx) error {
	missing, err := missingIndexes(ctx, tx)
	if err != nil {
		return err
	}
	for _, i := range missing {
		if _, err := tx.Exec(ctx, i.created); err != nil {
			return fmt.Errorf("creating the index %s: %w", i.name, err)
		}
	}
	_, err = tx.Exec(ctx, "REINDEX")
	return err
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

// index is an index of a table, and the statement that created it.
type index struct{ name, table, created string }

func scanIndex(scan func(...any) error) (i index, err error) {
	err = scan(&i.name, &i.table, &i.created)
	return i, err
}

// where returns the condition of the rows that the index holds.
func (i index) where() string {
	if _, where, partial := strings.Cut(i.created, " WHERE "); partial {
		return " WHERE " + where
	}
	return ""
}

// CheckIndexes finds indexes that are missing, or have more or fewer entries than their
// table has rows for them, and returns at most 20 problems, which [Reindex] fixes. SQLite's whole check looks up every row in every index, which takes longer
// than everything else together.
func CheckIndexes(ctx context.Context, tx *sqltx.Tx) (problems []string, err error) {
	missing, err := missingIndexes(ctx, tx)
	if err != nil {
		return nil, err
	}
	for _, i := range missing {
		problems = append(problems, fmt.Sprintf("index %s is missing", i.name))
	}
	all, err := sqltx.List(ctx, tx, scanIndex, indexes)
	if err != nil {
		return nil, err
	}
	counts := map[string]int64{}
	for _, i := range all {
		table := i.table + " NOT INDEXED" + i.where()
		if _, known := counts[table]; !known {
			if counts[table], err = count(ctx, tx, table); err != nil {
				return nil, err
			}
		}
		entries, err := count(ctx, tx, fmt.Sprintf("%s INDEXED BY %q%s", i.table, i.name, i.where()))
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
