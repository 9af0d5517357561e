//go:build race

package main

// raced reports whether the race detector is on. A program then takes four times as long to
// start.
const raced = true
