// Package jobs does the work that outlives a request.
//
// # Goals
//
// What is to be done is in the store before anybody begins with it, so that a
// restart takes it up and nothing depends on an event that may never come.
// Each job is a value with a method Run, or a function, that works until its
// context ends, and whoever starts it waits for it. The clock is handed in.
//
// # Non-goals
//
// Nothing here talks to Discord by itself, and nothing answers a request.
package jobs
