// Package sqlitefile keeps an SQLite database in a file safely: it opens, locks,
// creates, upgrades, checks, backs up and restores it.
//
// # Goals
//
//   - A file that cannot be used is refused with an error that says why, and is not
//     changed. The errors are those of package store.
//   - One process uses a file at a time: a lock file is held while it is open.
//   - Committed transactions survive a power cut, and a process killed at any moment
//     leaves a whole database in place.
//   - A copy is checked before it gets its name: all that [nonna/store/internal/laws.Check] looks at.
//
// # Non-goals
//
// The package knows nothing of games: it runs no query on the tables of the schema, which package
// migrations defines, but goose's and moved. All that only SQLite has is here, as package
// postgres has what only PostgreSQL has.
package sqlitefile
