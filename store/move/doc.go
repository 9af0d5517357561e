// Package move moves a database from a file to a PostgreSQL server, or back, or to another of
// its kind.
//
// # Goals
//
//   - The target has everything or nothing: it is filled in one transaction, or as a new file
//     that is renamed into place, and counts only if each table has the same rows there.
//   - At every moment a database with all data opens. The target is stored first, and then the
//     source is marked, so that it refuses to open. Between the two, after a crash, both open
//     with the same data, which the same move finds and ends. Before, only the source does.
//   - Ids go on where they were: none is used again.
//
// Leases do not move: they belong to the processes that use a database.
//
// # Non-goals
//
// A move cannot be resumed before it is stored, and no bot runs meanwhile. The package upgrades no schema.
package move
