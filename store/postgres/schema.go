package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"regexp"
	"strings"

	"nonna/store/internal/sqltx"
)

// objects selects tables, each with its columns and the number of its constraints, and valid
// indexes with the statements that create them.
const objects = `
SELECT c.relname::text, (SELECT string_agg(a.attname, ', ' ORDER BY a.attnum) FROM pg_attribute AS a
    WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '')
  || '; ' || (SELECT COUNT(*) FROM pg_constraint AS k WHERE k.conrelid = c.oid AND k.contype IN ('c', 'f', 'p', 'u'))
FROM pg_class AS c WHERE c.relkind = 'r' AND c.relnamespace = current_schema()::regnamespace
UNION ALL
SELECT c.relname::text, pg_get_indexdef(c.oid) FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
WHERE i.indisvalid AND c.relnamespace = current_schema()::regnamespace`

var (
	// constraint matches what makes a constraint in a statement that creates a table.
	constraint = regexp.MustCompile(`\b(PRIMARY KEY|UNIQUE|CHECK|REFERENCES)\b`)
	comment    = regexp.MustCompile(`--.*`)
	// decoration matches what the server adds to the statement of an index, and spaces.
	decoration = regexp.MustCompile(`[\s()]|USING btree|::text|\w+\.`)
)

// Has compares the columns of tables, the number of their constraints, and the definitions of
// indexes.
func (Dialect) Has(ctx context.Context, tx *sqltx.Tx, wanted []sqltx.Object) (map[string]bool, error) {
	there := map[string]string{}
	err := tx.Each(ctx, objects, nil, func(rows *sql.Rows) error {
		var name, form string
		err := rows.Scan(&name, &form)
		there[name] = decoration.ReplaceAllString(form, "")
		return err
	})
	has := map[string]bool{}
	for _, o := range wanted {
		form := o.SQL
		if !o.IsIndex {
			form = fmt.Sprintf("%s; %d", strings.Join(o.Names(), ", "), len(constraint.FindAllString(comment.ReplaceAllString(o.SQL, ""), -1)))
		}
		has[o.Name] = there[o.Name] == decoration.ReplaceAllString(form, "")
	}
	return has, err
}
