// The program nonna: a bot for Discord that plays and settles card games that
// play themselves, and the same at a terminal.
//
// # Goals
//
//   - One binary, and nothing to set up: with a token in its settings it runs
//     the bot, without one it opens the console.
//   - The whole program can be started by a test: see run.
//   - Exit statuses that scripts and service managers can act on: see status.
//
// # Non-goals
//
//   - No commands and no rules: this is flags, settings and wiring. What users
//     can ask for is in package commands.
//
// # Where things are
//
// main.go starts and ends the program, cli.go is its command line, config.go
// its settings. Every subcommand has a file named after it. Package app puts the
// parts together.
package main
