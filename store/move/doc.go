// Package move moves a database from a file to a PostgreSQL server, or back.
//
// # Goals
//
//   - The target has everything or nothing: it is filled in one transaction, or as a new file
//     that is renamed into place, and counts only if each table has as many rows there.
//   - At every moment a database with all data opens. The target is stored and checked first, and
//     then the source refuses to open: a row of its table moved says where the data is. Between the
//     two, after a crash, both open with the same data: the target is then dropped, and the move
//     begins again.
//   - What was acknowledged is in the target: nobody else writes to the source from before it is
//     read until it refuses to. A file is locked; on a server who begins to write waits for the
//     move, and then sees the mark.
//   - Ids go on where they were: none is used again.
//
// Leases do not move: they belong to the processes that use a database.
//
// # Non-goals
//
// A move cannot be resumed, and no bot runs meanwhile. From server to server pg_dump copies.
package move
