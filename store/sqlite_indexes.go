package store

import (
	"context"
	"fmt"
	"strings"
)

// indexes are all there are, with the words that made them: none for those that
// SQLite makes by itself.
const indexes = `SELECT name, tbl_name, COALESCE(sql, '') FROM sqlite_master WHERE type = 'index' ORDER BY name`

// checkIndexes finds indexes that have more or fewer entries than their table has
// rows for them. SQLite's whole check looks every row up in every index, which on
// millions of games takes longer than all else together.
func (t session) checkIndexes(ctx context.Context, r *Report) error {
	type index struct{ name, table, where string }
	all, err := listOf(ctx, t, func(scan func(...any) error) (i index, err error) {
		var made string
		err = scan(&i.name, &i.table, &made)
		if _, where, partial := strings.Cut(made, " WHERE "); partial {
			i.where = " WHERE " + where
		}
		return i, err
	}, indexes)
	if err != nil {
		return err
	}
	rows := map[string]int64{}
	for _, i := range all {
		of := i.table + " NOT INDEXED" + i.where
		if _, known := rows[of]; !known {
			if rows[of], err = t.count(ctx, of); err != nil {
				return err
			}
		}
		entries, err := t.count(ctx, fmt.Sprintf("%s INDEXED BY %q%s", i.table, i.name, i.where))
		if err != nil {
			return err
		}
		if entries != rows[of] {
			r.problem("index %s has %d entries for %d rows", i.name, entries, rows[of])
		}
	}
	return nil
}

func (t session) count(ctx context.Context, of string) (n int64, err error) {
	_, err = t.scan(ctx, "SELECT count(*) FROM "+of, nil, &n)
	return n, err
}
