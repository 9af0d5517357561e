package store

import (
	"context"
	"fmt"
	"strings"
)

// field is a column and its value in a row that is to be stored.
type field struct {
	column string
	value  any
}

func (t session) insert(ctx context.Context, table string, row []field) error {
	values := make([]any, len(row))
	for i, f := range row {
		values[i] = f.value
	}
	_, err := t.exec(ctx, insertInto(table, row), values...)
	return err
}

// insertInto returns the statement that stores a row in a table.
func insertInto(table string, row []field) string {
	columns, values := make([]string, len(row)), make([]string, len(row))
	for i, f := range row {
		columns[i], values[i] = f.column, fmt.Sprintf("$%d", i+1)
	}
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "), strings.Join(values, ", "))
}
