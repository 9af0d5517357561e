// Command nonna is a bot that plays and settles card games that play themselves, in
// Discord and at a terminal.
//
// # Goals
//
//   - One binary that needs no setup: with a token it runs the bot, without one it
//     opens the console.
//   - Tests can run the whole program, see run.
//   - Scripts and service managers can act on its exit status, see status.
//
// # Non-goals
//
//   - No commands and no rules: this package holds flags, settings and wiring. What
//     users can ask for is in package commands.
//
// # Layout
//
// main.go starts and ends the program, cli.go has its command line, settings.go its settings. Every
// subcommand has a file named after it, and that without a name is start.go. Package app puts the
// parts together.
package main
