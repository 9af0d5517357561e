package postgres

// Objects returns the statement that selects tables and valid indexes.
func (Dialect) Objects() string {
	return `
SELECT c.relname::text, c.relkind = 'i', COALESCE(i.indisunique, FALSE), '', a.attname::text, a.atttypid = 'boolean'::regtype
FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_index AS i ON i.indexrelid = c.oid
WHERE c.relkind IN ('r', 'i') AND c.relnamespace = quote_ident(current_schema())::regnamespace AND i.indisvalid IS NOT FALSE
ORDER BY c.oid, a.attnum`
}
