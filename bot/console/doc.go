// Package console answers the same commands as in Discord, typed as in Discord,
// at a terminal.
//
// # Goals
//
//   - A line means what it means in Discord: "/camicia deal: 2 A / 3 4 seed: 7".
//     An option's value runs to the next known "name:", so that a deal may hold
//     colons, slashes and line breaks of its own. A line that begins with no command
//     is a message, whose deal is settled.
//   - All that a server has can be tried: the console is one, with members.
//   - Useful to people (a prompt, Tab, history, forms, buttons to press by
//     number) and to scripts (lines from a pipe, answers without decoration).
//   - Nothing that somebody else wrote can do anything to the terminal: control
//     characters never reach it, see [clean].
//   - Nothing is lost: a file of a reply never replaces another.
//   - One language: what the console says is a message of package words, and
//     commands answer in the language of its printer. Names of commands and
//     options are English in each.
//
// # Non-goals
//
//   - No checks that the router makes anyway: missing options, bounds and
//     choices are its answer, the same as in Discord.
//   - No paging and no full-screen interface: a terminal scrolls.
//   - No replies that only some can see: whoever sits at the terminal is everybody.
//
// # How it is put together
//
// [Run] reads lines from a [Lines] (a [Terminal], or [Pipe] over any reader),
// turns each into a [commands.Request], asks the [commands.Router], and prints
// the reply with the markdown of Discord turned into what a terminal shows.
package console
