package move

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"nonna/store/internal/errs"
	"nonna/store/sqlitefile"
)

// reader reads the rows of a table.
type reader struct {
	table sqlitefile.Table
	rows  *sql.Rows
	n     int64 // so far
	step  func()
	err   error // of reading: COPY only quotes it
}

// read calls use with the rows of a table, and returns how many use has read.
func read(ctx context.Context, tx *sql.Tx, t sqlitefile.Table, step func(), use func(*reader) error) (_ int64, err error) {
	rows, err := tx.QueryContext(ctx, "SELECT "+strings.Join(names(t), ", ")+" FROM "+t.Name)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	r := &reader{table: t, rows: rows, step: step}
	if err := use(r); err != nil {
		return 0, cmp.Or(r.err, err)
	}
	return r.n, rows.Err()
}

// next returns the values of the next row, nil after the last.
func (r *reader) next() (row []any, err error) {
	row, err = r.scan()
	r.err = err
	return row, err
}

func (r *reader) scan() ([]any, error) {
	if !r.rows.Next() {
		return nil, r.rows.Err()
	}
	columns := r.table.Columns
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	if err := r.rows.Scan(into...); err != nil {
		return nil, err
	}
	r.n++
	for i, c := range columns {
		if v, isNumber := values[i].(int64); isNumber && c.IsBool {
			values[i] = v != 0
		}
		if problem := problemOf(values[i]); problem != "" {
			// The first column is a key, or a part of one.
			return nil, fmt.Errorf("row %d, with %s %v, the column %s: %w: %s", r.n, columns[0].Name, values[0], c.Name, errs.ErrCorrupt, problem)
		}
	}
	r.step()
	return values, nil
}

// problemOf returns why a server cannot store a value, "" if it can.
func problemOf(value any) string {
	switch v := value.(type) {
	case nil, bool, int64:
		return ""
	case string:
		if utf8.ValidString(v) && !strings.Contains(v, "\x00") {
			return ""
		}
		return "a text with a zero byte, or that is not UTF-8, which a server cannot store"
	}
	return fmt.Sprintf("a value of type %T", value)
}

// names returns the names of the columns of a table.
func names(t sqlitefile.Table) (all []string) {
	for _, c := range t.Columns {
		all = append(all, c.Name)
	}
	return all
}
