//go:build race

package store

// raced says that the race detector is on. The translated C code of SQLite then
// runs some ten times slower, and tests that repeat themselves do so less.
const raced = true
