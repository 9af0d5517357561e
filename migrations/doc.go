// Package migrations holds the database's schema as numbered SQL, and applies it.
//
// # Goals
//
// A schema that was released can be brought to the newest one with its data in
// it, and back. The texts keep to what SQLite and PostgreSQL share, but for one table
// WITHOUT ROWID, which was measured to pay: BIGINT ids and times in unix
// milliseconds, TEXT, BOOLEAN, ON CONFLICT … DO UPDATE … RETURNING, partial indexes,
// stored generated columns. No AUTOINCREMENT, no STRICT (it refuses BIGINT), no time
// columns.
//
// # Non-goals
//
// The package neither opens nor locks databases; the store does, and decides
// when to migrate. It holds no queries.
package migrations
