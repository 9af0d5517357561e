package move

import (
	"cmp"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"nonna/store/internal/errs"
	"nonna/store/sqlitefile"
)

// sum is the number of rows of a table and a digest of them, which depends neither on their
// order nor on the engine.
type sum struct {
	rows   int64
	digest [2]uint64
}

// add adds the digest of a row in its canonical form.
func (s *sum) add(row []byte) {
	h := sha256.Sum256(row)
	s.digest[0] += binary.LittleEndian.Uint64(h[:])
	s.digest[1] += binary.LittleEndian.Uint64(h[8:])
}

func (s sum) String() string {
	return fmt.Sprintf("%d rows with the digest %016x%016x", s.rows, s.digest[0], s.digest[1])
}

// reader reads the rows of a table, and sums them up.
type reader struct {
	table sqlitefile.Table
	rows  *sql.Rows
	sum   sum
	step  func()
	text  []byte // the canonical form of the latest row
	err   error  // of reading: COPY only quotes it
}

// querier is a transaction or a database.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// read calls use with the rows of a table, which are selected from another where the table does
// not have them itself, and returns the sum of what use has read.
func read(ctx context.Context, db querier, t sqlitefile.Table, from string, step func(), use func(*reader) error) (_ sum, err error) {
	rows, err := db.QueryContext(ctx, "SELECT "+strings.Join(names(t), ", ")+" FROM "+from)
	if err != nil {
		return sum{}, fmt.Errorf("reading the table %s: %w", t.Name, err)
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	r := &reader{table: t, rows: rows, step: step}
	if err := use(r); err != nil {
		err = cmp.Or(r.err, err)
		return sum{}, fmt.Errorf("the table %s: %w", t.Name, err)
	}
	return r.sum, rows.Err()
}

// next returns the values of the next row, nil after the last.
func (r *reader) next() (row []any, err error) {
	row, err = r.scan()
	r.err = err
	return row, err
}

// storable is next for a server, which stores no text with a zero byte or that is not UTF-8.
func (r *reader) storable() (row []any, err error) {
	row, err = r.next()
	for i, v := range row {
		if text, ok := v.(string); ok && (!utf8.ValidString(text) || strings.Contains(text, "\x00")) {
			r.err = r.of(row, i, fmt.Errorf("%w: a text with a zero byte, or that is not UTF-8, which a server cannot store", errs.ErrCorrupt))
			return nil, r.err
		}
	}
	return row, err
}

// of says of which row and column an error is. The first column is a key, or a part of one.
func (r *reader) of(row []any, column int, err error) error {
	c := r.table.Columns
	return fmt.Errorf("row %d, with %s %v, the column %s: %w", r.sum.rows, c[0].Name, row[0], c[column].Name, err)
}

func (r *reader) scan() ([]any, error) {
	if !r.rows.Next() {
		return nil, r.rows.Err()
	}
	n := len(r.table.Columns)
	values, into := make([]any, n), make([]any, n)
	for i := range values {
		into[i] = &values[i]
	}
	if err := r.rows.Scan(into...); err != nil {
		return nil, err
	}
	r.text = r.text[:0]
	r.sum.rows++
	for i, c := range r.table.Columns {
		if v, isNumber := values[i].(int64); isNumber && c.IsBool {
			values[i] = v != 0
		}
		var err error
		if r.text, err = appendValue(r.text, values[i]); err != nil {
			return nil, r.of(values, i, err)
		}
	}
	r.sum.add(r.text)
	r.step()
	return values, nil
}

// drain reads all rows.
func (r *reader) drain() error {
	for {
		if row, err := r.next(); err != nil || row == nil {
			return err
		}
	}
}

// appendValue appends the canonical form of a value: no two values, and no two rows, have the
// same.
func appendValue(text []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case nil:
		return append(text, 'n'), nil
	case bool:
		return strconv.AppendBool(text, v), nil
	case int64:
		return append(strconv.AppendInt(append(text, 'i'), v, 10), ';'), nil
	case string:
		text = append(strconv.AppendInt(append(text, 's'), int64(len(v)), 10), ':')
		return append(text, v...), nil
	}
	return nil, fmt.Errorf("%w: a value of type %T", errs.ErrCorrupt, value)
}

// names returns the names of the columns of a table.
func names(t sqlitefile.Table) (all []string) {
	for _, c := range t.Columns {
		all = append(all, c.Name)
	}
	return all
}
