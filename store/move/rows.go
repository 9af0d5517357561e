package move

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"

	"nonna/store/internal/database"
	"nonna/store/internal/errs"
	"nonna/store/internal/schema"
	"nonna/store/internal/sqltx"
	"nonna/store/postgres"
)

// fill copies all tables in one transaction, which makes them on a server, each after those that it
// refers to, and compares how many rows there are then.
func (m *move) fill(ctx context.Context, tx *sql.Tx, target database.DB) error {
	conn, err := target.Writer().Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close() //nolint:errcheck // what is committed stays
	into, err := conn.BeginTx(context.WithoutCancel(ctx), target.Options(true))
	if err != nil {
		return err
	}
	defer into.Rollback() //nolint:errcheck // after a commit there is nothing to undo
	if target.IsShared() {
		if err := postgres.CreateSchema(ctx, into, target.Path()); err != nil {
			return err
		}
		if err := alone(ctx, into, target.Path()); err != nil {
			return err
		}
	}
	all, err := sqltx.Value(ctx, database.NewPool(m.source, false), schema.Of)
	if err != nil {
		return err
	}
	for _, t := range all {
		if t.IsIndex || t.Name == "moved" { // which is only true of one database
			continue
		}
		if err := m.copy(ctx, t, tx, conn, into); err != nil {
			if ctx.Err() != nil {
				err = context.Cause(ctx) // err is only how that ended
			}
			return fmt.Errorf("the table %s: %w", t.Name, err)
		}
	}
	if err := m.setLastIDs(ctx, tx, into); err != nil {
		return err
	}
	err = into.Commit()
	if err != nil && target.IsShared() {
		err = fmt.Errorf("%s may have everything or nothing, and %s still opens: drop the first and begin again: %w", target.Path(), m.source.Path(), err)
	}
	return err
}

// copy copies the rows of a table.
func (m *move) copy(ctx context.Context, t schema.Object, from *sql.Tx, conn *sql.Conn, into *sql.Tx) (err error) {
	columns := t.Names()
	rows, err := from.QueryContext(ctx, "SELECT "+strings.Join(columns, ", ")+" FROM "+t.Name)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	var n, there int64
	next := func() ([]any, error) {
		if !rows.Next() {
			return nil, rows.Err()
		}
		n++
		if (m.rows+n)%1024 == 0 {
			m.progress(m.rows + n)
		}
		return scan(rows, t.Columns)
	}
	if m.source.IsShared() {
		err = insert(ctx, into, t.Name, columns, next)
	} else {
		err = postgres.CopyRows(ctx, conn, t.Name, columns, next)
	}
	if err != nil {
		return err
	}
	m.rows += n
	err = into.QueryRowContext(ctx, "SELECT COUNT(*) FROM "+t.Name).Scan(&there)
	if err == nil && n != there {
		err = fmt.Errorf("%w: it has %d rows, and its copy %d; nothing was moved", errs.ErrCorrupt, n, there)
	}
	return err
}

// scan returns the values of a row.
func scan(rows *sql.Rows, columns []schema.Column) ([]any, error) {
	values, places := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		places[i] = &values[i]
	}
	err := rows.Scan(places...)
	for i, c := range columns {
		if v, isNumber := values[i].(int64); isNumber && c.IsBool {
			values[i] = v != 0
		}
	}
	return values, err
}

// insert adds rows one after the other, until next returns nil.
func insert(ctx context.Context, tx *sql.Tx, table string, columns []string, next func() ([]any, error)) (err error) {
	marks := strings.TrimSuffix(strings.Repeat("?, ", len(columns)), ", ")
	stmt, err := tx.PrepareContext(ctx, fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s)", table, strings.Join(columns, ", "), marks))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, stmt.Close()) }()
	for {
		row, err := next()
		if err != nil || row == nil {
			return err
		}
		if _, err := stmt.ExecContext(ctx, row...); err != nil {
			return err
		}
	}
}

const (
	lastIDsOfFile   = `SELECT name, seq FROM sqlite_sequence WHERE name NOT LIKE 'goose%'`
	lastIDsOfServer = `
SELECT regexp_replace(sequencename::text, '_id_seq$', ''), last_value FROM pg_sequences
WHERE schemaname = current_schema() AND sequencename NOT LIKE 'goose%' AND last_value IS NOT NULL`
)

// setLastIDs makes the ids of the target go on where those of the source do, whose last may
// be deleted.
func (m *move) setLastIDs(ctx context.Context, tx, into *sql.Tx) (err error) {
	read, set := lastIDsOfFile, "SELECT setval(pg_get_serial_sequence($1, 'id'), $2)"
	if m.source.IsShared() {
		read, set = lastIDsOfServer, "REPLACE INTO sqlite_sequence (rowid, name, seq) SELECT MAX(rowid), $1, $2 FROM sqlite_sequence WHERE name = $1"
	}
	rows, err := tx.QueryContext(ctx, read)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var table string
		var last int64
		if err := rows.Scan(&table, &last); err != nil {
			return err
		}
		if _, err := into.ExecContext(ctx, set, table, last); err != nil {
			return err
		}
	}
	return rows.Err()
}
