// Package store keeps what was played: games, the boards they rank on, the
// challenges they count in, and what people and servers asked to be kept or
// forgotten.
//
// # Goals
//
//   - Nothing that was answered is lost: every write is one transaction, on disk
//     before the call returns, and idempotent by the id of the request that
//     caused it, since platforms deliver a request twice now and then.
//   - A deal counts once a board, the first to bring it owns it. Games of equal
//     length share a place, and only a longer one is a record. Published records,
//     loops and undecided games never rank among the games that end.
//   - A page of a board costs the same with ten games as with ten million: pages
//     go by key through an index, and ranks follow from how many games there are
//     of each length (the table lengths), kept in the transaction of the game.
//   - A file that cannot be used is refused with an error that says why
//     ([ErrLocked], [ErrNewer], [ErrCorrupt], [ErrNotNonna], [ErrMissing],
//     [ErrReadOnly]) and is left as it was.
//
// # Non-goals
//
// The store knows neither the games' rules nor Discord: values in, values out.
// What a deal's key is, which division it plays in, and whether it may rank, the
// caller says. It keeps no text that people typed.
//
// # Engines
//
// The SQL keeps to what SQLite and PostgreSQL share. What belongs to SQLite
// alone (opening, error classes, backup) is in the files sqlite*.go and lock*.go.
package store
