// Package console answers Discord's commands at a terminal, typed as in Discord.
//
// # Goals
//
//   - A line means what it means in Discord: "/camicia deal: 2 A / 3 4 seed: 7".
//     An option's value ends at the next known "name:", so a deal may contain colons,
//     slashes and line breaks. A line without a command is a message, and the deal in it
//     is settled.
//   - Everything that a server has works: the console is a server with members.
//   - People get a prompt, Tab, history, forms, and buttons to press by number; scripts
//     can pipe lines in, to fill in forms too, and get answers without decoration.
//   - Text from others cannot control the terminal: control characters never reach it,
//     see [clean].
//   - Nothing is lost: a file of a reply never replaces a different one.
//   - One language: the console's messages are in package words, and commands answer in
//     the language of its printer. The names of commands and options are shown in that
//     language, and the English ones are understood too.
//
// # Non-goals
//
//   - No checks that the router makes: its answers to missing options, bounds and choices
//     are the same as in Discord.
//   - No paging and no full-screen interface: a terminal scrolls.
//   - No private replies: one person sits at the terminal.
//
// # Structure
//
// [Run] reads lines from a [Lines] (a [Terminal], or [Pipe] over any reader),
// turns each into a [commands.Request], passes it to the [commands.Router], and prints
// the reply, with Discord's markdown stripped.
package console
