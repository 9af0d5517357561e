//go:build race

package settle_test

// raced says that the race detector is on. Tests that repeat themselves then do so
// less.
const raced = true
