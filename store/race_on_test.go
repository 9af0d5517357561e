//go:build race

package store

// raced reports whether the race detector is on. The translated C code of SQLite then
// runs about ten times slower, and tests repeat less.
const raced = true
