package postgres

import (
	"context"
	"database/sql"

	"nonna/migrations"
	"nonna/store/internal/sqltx"
)

const (
	// objects selects the keys of tables and of valid indexes, see
	// [nonna/store/internal/schema.Object], and the definitions of both.
	objects = `
SELECT concat(c.relname, (SELECT string_agg(a.attname, ', ' ORDER BY a.attname COLLATE "C") FROM pg_attribute AS a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)),
  concat((SELECT string_agg(concat_ws(' ', a.attname, format_type(a.atttypid, a.atttypmod), a.attcollation, a.attnotnull, a.attidentity, pg_get_expr(d.adbin, c.oid)), ', ' ORDER BY a.attname)
    FROM pg_attribute AS a LEFT JOIN pg_attrdef AS d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped),
    '; ', (SELECT string_agg(pg_get_constraintdef(k.oid), ', ' ORDER BY pg_get_constraintdef(k.oid) COLLATE "C")
    FROM pg_constraint AS k WHERE k.conrelid = c.oid AND k.contype IN ('c', 'f', 'p', 'u')))
FROM pg_class AS c WHERE c.relkind = 'r' AND c.relnamespace = quote_ident(current_schema())::regnamespace
UNION ALL
SELECT c.relname::text, regexp_replace(pg_get_indexdef(c.oid), ' ON .*\.(\S+) USING ', ' ON \1 USING ')
FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid WHERE i.indisvalid AND c.relnamespace = quote_ident(current_schema())::regnamespace`

	// mayMake selects whether tables for a while can be made, as on no replica, and the version.
	mayMake = `
SELECT current_setting('transaction_read_only') = 'off' AND has_database_privilege(current_database(), 'TEMP'), (` + migrations.Version + `)`
)

// definitions returns the definitions by the names, of what objects selects.
func definitions(ctx context.Context, tx *sqltx.Tx) (map[string]string, error) {
	all := map[string]string{}
	return all, tx.Each(ctx, objects, nil, func(rows *sql.Rows) error {
		var name, definition string
		err := rows.Scan(&name, &definition)
		all[name] = definition
		return err
	})
}

// Has compares definitions with those of the schema, which it makes among the tables of the session
// and takes back. Where that may not be it compares names alone.
func (Dialect) Has(ctx context.Context, tx *sqltx.Tx, wanted map[string]string) (map[string]bool, error) {
	there, err := definitions(ctx, tx)
	if err != nil {
		return nil, err
	}
	var may bool
	var version int64
	if _, err := tx.Scan(ctx, mayMake, nil, &may, &version); err != nil {
		return nil, err
	}
	should := there
	if may {
		texts := append([]string{"SAVEPOINT made", "SET LOCAL search_path = pg_temp"}, migrations.Postgres().Texts(version)...)
		for _, text := range texts {
			if _, err := tx.Exec(ctx, text); err != nil {
				return nil, err
			}
		}
		if should, err = definitions(ctx, tx); err != nil {
			return nil, err
		}
		if _, err := tx.Exec(ctx, "ROLLBACK TO made"); err != nil {
			return nil, err
		}
	}
	has := map[string]bool{}
	for key := range wanted {
		is, ok := there[key]
		has[key] = ok && is == should[key]
	}
	return has, nil
}
