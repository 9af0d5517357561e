// Package store keeps games, the boards they rank on, challenges, settings, and users'
// choices about their data, in an SQLite file or on a PostgreSQL server.
//
// # Goals
//
//   - No acknowledged game is lost: every write is one transaction, and on disk before
//     the call returns. Writes are idempotent by the id of the request that causes
//     them, since platforms sometimes deliver a request twice.
//   - A deal counts once on a board, for the first user who brings it. Games of equal
//     length share a place, and only a longer one is a record. Published deals,
//     undecided games and loops never rank among the games that end.
//   - A page of a board costs the same with ten games as with ten million. Pages are
//     read by key through an index, and ranks are computed from the number of games of
//     each length (the table lengths), which the transaction of a game maintains.
//   - A file that cannot be used is refused with an error that says why ([ErrLocked],
//     [ErrNewer], [ErrCorrupt], [ErrNotNonna], [ErrVanished], [ErrReadOnly]), and is not
//     changed.
//
// # Non-goals
//
// The store knows neither Discord nor the rules of games. The caller computes the key of
// a deal, its division and whether it may be ranked. No text that users typed is stored.
//
// # SQLite and PostgreSQL
//
// The SQL is the same on both. Their differences (opening, holds, the options of
// transactions, error classes, retries, files) is behind an interface, in [nonna/store/sqlitefile]
// and [nonna/store/postgres]. Transactions may run more than once, see [Update]. Checking and
// mending a database is in [nonna/store/repair].
package store
