// Package migrations holds the database's schema as numbered SQL, and applies it.
//
// # Goals
//
// Every released schema can be upgraded to the newest one with its data. The SQL keeps to what
// SQLite and PostgreSQL share: BIGINT ids, times in unix milliseconds, TEXT, BOOLEAN, ON CONFLICT …
// DO UPDATE … RETURNING and partial indexes; no STRICT (it refuses BIGINT), no time columns. The
// exceptions are how each counts ids, tables WITHOUT ROWID, which are measurably faster, and the
// collation of PostgreSQL, by which texts sort there by their bytes, too.
//
// # Non-goals
//
// The package neither opens nor locks databases, and has no queries.
// [nonna/store/sqlitefile] decides when to migrate.
package migrations
